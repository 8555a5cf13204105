import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Release } from '../../../core/release.ts';
import { releaseState } from '../../../follow-release.ts';
import type { Source } from '../source.ts';
import type { Damage, Opening, Report, WorkerOrder } from './follow-primary.ts';

export interface WorkersOptions {
  source: Source;
  count: number;
  /** Added to the environment of each worker that starts. */
  env: () => Record<string, string>;
  onRelease: (release: Release) => void;
  onError: (error: unknown) => void;
  /** Sentences for `/healthz` of all workers that say what is wrong in this process; asked each second. */
  problems?: () => readonly string[];
}

export interface ServerWorkers {
  /** Where all of them listen. */
  port: number;
  /** Lets each finish its responses under way. */
  close(): Promise<void>;
}

/**
 * In the primary: starts `count` workers, which run this same command, and replaces one that listened and ends. A new
 * release is opened by all of them first and then activated by all at once, so that a reader whose connections lie at
 * different workers does not see it come and go. Null where a worker ends before it listens; it has printed why.
 */
export async function leadWorkers(options: WorkersOptions): Promise<ServerWorkers | null> {
  const { source, count, env, onRelease, onError, problems = () => [] } = options;
  /** Those that serve. */
  const workers = new Set<Worker>();
  let active: Opening | null = null;
  let isListening = false;
  let closing = false;
  const state = releaseState(source.release, { activate, onError });
  const sharing = setInterval(shareProblem, 1000).unref();
  const { stop } = await source.followPointer({
    onChange: () => state.check().then(shareProblem),
    onError(error) {
      state.onError(error);
      shareProblem();
    },
    onFixed() {
      state.onFixed();
      shareProblem();
    },
  });
  // One starts first: what keeps it from listening would keep all.
  const port = await start();
  if (port === null) return null;
  isListening = true;
  await Promise.all(Array.from({ length: count - 1 }, start));
  return { port, close };

  /** Resolves to the port once the worker listens; to null where it ends before. */
  async function start(): Promise<number | null> {
    let hasListened = false;
    const worker = cluster.fork(env());
    worker.on('error', (error: NodeJS.ErrnoException) => {
      // A message to a worker that has just ended fails; its end is reported.
      if (error.code !== 'EPIPE') onError(error);
    });
    worker.on('message', (report: Report | Damage) => {
      if ('ready' in report) void welcome(worker);
      else if ('damaged' in report) for (const other of workers) if (other !== worker) send(other, report);
    });
    return new Promise((resolve) => {
      worker.once('listening', ({ port }) => {
        hasListened = true;
        resolve(port);
      });
      worker.once('exit', (code, signal) => {
        resolve(null);
        workers.delete(worker);
        if (closing || !isListening) return;
        onError(new Error(`A worker ended (${signal ?? code}).`));
        // One that ends before it listens would end again.
        if (hasListened) void start();
      });
    });
  }

  /** Has a new worker serve what the others serve. */
  async function welcome(worker: Worker): Promise<void> {
    let opening: Opening | null;
    do {
      opening = active;
      if (opening !== null) await open(worker, opening).catch(onError);
    } while (opening !== active);
    workers.add(worker);
    send(worker, { problem: toProblem() });
    send(worker, { activate: active?.open ?? null });
  }

  function shareProblem(): void {
    for (const worker of workers) send(worker, { problem: toProblem() });
  }

  function toProblem(): string | null {
    return [...problems(), state.problem() ?? []].flat().join(' ') || null;
  }

  /** Has all workers open a release, and then serve it. */
  async function activate(release: Release): Promise<void> {
    const opening = { open: release.id, without: [...release.excluded] };
    const asked = new Set(workers);
    await Promise.all(Array.from(asked, (worker) => open(worker, opening)));
    active = opening;
    for (const worker of workers) {
      if (asked.has(worker)) send(worker, { activate: release.id });
      // It came meanwhile, and has opened the release before.
      else void welcome(worker);
    }
    onRelease(release);
  }

  async function close(): Promise<void> {
    closing = true;
    clearInterval(sharing);
    stop();
    source.close();
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = all.map((worker) => once(worker, 'exit'));
    for (const worker of all) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  }
}

/** Resolves once the worker has opened a release, or has ended. Rejects where it cannot. */
function open(worker: Worker, opening: Opening): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (report: Report): void => {
      if ('opened' in report && report.opened === opening.open) end();
      else if ('failed' in report && report.failed === opening.open) {
        reject(new Error(report.reason));
        end();
      }
    };
    const end = (): void => {
      worker.removeListener('message', listen);
      worker.removeListener('exit', end);
      resolve();
    };
    worker.on('message', listen);
    worker.once('exit', end);
    send(worker, opening);
  });
}

function send(worker: Worker, order: WorkerOrder | Damage): void {
  if (worker.isConnected()) worker.send(order);
}

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { MissingFile } from '../../../core/file-errors.ts';
import { pointerPath } from '../../../core/format.ts';
import { newestKept } from '../../../core/newest-kept.ts';
import { openRelease } from '../../../core/release.ts';
import { toReleaseProblem } from '../../../to-release-problem.ts';
import { readPointer } from '../follow-release.ts';
import type { Source } from '../source.ts';
import type { Opening, Order, Report } from './follow-primary.ts';
import type { Damage } from './share-damage.ts';

export interface WorkersOptions {
  source: Source;
  count: number;
  /** Added to the environment of each worker that starts. */
  env: () => Record<string, string>;
  onRelease: (release: string, articles: number, site: string) => void;
  onFault: (error: unknown) => void;
}

export interface Workers {
  /** Where all of them listen. */
  port: number;
  /** Lets each finish its answers under way. */
  close(): Promise<void>;
}

/**
 * In the primary: starts `count` workers, which run this same command, and replaces one that listened and ends. A new release is
 * opened by all of them first and then taken up by all at once, so that a reader whose connections lie at different
 * workers does not see it come and go. Null where a worker ends before it listens; it has printed why.
 */
export async function leadWorkers(options: WorkersOptions): Promise<Workers | null> {
  const { source, count, env, onRelease, onFault } = options;
  /** Those that serve. */
  const workers = new Set<Worker>();
  let taken: Opening | null = null;
  let reported: string | null = null;
  let isListening = false;
  let closing = false;
  let problem: string | null = null;
  const storage = source.release;
  const { stop } = await source.followPointer({
    onChange: takeUp,
    onAbsent: noteAbsence,
    onFault(error) {
      onFault(error);
      report(toReleaseProblem(error));
    },
    onFixed: () => report(null),
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
    // A message to a worker that has just ended fails.
    worker.on('error', onFault);
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
        onFault(new Error(`A worker ended (${signal ?? code}).`));
        // One that ends before it listens would end again.
        if (hasListened) void start();
      });
    });
  }

  /** Has a new worker serve what the others serve. */
  async function welcome(worker: Worker): Promise<void> {
    let release: Opening | null;
    do {
      release = taken;
      if (release !== null) await open(worker, release).catch(onFault);
    } while (release !== taken);
    workers.add(worker);
    send(worker, { problem });
    send(worker, { take: taken?.open ?? null });
  }

  function report(now: string | null): void {
    problem = now;
    for (const worker of workers) send(worker, { problem });
  }

  async function takeUp(): Promise<void> {
    try {
      const release = await readPointer(storage);
      if (release === taken?.open && taken.without.length === 0) return;
      // No worker may be there yet that would say so.
      if (workers.size === 0) await openRelease(release, storage);
      await take({ open: release, without: [] });
      report(null);
    } catch (error) {
      await takeKept().catch(() => {});
      throw error;
    }
  }

  async function noteAbsence(): Promise<void> {
    await takeKept();
    // Before the first build there is no pointer, and that is no fault.
    if (taken === null) return;
    const error = new MissingFile(pointerPath);
    onFault(error);
    report(toReleaseProblem(error));
  }

  async function takeKept(): Promise<void> {
    const kept = taken === null ? await newestKept(storage) : null;
    if (kept !== null) await take({ open: kept.id, without: [...kept.excluded] });
  }

  async function take(release: Opening): Promise<void> {
    const asked = new Set(workers);
    await Promise.all(Array.from(asked, (worker) => open(worker, release)));
    taken = release;
    for (const worker of workers) {
      if (asked.has(worker)) send(worker, { take: release.open });
      // It came meanwhile, and has opened the release before.
      else void welcome(worker);
    }
  }

  /** Resolves once the worker has opened a release, or has ended. Rejects where it cannot. */
  function open(worker: Worker, order: Opening): Promise<void> {
    const release = order.open;
    return new Promise((resolve, reject) => {
      const listen = (report: Report): void => {
        if ('opened' in report && report.opened === release) {
          end();
          if (reported !== release) onRelease(release, report.articles, report.site);
          reported = release;
        } else if ('failed' in report && report.failed === release) {
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
      send(worker, order);
    });
  }

  async function close(): Promise<void> {
    closing = true;
    stop();
    source.close();
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const ended = all.map((worker) => once(worker, 'exit'));
    for (const worker of all) worker.process.kill('SIGTERM');
    await Promise.all(ended);
  }
}

function send(worker: Worker, order: Order | Damage): void {
  if (worker.isConnected()) worker.send(order);
}

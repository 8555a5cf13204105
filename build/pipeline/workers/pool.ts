import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Tinypool } from 'tinypool';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { packageFolder } from '../../package/package.ts';
import { ChangedMeanwhile } from '../../source/read-real.ts';
import { DamagedStore } from '../incremental/article-record.ts';
import type { Failure, Message, Outcome } from './messages.ts';

/** Threads, started when they are first needed. */
export interface Pool {
  /** Sends each message to an export of `worker.ts`, and hands the results on as they come. */
  run<Sent extends Message, Result>(
    name: string,
    messages: Iterable<Sent>,
    onResult: (result: Result, message: Sent) => void,
  ): Promise<void>;
  end(): Promise<void>;
}

/** `count` threads; null for one for each core. */
export function createPool(count: number | null): Pool {
  let pool: Tinypool | null = null;
  /** The error that kept a worker from starting. Its tasks would wait for ever. */
  let broken: { error: unknown } | null = null;
  const waiting = new Set<(error: unknown) => void>();
  return { run, end };

  async function run<Sent extends Message, Result>(
    name: string,
    messages: Iterable<Sent>,
    onResult: (result: Result, message: Sent) => void,
  ): Promise<void> {
    const workers = count ?? availableParallelism();
    pool ??= await start(workers, giveUp);
    const running = pool;
    // One task more than a worker has waits, so that none of them does.
    await inLanes(workers * 2, messages, async (message) => {
      const outcome: Outcome<Result> = await orGiveUp(running.run(message, { name }));
      if ('failure' in outcome) throw toError(outcome.failure);
      onResult(outcome.result, message);
    });
  }

  async function end(): Promise<void> {
    const ending = pool;
    pool = null;
    // Tinypool waits with `once`, which calls `removeListener` of a worker that fails to start meanwhile.
    for (const worker of ending?.threads ?? []) Object.assign(worker, { removeListener() {} });
    // A worker that never started has nothing to lose.
    await ending?.destroy().catch(() => {});
  }

  function giveUp(error: unknown): void {
    broken ??= { error };
    for (const reject of waiting) reject(error);
  }

  /** Not `Promise.race`, which would keep every result as long as there are workers. */
  function orGiveUp<T>(result: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (broken !== null) reject(broken.error);
      waiting.add(reject);
      result.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  }
}

async function start(workers: number, onError: (error: unknown) => void): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    // Compiled, also where tests run the sources.
    filename: join(packageFolder(), 'dist', 'build', 'worker.js'),
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 2,
    // A worker that waits in `Atomics.wait` would not finish what else it has under way.
    useAtomics: false,
  });
  pool.on('error', onError);
  return pool;
}

/** Errors that callers know by their class. */
const classes: Readonly<Record<string, new (message: string) => Error>> = {
  DamagedStore,
  ChangedMeanwhile,
  UsageError,
};

function toError({ name, message, ...rest }: Failure): Error {
  const Class = classes[name] ?? Error;
  return Object.assign(new Class(message), rest);
}

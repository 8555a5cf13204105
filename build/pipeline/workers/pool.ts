import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Tinypool } from 'tinypool';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { packageFolder } from '../../package/package.ts';
import { ChangedMeanwhile } from '../../source/read-real.ts';
import { DamagedStore } from '../incremental/articles-log.ts';
import type { Failure, Message, Outcome } from './messages.ts';

/** `count` threads, started when they are first needed; null for one for each core. */
export function createPool(count: number | null) {
  let threads: Tinypool[] | null = null;
  /** The error that kept a worker from starting. Its tasks would wait for ever. */
  let broken: { error: unknown } | null = null;
  const waiting = new Set<(error: unknown) => void>();
  return { run, end };

  /** Sends each message to an export of `worker.ts`, and hands the results on as they come, with the number of the thread. */
  async function run<Sent extends Message, Result>(
    name: string,
    messages: readonly Sent[],
    onResult: (result: Result, message: Sent, thread: number) => void,
  ): Promise<void> {
    threads ??= await start(count ?? availableParallelism(), giveUp);
    const left = [...messages];
    // One task more than a worker has waits, so that none of them does.
    const lanes = [...threads.entries()].flatMap((lane) => [lane, lane]);
    await inLanes(lanes.length, lanes, async ([number, thread]) => {
      try {
        for (let message = next(number); message !== undefined; message = next(number)) {
          const outcome: Outcome<Result> = await orGiveUp(thread.run(message, { name }));
          if ('failure' in outcome) throw toError(outcome.failure);
          onResult(outcome.result, message, number);
        }
      } catch (error) {
        left.length = 0;
        throw error;
      }
    });

    /** The first for this thread, or else the last of another. */
    function next(number: number): Sent | undefined {
      const own = left.findIndex(({ thread = number }) => thread === number);
      return left.splice(own, 1)[0];
    }
  }

  async function end(): Promise<void> {
    const ending = threads ?? [];
    threads = null;
    // Tinypool waits with `once`, which calls `removeListener` of a worker that fails to start meanwhile.
    for (const worker of ending.flatMap(({ threads }) => threads)) Object.assign(worker, { removeListener() {} });
    // A worker that never started has nothing to lose.
    await Promise.all(ending.map((thread) => thread.destroy().catch(() => {})));
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

/** A pool for each thread, so that a task can be sent to one of them. */
async function start(count: number, onError: (error: unknown) => void): Promise<Tinypool[]> {
  const { Tinypool } = await import('tinypool');
  return Array.from({ length: count }, () => {
    const thread = new Tinypool({
      // Compiled, also where tests run the sources.
      filename: join(packageFolder(), 'dist', 'build', 'worker.js'),
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: 2,
      // A worker that waits in `Atomics.wait` would not finish what else it has under way.
      useAtomics: false,
    });
    thread.on('error', onError);
    return thread;
  });
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

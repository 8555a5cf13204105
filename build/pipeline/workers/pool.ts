import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UsageError } from '../../../src/usage-error.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { packageFolder } from '../../package/package.ts';
import { ChangedMeanwhile } from '../../source/read-real.ts';
import { DamagedStore } from '../incremental/articles-log.ts';
import type { Asked, Done, Failure, Message, WorkOutcome } from './messages.ts';

/** `count` threads, started when they are first needed; null for one for each core. */
export function createPool(count: number | null) {
  let threads: Thread[] = [];
  return { run, end, isStarted: () => threads.length > 0 };

  /** Sends each message to a job of `worker.ts`, and hands the results on as they come, with the number of the thread. */
  async function run<Sent extends Message, Result>(
    name: string,
    messages: readonly Sent[],
    onResult: (result: Result, message: Sent, thread: number) => void,
  ): Promise<void> {
    if (threads.length === 0) threads = Array.from({ length: count ?? availableParallelism() }, startThread);
    const left = [...messages];
    // One task more than a worker has waits, so that none of them does.
    const lanes = [...threads.entries()].flatMap((lane) => [lane, lane]);
    await inLanes(lanes.length, lanes, async ([number, thread]) => {
      try {
        for (let message = next(number); message !== undefined; message = next(number)) {
          const outcome = (await thread.ask(name, message)) as WorkOutcome<Result>;
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
    const ending = threads;
    threads = [];
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }
}

interface Thread {
  worker: Worker;
  /** Rejects where the thread ends before it responds, or never started. */
  ask(name: string, message: Message): Promise<WorkOutcome<unknown>>;
}

function startThread(): Thread {
  // Compiled, also where tests run the sources.
  const worker = new Worker(join(packageFolder(), 'dist', 'build', 'worker.js'));
  const waiting = new Map<number, { resolve(outcome: WorkOutcome<unknown>): void; reject(error: unknown): void }>();
  let ended: { error: unknown } | null = null;
  let last = 0;
  const fail = (error: unknown): void => {
    ended ??= { error };
    for (const { reject } of waiting.values()) reject(ended.error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('A thread has ended.')));
  worker.on('message', ({ id, outcome }: Done) => {
    waiting.get(id)?.resolve(outcome);
    waiting.delete(id);
  });
  return {
    worker,
    ask: (name, message) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended.error);
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, message } satisfies Asked);
      }),
  };
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

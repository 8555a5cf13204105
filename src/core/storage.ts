import type { Awaitable } from './awaitable.ts';

/** The clock of a store, which is right where this machine's is not. */
export interface StorageClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A sentence for anybody where this machine's clock differs by more than two seconds; else null. */
  problem(): string | null;
  /** `listener` is called with that sentence, at most once a minute. */
  onProblem(listener: (problem: string) => void): void;
  counts(): StoreCounts;
}

/** What became of the requests to a store. */
export interface StoreCounts {
  requests: number;
  /** Those without a response, and those with 429 or 5xx. */
  failures: number;
  /** Seconds since the last request that was no failure; null before the first. */
  sinceSuccess: number | null;
  /** Seconds by which this machine's clock is ahead of the store's, at least; negative where it is behind. */
  clockDifference: number;
}

/** Where the files of a release come from. */
export interface Storage {
  /**
   * The bytes of a file, or of `start` up to but not including `end`: all of them. Null where there is no such file, or where it ends
   * before `end`. Rejects with `FailedRead` where its store did not give it. `path` is one that the release itself names, never
   * text from a request.
   */
  read(path: string, start?: number, end?: number): Awaitable<Uint8Array | null>;
  /** Bytes of a file; null where there is no such file. Where a storage has no `size`, a file is read whole to learn it. */
  size?(path: string): Awaitable<number | null>;
  /**
   * A text that changes when the file does; null where there is no such file. Where a storage has no `stamp`, public pages are read again
   * after 5 seconds.
   */
  stamp?(path: string): Awaitable<string | null>;
  /** Says which articles are published; this machine's clock by default. */
  readonly clock?: StorageClock;
  /** A range costs as much as the file. Bodies then come from `wholeFiles`. */
  readonly isWhole?: true;
  /** A request must not wait for a reading that another one began, as workerd demands: readings under way are not shared. */
  readonly noSharedWaits?: true;
}

/** Reads the files of a folder that `storage` reads; `folder` ends with a slash. */
export function below(storage: Storage, folder: string): Storage {
  const { size, stamp } = storage;
  return {
    ...storage,
    read: (path, start, end) => storage.read(`${folder}${path}`, start, end),
    ...(size && { size: (path: string) => size.call(storage, `${folder}${path}`) }),
    ...(stamp && { stamp: (path: string) => stamp.call(storage, `${folder}${path}`) }),
  };
}

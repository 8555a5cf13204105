import type { Awaitable } from './awaitable.ts';

/** Where the files of a release come from. */
export interface Reader {
  /**
   * The bytes of a file, or of `start` up to but not including `end`: all of them. Null where there is no such file, or where it ends
   * before `end`. Rejects with `FailedRead` where its store did not give it. `path` is one that the release itself names, never
   * text from a request.
   */
  read(path: string, start?: number, end?: number): Awaitable<Uint8Array | null>;
}

import type { Awaitable } from './awaitable.ts';

/** Where the files of a release come from. */
export interface Reader {
  /**
   * The bytes of a file, or of `start` up to but not including `end`; null where there is no such file.
   * `path` is one that the release itself names, never text from a request.
   */
  read(path: string, start?: number, end?: number): Awaitable<Uint8Array | null>;
}

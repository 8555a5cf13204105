import type { Awaitable } from '../../../src/core/awaitable.ts';
import type { Storage } from '../../../src/core/storage.ts';

/**
 * Where files are that commands write: a folder, or an object store. Paths are below it; in the place of a release they
 * are below `api/v1`, but those of assets, which begin with `media/`.
 */
export interface FileStore extends Pick<Storage, 'read'> {
  /** A file that may be written again, whole; null where there is none. */
  find(path: string): Awaitable<StoredFile | null>;
  /**
   * Writes a file, whole or not at all. With `before` only where that still is there, null for no file; else this is
   * null. Content that is there already gets a new time.
   */
  write(path: string, bytes: Uint8Array<ArrayBuffer>, before?: StoredFile | null): Promise<StoredFile | null>;
  /** Null where there is no such file. In an object store as it was when it was listed. */
  stateOf(path: string): FileState | null;
  /** Paths of the files in a folder, which ends with a slash, and below it. */
  list(folder: string): Promise<string[]>;
  /** Removes those of these files that are there; with `before` only where that still is. */
  remove(paths: readonly string[], before?: StoredFile): Promise<{ files: number; bytes: number }>;
  /** Seconds since 1970 by the clock from which files have their times. */
  time(): Awaitable<number>;
}

export interface FileState {
  /** In bytes. */
  size: number;
  /** When it was written, in seconds. */
  written: number;
  /** Another for each that is written: in an object store the entity tag, null where it gives none. */
  version: string | null;
}

/** As it was when it was found. */
export interface StoredFile extends Omit<FileState, 'size'> {
  bytes: Uint8Array;
}

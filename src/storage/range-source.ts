import type { Awaitable } from '../core/awaitable.ts';
import type { FileRange } from '../core/body.ts';

/** Bytes that do not change until `release`. */
export interface AcquiredBytes {
  pieces: Uint8Array[];
  release(): void;
}

/** Where the files of a body come from. */
export interface RangeSource {
  /** The bytes of a part of a body; null where its file is not there. Throws `DamagedFile` where they are not what was written. */
  acquire(range: FileRange): Awaitable<AcquiredBytes | null>;
}

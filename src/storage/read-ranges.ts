import { type Awaitable, whenReady } from '../core/awaitable.ts';
import type { FileRange } from '../core/body.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checkedBytes } from '../core/format.ts';
import type { Storage } from '../core/storage.ts';
import { isAsWritten } from './is-as-written.ts';
import type { AcquiredBytes, RangeSource } from './range-source.ts';
import { toHeld } from './to-held.ts';

/**
 * By a storage alone: each range is read when it is asked for, with what stands around it in its first and last checked block, and
 * checked. What is not as it was written is read a second time; then `hold` throws `DamagedFile`.
 */
export function readRanges(storage: Storage, check = isAsWritten): RangeSource {
  return { acquire: (range) => attempt(range, true) };

  function attempt(range: FileRange, isFirst: boolean): Awaitable<AcquiredBytes | null> {
    const { file, start, end, checksums } = range;
    const first = Math.floor(start / checkedBytes);
    const last = Math.ceil(end / checkedBytes);
    const from = first * checkedBytes;
    return whenReady(storage.read(file, from, Math.min(last * checkedBytes, checksums.size)), (bytes) => {
      if (bytes === null) return null;
      if (!check(bytes, first, last, checksums, crc32OfBytes)) {
        if (isFirst) return attempt(range, false);
        throw new DamagedFile(file);
      }
      return toHeld(bytes.subarray(start - from, end - from), range);
    });
  }
}

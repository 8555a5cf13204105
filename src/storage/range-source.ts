import { type Awaitable, whenReady } from '../core/awaitable.ts';
import { type Checksums, copyWithout, type FileRange } from '../core/body.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checkedBytes } from '../core/format.ts';
import type { Storage } from '../core/storage.ts';

/** Bytes that do not change until `release`. */
export interface AcquiredBytes {
  chunks: Uint8Array[];
  release(): void;
}

/** Where the files of a body come from. */
export interface RangeSource {
  /** The bytes of a part of a body; null where its file is not there. Throws `DamagedFile` where they are not what was written. */
  acquire(range: FileRange): Awaitable<AcquiredBytes | null>;
}

/**
 * For one body, by a storage alone: each range is read when it is asked for, together with the rest of its first and
 * last checked block, and checked; all ranges of one span at once. What is not as it was written is read a second time;
 * then `acquire` throws `DamagedFile`.
 */
export function readRanges(storage: Storage, check = isAsWritten): RangeSource {
  const spans = new Map<string, Awaitable<Uint8Array | null>>();
  return {
    acquire(range) {
      const { file, start, end, span = range } = range;
      const key = `${span.start} ${file}`;
      const reading = spans.get(key) ?? readSpan(range, span, true);
      if (range.span !== undefined) spans.set(key, reading);
      return whenReady(reading, (bytes) => {
        return bytes && acquireFrom(bytes.subarray(start - span.start, end - span.start), range);
      });
    },
  };

  function readSpan(
    { file, checksums }: Pick<FileRange, 'file' | 'checksums'>,
    span: { start: number; end: number },
    isFirst: boolean,
  ): Awaitable<Uint8Array | null> {
    const first = Math.floor(span.start / checkedBytes);
    const last = Math.ceil(span.end / checkedBytes);
    const from = first * checkedBytes;
    return whenReady(storage.read(file, from, Math.min(last * checkedBytes, checksums.size)), (bytes) => {
      if (bytes === null) return null;
      if (check(bytes, first, last, checksums, crc32OfBytes)) return bytes.subarray(span.start - from, span.end - from);
      if (isFirst) return readSpan({ file, checksums }, span, false);
      throw new DamagedFile(file);
    });
  }
}

/**
 * Whether `bytes`, which begin with the checked block `first` of a file, hold the blocks up to but not including `end`
 * as they were written.
 */
export function isAsWritten(
  bytes: Uint8Array,
  first: number,
  end: number,
  { size, blocks }: Checksums,
  crc32: (bytes: Uint8Array) => number,
): boolean {
  const from = first * checkedBytes;
  for (let block = first; block < end; block++) {
    const start = block * checkedBytes - from;
    const stop = Math.min((block + 1) * checkedBytes, size) - from;
    if (stop > bytes.length || crc32(bytes.subarray(start, stop)) !== blocks[block]) return false;
  }
  return true;
}

/** A range whose bytes are all in memory: `bytes`, except what is excluded. */
export function acquireFrom(bytes: Uint8Array, { start, without }: FileRange): AcquiredBytes {
  if (without === null) return { chunks: [bytes], release };
  const left = new Uint8Array(bytes.length);
  return { chunks: [left.subarray(0, copyWithout(without.cuts, bytes, start, left))], release };
}

/** The garbage collector takes the memory back. */
function release(): void {}

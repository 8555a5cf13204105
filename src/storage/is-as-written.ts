import type { Checksums } from '../core/body.ts';
import { checkedBytes } from '../core/format.ts';

/** CRC-32 of bytes. */
export type Crc32 = (bytes: Uint8Array) => number;

/**
 * Whether `bytes`, which stand in a file from the start of its checked block `first` on, hold the blocks from there up to but not
 * including `end` as they were written.
 */
export function isAsWritten(
  bytes: Uint8Array,
  first: number,
  end: number,
  { size, blocks }: Checksums,
  crc32: Crc32,
): boolean {
  const from = first * checkedBytes;
  for (let block = first; block < end; block++) {
    const start = block * checkedBytes - from;
    const stop = Math.min((block + 1) * checkedBytes, size) - from;
    if (stop > bytes.length || crc32(bytes.subarray(start, stop)) !== blocks[block]) return false;
  }
  return true;
}

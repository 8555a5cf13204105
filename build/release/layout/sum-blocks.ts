import { crc32 } from 'node:zlib';
import { leaveOut } from '../../../src/core/body.ts';
import type { ContentCoding } from '../../../src/core/content-coding.ts';
import { checkedBytes } from '../../../src/core/format.ts';
import type { PageTable } from '../../../src/core/page-table.ts';
import type { BlockChecksums } from '../../../src/core/write-page-table.ts';

/** CRC-32s of the blocks of a page file, or of its gzip coding, up to the end of its last article, as it is and without its cuts. */
export function sumBlocks(bytes: Uint8Array, table: PageTable, coding: ContentCoding): BlockChecksums[ContentCoding] {
  const served = bytes.subarray(0, table.end(table.length - 1, coding, false));
  const cuts = table.cuts(coding);
  if (cuts.length === 0) return { plain: sum(served), without: [] };
  const left = new Uint8Array(served.length);
  return { plain: sum(served), without: sum(left.subarray(0, leaveOut(served, left, 0, 0, cuts))) };
}

function sum(bytes: Uint8Array): number[] {
  const count = Math.ceil(bytes.length / checkedBytes);
  return Array.from({ length: count }, (_, i) => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes)));
}

import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { gzipTrailer, stored } from './gzip.ts';
import type { PageTable } from './page-table.ts';

/** What stands behind the last article of a page file, or of its gzip coding: a text of bytes, one for each character. */
export function closingOf(table: PageTable, coding: ContentCoding): string {
  if (coding === 'identity') return closing;
  const last = table.length - 1;
  const size = table.end(last, 'identity', false) + closing.length;
  const crc = extendCrc32(table.crcAfter(last, false), closing.length) ^ crc32(closing);
  return stored(closing, true) + gzipTrailer(crc, size);
}

const closing = ']';

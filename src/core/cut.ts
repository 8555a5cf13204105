import type { Body, FileRange, OwnFile, Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { articlePath, checksumOf, gzipPath, pagePath } from './format.ts';
import { gzipHeader, gzipTrailer, stored } from './gzip.ts';
import { comma, type PageSlice, type PageTable } from './page-table.ts';

/**
 * The articles of `slices` between `head` and `tail`, which are ASCII: ranges of page files, with the commas between.
 * Nothing is compressed: in the gzip coding, the ranges are deflate blocks that need nothing before them, the text
 * between them goes in stored blocks, and the CRC is made of those in the tables.
 */
export function cut(
  head: string,
  slices: readonly PageSlice[],
  tail: string,
  coding: ContentCoding,
  excludeH1: boolean,
): Body {
  const gzip = coding === 'gzip';
  const parts: Part[] = [];
  let literal = gzip ? gzipHeader : '';
  let size = 0;
  let crc = 0;
  let length = 0;

  const addText = (text: string, isFinal: boolean): void => {
    literal += gzip ? stored(text, isFinal) : text;
    if (!gzip) return;
    crc = extendCrc32(crc, text.length) ^ crc32(text);
    length += text.length;
  };
  const addLiteral = (): void => {
    if (literal === '') return;
    parts.push(literal);
    size += literal.length;
    literal = '';
  };

  if (head !== '') addText(head, false);
  for (const [index, slice] of slices.entries()) {
    if (index > 0) addText(comma, false);
    addLiteral();
    const { table, from, to } = slice;
    const range = toRange(slice, coding, excludeH1);
    parts.push(range);
    size += range.size;
    if (!gzip) continue;
    const last = to - 1;
    const plain = table.end(last, 'identity', excludeH1) - table.start(from, 'identity', excludeH1);
    crc = extendCrc32(crc ^ table.crcBefore(from, excludeH1), plain) ^ table.crcAfter(last, excludeH1);
    length += plain;
  }
  if (gzip || tail !== '') addText(tail, true);
  if (gzip) literal += gzipTrailer(crc, length);
  addLiteral();
  return { parts, size };
}

function toRange({ page, table, from, to }: PageSlice, coding: ContentCoding, excludeH1: boolean): FileRange {
  const last = to - 1;
  const start = table.start(from, coding, false);
  const end = table.end(last, coding, false);
  const file = coding === 'gzip' ? gzipPath(page) : pagePath(page);
  const shortStart = table.start(from, coding, true);
  const size = excludeH1 ? table.end(last, coding, true) - shortStart : end - start;
  const checksums = table.checksums(coding, false);
  const own = coding === 'identity' && from === last ? () => toOwnFile(table, from) : undefined;
  if (size === end - start) return { file, start, end, size, checksums, without: null, own };
  const without = { start: shortStart, cuts: table.cuts(coding), checksums: table.checksums(coding, true) };
  return { file, start, end, size, checksums, without, own };
}

function toOwnFile(table: PageTable, slot: number): OwnFile {
  const hash = table.hash(slot);
  return { path: articlePath(table.id(slot), hash), crc: checksumOf(hash) };
}

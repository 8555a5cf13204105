import type { Body, FileRange, OwnFile, Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { cutView } from './cut-view.ts';
import { articlePath, checksumOf, gzipPath, pagePath, withoutH1Path } from './format.ts';
import { gzipHeader, gzipTrailer, lastBlock, storedBlocks } from './gzip.ts';
import { brace, comma, type PageSlice, type PageTable } from './page-table.ts';
import { needsViews, type View } from './view.ts';

/**
 * The articles of `slices` between `head` and `tail`, which are ASCII: ranges of page files, with the
 * commas between. Nothing is compressed.
 */
export function cut(head: string, slices: readonly PageSlice[], tail: string, coding: ContentCoding, view: View): Body {
  if (needsViews(view)) return cutView(head, slices, tail, coding, view);
  const { excludeH1 } = view;
  return coding === 'gzip' ? cutGzip(head, slices, tail, excludeH1) : cutPlain(head, slices, tail, excludeH1);
}

function cutPlain(head: string, slices: readonly PageSlice[], tail: string, excludeH1: boolean): Body {
  const parts: Part[] = head === '' ? [] : [head];
  for (const [index, slice] of slices.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(toPlainRange(slice, excludeH1));
  }
  if (tail !== '') parts.push(tail);
  return { parts, size: sizeOf(parts) };
}

function toPlainRange({ page, table, from, to }: PageSlice, excludeH1: boolean): FileRange {
  const last = to - 1;
  const start = table.start(from, 'identity', false);
  const end = table.end(last, 'identity', false);
  const startWithout = table.start(from, 'identity', true);
  const size = table.end(last, 'identity', true) - startWithout;
  const checksums = table.checksums('identity', false);
  const own = from === last ? () => toOwnFile(table, from) : undefined;
  const whole = { file: pagePath(page), start, end, size: end - start, checksums, without: null, own };
  if (!excludeH1 || size === end - start) return whole;
  const without = {
    name: 'headings',
    start: startWithout,
    cuts: table.cuts(),
    checksums: table.checksums('identity', true),
  };
  return { ...whole, size, without };
}

function toOwnFile(table: PageTable, slot: number): OwnFile {
  const hash = table.hash(slot);
  return { path: articlePath(table.id(slot), hash), crc: checksumOf(hash) };
}

/**
 * One gzip member: the ranges are deflate streams that need nothing before them, the text between them goes in stored blocks, and the
 * CRC-32 is made of those in the tables.
 */
function cutGzip(head: string, slices: readonly PageSlice[], tail: string, excludeH1: boolean): Body {
  const parts: Part[] = [];
  let literal = gzipHeader;
  let isAfterStream = false;
  let crc = 0;
  let length = 0;
  const addText = (text: string): void => {
    literal += storedBlocks(text, isAfterStream);
    isAfterStream = false;
  };
  const addRange = (range: FileRange): void => {
    parts.push(literal, range);
    literal = '';
    isAfterStream = true;
  };
  const count = (text: string): void => {
    crc = extendCrc32(crc, text.length) ^ crc32(text);
    length += text.length;
  };

  if (head !== '') addText(head);
  count(head);
  for (const [index, slice] of slices.entries()) {
    if (index > 0) count(comma);
    for (const [n, range] of toStreams(slice, excludeH1).entries()) {
      if (index > 0 || n > 0) addText(brace + comma);
      addRange(range);
    }
    const { table, from, to } = slice;
    const last = to - 1;
    const plain = table.end(last, 'identity', excludeH1) - table.start(from, 'identity', excludeH1);
    crc = extendCrc32(crc ^ table.crcBefore(from, excludeH1), plain) ^ table.crcAfter(last, excludeH1);
    length += plain;
  }
  addText(slices.length === 0 ? tail : brace + tail);
  count(tail);
  parts.push(literal + lastBlock + gzipTrailer(crc, length));
  return { parts, size: sizeOf(parts) };
}

/**
 * The streams of a slice: one range of the gzip form; with `excludeH1`, a range for each run of neighbours that have level-one headings,
 * which are in another file without them, and for each run of others.
 */
function toStreams(slice: PageSlice, excludeH1: boolean): FileRange[] {
  const { table, from, to } = slice;
  if (!excludeH1) return [toStream(slice, from, to, false)];
  const ranges: FileRange[] = [];
  const spans = new Map<boolean, { start: number; end: number }>();
  for (let first = from, next = from; first < to; first = next) {
    const isWithout = table.hasCuts(first);
    for (next = first + 1; next < to && table.hasCuts(next) === isWithout; ) next++;
    const range = toStream(slice, first, next, isWithout);
    const span = spans.get(isWithout) ?? { start: range.start, end: 0 };
    span.end = range.end;
    spans.set(isWithout, span);
    ranges.push({ ...range, ...(next - first < to - from && { span }) });
  }
  return ranges;
}

function toStream({ page, table }: PageSlice, from: number, to: number, isWithout: boolean): FileRange {
  const start = table.start(from, 'gzip', isWithout);
  const end = table.end(to - 1, 'gzip', isWithout);
  const file = isWithout ? withoutH1Path(page) : gzipPath(page);
  return { file, start, end, size: end - start, checksums: table.checksums('gzip', isWithout), without: null };
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((size, part) => size + (typeof part === 'string' ? part.length : part.size), 0);
}

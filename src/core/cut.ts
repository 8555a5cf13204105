import type { Body, FileRange, Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { sumsOf, toPieces } from './cut-view.ts';
import { gzipHeader, gzipTrailer, lastBlock, maxStored, storedBlocks, storedHeader, storedLength } from './gzip.ts';
import { brace, comma, type PageSlice } from './page-table.ts';
import type { View } from './view.ts';

/**
 * The articles of `slices` between `head` and `tail`, which are ASCII: ranges of files, with the commas between. Neighbours are a few
 * ranges, whatever their number, except where one body is excluded, or details follow bodies: these are some for each article.
 *
 * Nothing is compressed. With gzip, which heads do not have here, it is one member: the ranges are deflate streams that need nothing before
 * them, the text between them and details go in stored blocks, and the CRC-32 is made of those in the tables.
 */
export function cut(head: string, slices: readonly PageSlice[], tail: string, coding: ContentCoding, view: View): Body {
  const zips = coding === 'gzip';
  const parts: Part[] = [];
  let literal = zips ? gzipHeader : '';
  let text = head;
  let isAfterStream = false;
  let [crc, length] = [0, 0];
  const count = (size: number, crcOfSize: number): void => {
    crc = extendCrc32(crc, size) ^ crcOfSize;
    length += size;
  };
  const store = (): void => {
    // A stream ends with the header of a stored block.
    literal += zips ? storedBlocks(text, isAfterStream) : text;
    [text, isAfterStream] = ['', false];
  };
  if (zips) count(head.length, crc32(head));
  for (const [index, slice] of slices.entries()) {
    if (zips) {
      const sums = sumsOf(slice, view);
      if (index > 0) count(comma.length, crcOfComma);
      count(sums.length, sums.crc);
    }
    let isFirst = index === 0;
    for (const { ranges, isDetails } of toPieces(slice, zips, view)) {
      if (zips && isDetails) {
        for (const block of ranges.flatMap(toBlocks)) {
          // As above.
          parts.push(literal + (isAfterStream ? '' : storedHeader) + storedLength(block.size), block);
          [literal, isAfterStream] = ['', false];
        }
        continue;
      }
      if (!isFirst && !isDetails) text += brace + comma;
      isFirst = false;
      if (text !== '' || isAfterStream) store();
      if (literal !== '') parts.push(literal);
      parts.push(...ranges);
      [literal, isAfterStream] = ['', zips];
    }
  }
  text += slices.length === 0 ? tail : brace + tail;
  store();
  if (zips) {
    count(tail.length, crc32(tail));
    literal += lastBlock + gzipTrailer(crc >>> 0, length);
  }
  if (literal !== '') parts.push(literal);
  addSpans(parts);
  return { parts, size: parts.reduce((size, part) => size + sizeOf(part), 0) };
}

const crcOfComma = crc32(comma);

function sizeOf(part: Part): number {
  return typeof part === 'string' || part instanceof Uint8Array ? part.length : part.size;
}

/** Of as many bytes as a stored block holds. */
function toBlocks(range: FileRange): FileRange[] {
  const blocks: FileRange[] = [];
  for (let start = range.start, end = start; start < range.end; start = end) {
    end = Math.min(start + maxStored, range.end);
    blocks.push({ ...range, start, end, size: end - start });
  }
  return blocks;
}

/** A storage without a cache reads the ranges of one file at once. */
function addSpans(parts: readonly Part[]): void {
  const spans = new Map<string, { ranges: FileRange[]; start: number; end: number }>();
  for (const range of parts) {
    if (typeof range === 'string' || range instanceof Uint8Array) continue;
    const span = spans.get(range.file) ?? { ranges: [], start: range.start, end: range.end };
    span.ranges.push(range);
    span.start = Math.min(span.start, range.start);
    span.end = Math.max(span.end, range.end);
    spans.set(range.file, span);
  }
  for (const { ranges, start, end } of spans.values()) {
    if (ranges.length > 1) for (const range of ranges) range.span = { start, end };
  }
}

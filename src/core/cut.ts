import type { Body, FileRange, Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { sumsOf, toPieces } from './cut-view.ts';
import { gzipHeader, gzipTrailer, lastBlock, storedBlocks } from './gzip.ts';
import { brace, comma, type PageSlice } from './page-table.ts';
import type { View } from './view.ts';

/**
 * The articles of `slices` between `head` and `tail`, which are ASCII: ranges of files, with the commas between. Neighbours are a few
 * ranges, whatever their number, except where details follow bodies: these are two for each article.
 *
 * Nothing is compressed. With gzip it is one member: the ranges are deflate streams that need nothing before them, the text between them
 * goes in stored blocks, and the CRC-32 is made of those in the tables.
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
    for (const { isSame, ...range } of toPieces(slice, zips, view)) {
      if (!isFirst && isSame !== true) text += brace + comma;
      isFirst = false;
      if (text !== '' || isAfterStream) store();
      if (literal !== '') parts.push(literal);
      parts.push(range);
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
  return { parts, size: parts.reduce((size, part) => size + (typeof part === 'string' ? part.length : part.size), 0) };
}

const crcOfComma = crc32(comma);

/** A storage without a cache reads the ranges of one file at once. */
function addSpans(parts: readonly Part[]): void {
  const spans = new Map<string, { ranges: FileRange[]; start: number; end: number }>();
  for (const range of parts) {
    if (typeof range === 'string') continue;
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

import { crc32, extendCrc32 } from './crc32.ts';
import { gzipHeader, storedHeader, storedText } from './gzip.ts';
import { hash64 } from './hash.ts';
import {
  brace,
  comma,
  type HeadsPlace,
  headsPlaces,
  opening,
  recordsSize,
  type ViewNumber,
  viewNumbers,
} from './page-table.ts';
import { sealOf, sealSize } from './seal.ts';

/** An article as a table needs it. */
export interface TableEntry {
  id: number;
  title: string;
  slug: string;
  publishAt: number;
  modified: number;
  /** 32 hexadecimal digits. */
  hash: string;
  /** Bytes of its JSON, of its deflate stream, and of that without level-one headings: 0 where it has none. */
  size: number;
  streamSize: number;
  streamSizeWithout: number;
  /** Pairs of offsets from the first byte of its JSON, ascending. */
  cuts: readonly number[];
  /** CRC-32 of its JSON, and of its JSON without the cuts. */
  crc: number;
  crcWithout: number;
  /**
   * Bytes of its stream of all but `html`, and pairs of offsets in it, ascending, of level-one headings; none where
   * they cannot be excluded.
   */
  markdownSize: number;
  streamCuts: readonly number[];
  views: Record<ViewNumber, number>;
}

/** The deflate streams of an article; null is that without level-one headings where it has none. */
export interface Streams {
  whole: Uint8Array;
  without: Uint8Array | null;
  /** Of all but `html`. */
  markdown: Uint8Array;
  /** No stream: its details as JSON, from their comma on. */
  details: Uint8Array;
}

/**
 * The records of the table of the page file that holds these articles, newest first: the first is `[`, between them
 * stand commas. What else is in the table `sealPageTable` adds.
 */
export function writeRecords(entries: readonly TableEntry[]): Uint8Array {
  const cutCount = entries.reduce((sum, { cuts }) => sum + cuts.length / 2, 0);
  const streamCutCount = entries.reduce((sum, { streamCuts }) => sum + streamCuts.length / 2, 0);
  const bytes = new Uint8Array(recordsSize(entries.length, cutCount + streamCutCount));
  const view = new DataView(bytes.buffer);
  let at = recordsSize(0, 0);
  const put = (...numbers: number[]): void => {
    for (const number of numbers) {
      view.setUint32(at, number, true);
      at += 4;
    }
  };
  view.setUint32(0, entries.length, true);
  view.setUint32(4, cutCount, true);
  view.setUint32(8, streamCutCount, true);
  const places = placeInHeads(entries);
  const place = { identity: 0, identityWithout: 0, gzip: gzipStart, gzipWithout: gzipStart };
  let [crc, crcWithout] = [0, 0];
  const allCuts: number[] = [];
  for (const [slot, entry] of entries.entries()) {
    const separator = slot === 0 ? opening : comma;
    for (const coding of ['identity', 'identityWithout'] as const) place[coding] += separator.length;
    place.gzip += gzipSeparator(slot === 0);
    if (entry.cuts.length > 0) place.gzipWithout += gzipSeparator(place.gzipWithout === gzipStart);
    crc = extendCrc32(crc, separator.length) ^ crc32(separator);
    crcWithout = extendCrc32(crcWithout, separator.length) ^ crc32(separator);
    // One by one: they may be more than a call takes arguments.
    for (const offset of entry.cuts) allCuts.push(place.identity + offset);
    const size = entry.size - lengthOf(entry.cuts);
    put(entry.id);
    view.setFloat64(at, entry.publishAt, true);
    view.setFloat64(at + 8, entry.modified, true);
    at += 16;
    const hash = [0, 8, 16, 24].map((digit) => Number.parseInt(entry.hash.slice(digit, digit + 8), 16));
    put(...hash);
    // Cuts can change while the content does not.
    put(...(entry.cuts.length === 0 ? hash.slice(0, 2) : hash64(`${entry.hash}!${entry.cuts}`)));
    put(place.identity, place.identity + entry.size, place.identityWithout, place.identityWithout + size);
    put(place.gzip, place.gzip + entry.streamSize);
    if (entry.cuts.length === 0) put(0, 0);
    else put(place.gzipWithout, place.gzipWithout + entry.streamSizeWithout);
    const crcAfter = extendCrc32(crc, entry.size) ^ entry.crc;
    const crcAfterWithout = extendCrc32(crcWithout, size) ^ entry.crcWithout;
    put(crc, crcAfter, crcWithout, crcAfterWithout);
    put(...viewNumbers.map((name) => entry.views[name]));
    put(...headsPlaces.map((name) => places[slot]?.[name] ?? 0));
    place.identity += entry.size;
    place.identityWithout += size;
    place.gzip += entry.streamSize;
    place.gzipWithout += entry.streamSizeWithout;
    [crc, crcWithout] = [crcAfter, crcAfterWithout];
  }
  for (const offset of allCuts) put(offset);
  for (const [slot, { streamCuts }] of entries.entries())
    for (const offset of streamCuts) put((places[slot]?.streamStart ?? 0) + offset);
  return bytes;
}

/**
 * Where each article stands in the heads of its page: their texts as a JSON array, then the streams, each with what
 * stands between them.
 */
function placeInHeads(entries: readonly TableEntry[]): Record<HeadsPlace, number>[] {
  let at = 0;
  const take = (size: number, lead: number): number => {
    at += lead + size;
    return at - size;
  };
  const heads = entries.map(({ size, views }, slot) => {
    const head = size - views.html - views.markdown - brace.length + views.details;
    return take(head, slot === 0 ? opening.length : articleSeparator.length);
  });
  at += headsEnd.length;
  const streams = entries.map(({ markdownSize }, slot) => take(markdownSize, slot === 0 ? 0 : gzipSeparator(false)));
  return entries.map(({ markdownSize }, slot) => {
    const streamStart = streams[slot] ?? 0;
    return { head: heads[slot] ?? 0, streamStart, streamEnd: streamStart + markdownSize };
  });
}

/** What stands between two articles, from the closing brace of the first; and behind the last one. */
export const articleSeparator = brace + comma;
export const headsEnd = `${brace}]`;

/**
 * A table: its records, the files that it checks, in their order, and the titles and the slugs as one JSON array in
 * ASCII.
 */
export function sealPageTable(
  records: Uint8Array,
  name: string,
  checked: readonly { size: number; blocks: readonly number[] }[],
  texts: string,
): Uint8Array {
  const blocks = checked.flatMap((file) => file.blocks);
  const end = records.length + blocks.length * 4 + texts.length;
  const bytes = new Uint8Array(end + sealSize);
  const view = new DataView(bytes.buffer);
  bytes.set(records);
  for (const [i, size] of [texts.length, ...checked.map((file) => file.size)].entries())
    view.setUint32(12 + i * 4, size, true);
  for (const [i, checksum] of blocks.entries()) view.setUint32(records.length + i * 4, checksum, true);
  for (let i = 0; i < texts.length; i++) bytes[end - texts.length + i] = texts.charCodeAt(i);
  view.setUint32(end, sealOf(bytes.subarray(0, end), name), true);
  return bytes;
}

/** What begins a gzip form, and the bytes between two streams. */
const gzipStart = gzipHeader.length + storedHeader.length;
const gzipSeparator = (isFirst: boolean): number => storedText(isFirst ? opening : brace + comma).length;

/** Bytes up to the end of the last article, of a page file and its gzip forms; 0 where there is no such form. */
export interface PageSizes {
  identity: number;
  gzip: number;
  gzipWithout: number;
}

/** The sizes of the page file that holds these articles. */
export function measurePage(
  entries: readonly Pick<TableEntry, 'size' | 'streamSize' | 'streamSizeWithout'>[],
): PageSizes {
  const sizes = { identity: 0, gzip: gzipStart, gzipWithout: 0 };
  for (const { size, streamSize, streamSizeWithout } of entries) {
    sizes.identity += comma.length + size;
    sizes.gzip += gzipSeparator(sizes.gzip === gzipStart) + streamSize;
    if (streamSizeWithout === 0) continue;
    const isFirst = sizes.gzipWithout === 0;
    sizes.gzipWithout += (isFirst ? gzipStart : 0) + gzipSeparator(isFirst) + streamSizeWithout;
  }
  return sizes;
}

/** Bytes that pairs of offsets span. */
export function lengthOf(cuts: readonly number[]): number {
  let length = 0;
  for (let i = 0; i + 1 < cuts.length; i += 2) length += (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  return length;
}

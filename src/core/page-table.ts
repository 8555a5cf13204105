import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { gzipHeader, stored } from './gzip.ts';
import { hash64, type Lanes } from './hash.ts';

/**
 * Where the articles of a page file stand in it and in its gzip coding, what is left out of them, and their CRCs. Offsets
 * are bytes from the start of the file, ranges half-open.
 *
 * A table file is little-endian: two counts of 32 bits, articles and cuts; a record of `recordSize` bytes for each
 * article, newest first; for each cut, ascending, its range in the page file; and the same in the gzip coding.
 */
export interface PageTable {
  /** Articles of the page file. */
  length: number;
  id(slot: number): number;
  /** Seconds since 1970-01-01T00:00:00Z, as is `modified`. */
  publishAt(slot: number): number;
  /** The newest of its date-times. */
  modified(slot: number): number;
  /** 128 bits in hexadecimal: names the article's own file. */
  hash(slot: number): string;
  /** Hash of its content, or of its content without the cuts. */
  digest(slot: number, without: boolean): Lanes;
  /** First byte of an article, and the one behind its last; `without` counts as if no cut were in the file. */
  start(slot: number, coding: ContentCoding, without: boolean): number;
  end(slot: number, coding: ContentCoding, without: boolean): number;
  /** CRC-32 of the bytes of the page file before an article's first, and up to its last. */
  crcBefore(slot: number, without: boolean): number;
  crcAfter(slot: number, without: boolean): number;
  /** Pairs of offsets, ascending, that `exclude_h1` leaves out of the whole file. */
  cuts(coding: ContentCoding): Uint32Array;
}

/** An article as a table needs it. */
export interface TableEntry {
  id: number;
  publishAt: number;
  modified: number;
  /** 32 hexadecimal digits. */
  hash: string;
  /** Bytes of its JSON, and of its deflate blocks. */
  size: number;
  deflatedSize: number;
  /** Pairs of offsets from its first byte, ascending: in its JSON, and in its deflate blocks. */
  cuts: readonly number[];
  deflatedCuts: readonly number[];
  /** CRC-32 of its JSON, and of its JSON without the cuts. */
  crc: number;
  crcWithout: number;
}

const headerSize = 8;

/** Bytes of the record of an article, and where its fields begin. */
const recordSize = 92;
const field = {
  id: 0,
  publishAt: 4,
  modified: 12,
  hash: 20,
  digestWithout: 36,
  /** Each: start, end, and both without the cuts. */
  identity: 44,
  gzip: 60,
  /** Before, after, and both without the cuts. */
  crc: 76,
} as const;

/** Reads a table file. Throws where its size is not the one that its counts make. */
export function readPageTable(bytes: Uint8Array): PageTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < headerSize ? -1 : view.getUint32(0, true);
  const cutCount = bytes.length < headerSize ? -1 : view.getUint32(4, true);
  if (bytes.length !== pageTableSize(length, cutCount)) {
    throw new RangeError(`A page table of ${bytes.length} bytes says ${length} articles and ${cutCount} cuts.`);
  }
  const at = (slot: number, offset: number): number => headerSize + slot * recordSize + offset;
  const number = (slot: number, offset: number): number => view.getUint32(at(slot, offset), true);
  const known: Record<ContentCoding, Uint32Array | null> = { identity: null, gzip: null };
  return {
    length,
    id: (slot) => number(slot, field.id),
    publishAt: (slot) => view.getFloat64(at(slot, field.publishAt), true),
    modified: (slot) => view.getFloat64(at(slot, field.modified), true),
    hash: (slot) => [0, 4, 8, 12].map((part) => toHex(number(slot, field.hash + part))).join(''),
    digest: (slot, without) => {
      const from = without ? field.digestWithout : field.hash;
      return [number(slot, from), number(slot, from + 4)];
    },
    start: (slot, coding, without) => number(slot, field[coding] + (without ? 8 : 0)),
    end: (slot, coding, without) => number(slot, field[coding] + (without ? 12 : 4)),
    crcBefore: (slot, without) => number(slot, field.crc + (without ? 8 : 0)),
    crcAfter: (slot, without) => number(slot, field.crc + (without ? 12 : 4)),
    cuts: (coding) => {
      known[coding] ??= readCuts(coding);
      return known[coding];
    },
  };

  function readCuts(coding: ContentCoding): Uint32Array {
    const from = at(length, 0) + (coding === 'gzip' ? cutCount * 8 : 0);
    return Uint32Array.from({ length: cutCount * 2 }, (_, index) => view.getUint32(from + index * 4, true));
  }
}

/** Bytes of a table of so many articles and cuts. */
export function pageTableSize(length: number, cutCount: number): number {
  return headerSize + length * recordSize + cutCount * 16;
}

/** The table of the page file that holds these articles, newest first: the first is `[`, between them stand commas. */
export function writePageTable(entries: readonly TableEntry[]): Uint8Array {
  const cutCount = entries.reduce((sum, { cuts }) => sum + cuts.length / 2, 0);
  const bytes = new Uint8Array(pageTableSize(entries.length, cutCount));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (...numbers: number[]): void => {
    for (const number of numbers) {
      view.setUint32(at, number, true);
      at += 4;
    }
  };
  put(entries.length, cutCount);
  const place = { identity: 0, identityWithout: 0, gzip: gzipHeader.length, gzipWithout: gzipHeader.length };
  let [crc, crcWithout] = [0, 0];
  const allCuts: Record<ContentCoding, number[]> = { identity: [], gzip: [] };
  for (const [slot, entry] of entries.entries()) {
    const separator = slot === 0 ? opening : comma;
    for (const coding of ['identity', 'identityWithout'] as const) place[coding] += separator.length;
    for (const coding of ['gzip', 'gzipWithout'] as const) place[coding] += stored(separator).length;
    crc = extendCrc32(crc, separator.length) ^ crc32(separator);
    crcWithout = extendCrc32(crcWithout, separator.length) ^ crc32(separator);
    // One by one: they may be more than a call takes arguments.
    for (const offset of entry.cuts) allCuts.identity.push(place.identity + offset);
    for (const offset of entry.deflatedCuts) allCuts.gzip.push(place.gzip + offset);
    const size = entry.size - lengthOf(entry.cuts);
    const deflatedSize = entry.deflatedSize - lengthOf(entry.deflatedCuts);
    put(entry.id);
    view.setFloat64(at, entry.publishAt, true);
    view.setFloat64(at + 8, entry.modified, true);
    at += 16;
    const hash = [0, 8, 16, 24].map((digit) => Number.parseInt(entry.hash.slice(digit, digit + 8), 16));
    put(...hash);
    // Cuts can change while the content does not.
    put(...(entry.cuts.length === 0 ? hash.slice(0, 2) : hash64(`${entry.hash}!${entry.cuts}`)));
    put(place.identity, place.identity + entry.size, place.identityWithout, place.identityWithout + size);
    put(place.gzip, place.gzip + entry.deflatedSize, place.gzipWithout, place.gzipWithout + deflatedSize);
    const crcAfter = extendCrc32(crc, entry.size) ^ entry.crc;
    const crcAfterWithout = extendCrc32(crcWithout, size) ^ entry.crcWithout;
    put(crc, crcAfter, crcWithout, crcAfterWithout);
    place.identity += entry.size;
    place.identityWithout += size;
    place.gzip += entry.deflatedSize;
    place.gzipWithout += deflatedSize;
    [crc, crcWithout] = [crcAfter, crcAfterWithout];
  }
  for (const offset of allCuts.identity) put(offset);
  for (const offset of allCuts.gzip) put(offset);
  return bytes;
}

/** What stands before the first article of a page file, and before each other one. */
export const opening = '[';
export const comma = ',';

/** Bytes that pairs of offsets span. */
export function lengthOf(cuts: readonly number[]): number {
  let length = 0;
  for (let i = 0; i + 1 < cuts.length; i += 2) length += (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  return length;
}

function toHex(number: number): string {
  return number.toString(16).padStart(8, '0');
}

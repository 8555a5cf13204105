import { type Awaitable, whenReady } from './awaitable.ts';
import type { Checksums } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { checkedBytes, tablePath } from './format.ts';
import { gzipTrailer, lastBlock, storedText } from './gzip.ts';
import { type Lanes, toHex } from './hash.ts';
import type { PageViews } from './page-views.ts';
import { checkSeal, sealSize } from './seal.ts';
import type { Storage } from './storage.ts';

/**
 * Where the articles of a page file stand in it and in its gzip forms, what `exclude_h1` cuts out of them, and their CRCs. Offsets
 * are bytes from the start of the file, ranges half-open.
 *
 * A table file is little-endian: three numbers of 32 bits, articles, cuts, and the bytes of the gzip form without level-one headings up
 * to the end of its last article; a record of `recordSize` bytes for each article, newest first; for each cut, ascending, its range in
 * the page file; the CRC-32 of each block of `checkedBytes` of the page file up to the end of its last article; the same of the gzip
 * form; where there are cuts, the same of the page file without them, padded with zeros to as many, and of the gzip form without
 * level-one headings; the CRC-32 of the page's name and all that stands before.
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
  /** Whether it has level-one headings. */
  hasCuts(slot: number): boolean;
  /**
   * First byte of an article, and the one behind its last. `without` counts in the page file as if no cut were in it; with gzip it means
   * the other file, which has only articles with cuts.
   */
  start(slot: number, coding: ContentCoding, without: boolean): number;
  end(slot: number, coding: ContentCoding, without: boolean): number;
  /** CRC-32 of the bytes of the page file before an article's first, and up to its last. */
  crcBefore(slot: number, without: boolean): number;
  crcAfter(slot: number, without: boolean): number;
  /** Pairs of offsets, ascending, that `exclude_h1` cuts out of the whole page file. */
  cuts(): Uint32Array;
  /** Of the file; `without`, of what the page file is without the cuts, or of the other gzip form. The same object each time. */
  checksums(coding: ContentCoding, without: boolean): Checksums;
}

const headerSize = 12;

/** Bytes of the record of an article, and where its fields begin. */
const recordSize = 92;
const field = {
  id: 0,
  publishAt: 4,
  modified: 12,
  hash: 20,
  digestWithout: 36,
  /** Each: start, end, and both without the cuts; zeros where a gzip form has none. */
  identity: 44,
  gzip: 60,
  /** Before, after, and both without the cuts. */
  crc: 76,
} as const;

/** Reads the table of the page of that name. Throws `MissingFile` or `DamagedFile`. */
export function readTable(storage: Storage, page: string): Awaitable<PageTable> {
  return whenReady(storage.read(tablePath(page)), (bytes) => readPageTable(bytes, page));
}

/** The table of the page of that name. Throws `MissingFile` for null, `DamagedFile` where it is not what was written for it. */
export function readPageTable(bytes: Uint8Array | null, name: string): PageTable {
  return toPageTable(checkSeal(bytes, tablePath(name), name));
}

/** The same without a check. */
export function toPageTable(bytes: Uint8Array): PageTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const cutCount = view.getUint32(4, true);
  const at = (slot: number, offset: number): number => headerSize + slot * recordSize + offset;
  const number = (slot: number, offset: number): number => view.getUint32(at(slot, offset), true);
  const sizeWithout = view.getUint32(8, true);
  let cuts: Uint32Array | null = null;
  const checksums: Partial<Record<ContentCoding, Checksums>> = {};
  const checksumsWithout: Partial<Record<ContentCoding, Checksums>> = {};
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
    hasCuts: (slot) => number(slot, field.gzip + 12) > 0,
    start: (slot, coding, without) => number(slot, field[coding] + (without ? 8 : 0)),
    end: (slot, coding, without) => number(slot, field[coding] + (without ? 12 : 4)),
    crcBefore: (slot, without) => number(slot, field.crc + (without ? 8 : 0)),
    crcAfter: (slot, without) => number(slot, field.crc + (without ? 12 : 4)),
    cuts: () => {
      cuts ??= readNumbers(at(length, 0), cutCount * 2);
      return cuts;
    },
    checksums: (coding, without) => {
      const known = without && cutCount > 0 ? checksumsWithout : checksums;
      known[coding] ??= readChecksums(coding, known === checksumsWithout);
      return known[coding];
    },
  };

  function readChecksums(coding: ContentCoding, without: boolean): Checksums {
    const counts = [countBlocks(endOf('identity', false)), countBlocks(endOf('gzip', false))] as const;
    const before = (without ? counts[0] + counts[1] : 0) + (coding === 'gzip' ? counts[0] : 0);
    const from = at(length, 0) + cutCount * 8 + before * 4;
    const size = coding === 'gzip' && without ? sizeWithout : endOf(coding, without);
    return { size, blocks: readNumbers(from, countBlocks(size)) };
  }

  /** Where the last article ends. */
  function endOf(coding: ContentCoding, without: boolean): number {
    return number(length - 1, field[coding] + (without ? 12 : 4));
  }

  function readNumbers(from: number, count: number): Uint32Array {
    return Uint32Array.from({ length: count }, (_, index) => view.getUint32(from + index * 4, true));
  }
}

/** Bytes up to the end of the last article, of a page file and its gzip forms; 0 where there is no such form. */
export interface PageSizes {
  identity: number;
  gzip: number;
  gzipWithout: number;
}

/** Bytes of a table of `length` articles. */
export function pageTableSize(length: number, cutCount: number, { identity, gzip, gzipWithout }: PageSizes): number {
  const blocks = countBlocks(identity) * (cutCount === 0 ? 1 : 2) + countBlocks(gzip) + countBlocks(gzipWithout);
  return headerSize + length * recordSize + cutCount * 8 + blocks * 4 + sealSize;
}

/** Blocks of `size` bytes that have a checksum each. */
function countBlocks(size: number): number {
  return Math.ceil(size / checkedBytes);
}

/** Delimiters before the first article of a page file, and before each other one. */
export const opening = '[';
export const comma = ',';

/** The closing brace of an article, which its streams do not hold: more may stand before it. */
export const brace = '}';

/** Neighbouring articles of one page file, newest first: the slots of its table from `from` up to but not including `to`. */
export interface PageSlice {
  /** The name of the page file. */
  page: string;
  table: PageTable;
  /** Null where they were not asked for. */
  views: PageViews | null;
  from: number;
  to: number;
}

/** The end of a page file, or of its gzip form, behind the last article: a text of bytes, one for each character. */
export function closingOf(table: PageTable, coding: ContentCoding): string {
  if (coding === 'identity') return closing;
  const last = table.length - 1;
  return closeGzip(table.crcAfter(last, false), table.end(last, 'identity', false));
}

/** The end of a gzip form, behind its last article. `crc` and `length` are those of what stands before, uncompressed. */
export function closeGzip(crc: number, length: number): string {
  const whole = extendCrc32(crc, closing.length) ^ crc32(closing);
  return storedText(brace + closing) + lastBlock + gzipTrailer(whole, length + closing.length);
}

const closing = ']';

import { type Awaitable, whenReady } from './awaitable.ts';
import type { Checksums } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { textOfBytes } from './encoding.ts';
import { checkedBytes, tablePath } from './format.ts';
import { gzipTrailer, lastBlock, storedText } from './gzip.ts';
import { type Lanes, toHex } from './hash.ts';
import { checkSeal, sealSize } from './seal.ts';
import type { Storage } from './storage.ts';

/**
 * Where the articles of a page file stand in it, in its gzip forms and in its heads, what `exclude_h1` cuts out of
 * them, and their CRCs. Offsets are bytes from the start of the file, ranges half-open.
 *
 * A table file is little-endian: numbers of 32 bits, articles, cuts, cuts of streams, bytes of the JSON array, and of
 * each checked file; a record of `recordSize` bytes for each article, newest first; for each cut, ascending, its range
 * in the page file, and the same in the heads; the CRC-32 of each block of `checkedBytes` of the checked files; the
 * titles and then the slugs as one JSON array; the CRC-32 of the page's name and all that stands before. A table of an
 * earlier version of Galley has no slugs.
 *
 * The checked files are the page file up to the end of its last article, the same of the gzip form, the page file
 * without the cuts, the gzip form without level-one headings, the heads, and their texts without details. There are
 * none of headings where there are no cuts.
 */
export interface PageTable {
  /** Articles of the page file. */
  length: number;
  id(slot: number): number;
  title(slot: number): string;
  /** Null in a table that has no slugs. */
  slug(slot: number): string | null;
  /** Seconds since 1970-01-01T00:00:00Z, as is `modified`. */
  publishAt(slot: number): number;
  /** The newest of its date-times. */
  modified(slot: number): number;
  /** 128 bits in hexadecimal: names the article's own file. */
  hash(slot: number): string;
  /** Hash of its content, or of its content without the cuts. */
  digest(slot: number, without: boolean): Lanes;
  /** Hash of all but its bodies, or of its details. */
  viewDigest(slot: number, name: 'head' | 'details'): Lanes;
  /** Whether it has level-one headings. */
  hasCuts(slot: number): boolean;
  /**
   * First byte of an article, and the one behind its last. `without` counts in the page file as if no cut were in it;
   * with gzip it means the other file, which has only articles with cuts.
   */
  start(slot: number, coding: ContentCoding, without: boolean): number;
  end(slot: number, coding: ContentCoding, without: boolean): number;
  /** CRC-32 of the bytes of the page file before an article's first, and up to its last. */
  crcBefore(slot: number, without: boolean): number;
  crcAfter(slot: number, without: boolean): number;
  /** A number of which views are made. */
  view(slot: number, name: ViewNumber | HeadsPlace): number;
  /** Where its details begin in the heads, and where they end. */
  details(slot: number): [start: number, end: number];
  /** Pairs of offsets, ascending, that `exclude_h1` cuts out of the whole page file. */
  cuts(): Uint32Array;
  /** The same in the streams of the heads. */
  streamCuts(): Uint32Array;
  /**
   * Of the file; `without`, of what the page file is without the cuts, or of the other gzip form. The same object each
   * time.
   */
  checksums(coding: ContentCoding, without: boolean): Checksums;
  /** Of the heads; `without`, of their texts without details. */
  headsChecksums(without: boolean): Checksums;
}

/** Bytes before the records. */
const headerSize = 40;

/** Where the fields of the record of an article begin; numbers of views follow, and then places in the heads. */
const field = {
  id: 0,
  publishAt: 4,
  modified: 12,
  hash: 20,
  digestWithout: 36,
  identity: 44,
  gzip: 60,
  crc: 76,
  views: 92,
};

/** What stands between the texts of `html` and `markdown`. */
export const between = '","markdown":"';

/**
 * Of which views are made: bytes of the JSON of an article up to the text of `html`, of the texts of both bodies, and
 * of details, which begin with their comma; bytes of its stream in a gzip form of the page before the text of
 * `markdown`, and behind it; CRC-32s of its JSON without the closing brace, as it is and with an empty body, and of
 * details; cuts of its stream of all but `html`; digests, for entity tags, of all but the bodies, and of details.
 * `…Without` is without level-one headings.
 */
export const viewNumbers = [
  ...(['before', 'html', 'htmlWithout', 'markdown', 'markdownWithout', 'details'] as const),
  ...(['streamBefore', 'streamAfter', 'streamBeforeWithout', 'streamAfterWithout'] as const),
  ...(['crc', 'crcWithout', 'crcNoHtml', 'crcNoHtmlWithout', 'crcNoMarkdown', 'crcNoMarkdownWithout'] as const),
  ...(['crcDetails', 'streamCuts', 'headHigh', 'headLow', 'detailsHigh', 'detailsLow'] as const),
] satisfies readonly string[];
export type ViewNumber = (typeof viewNumbers)[number];

/**
 * First byte of the head of an article in the heads, and of its stream of all but `html`, with the byte behind its
 * last.
 */
export const headsPlaces = [...(['head', 'streamStart', 'streamEnd'] as const)] satisfies readonly string[];
export type HeadsPlace = (typeof headsPlaces)[number];

const numbersOfViews: readonly string[] = [...viewNumbers, ...headsPlaces];
const viewOffsets = new Map(numbersOfViews.map((name, i) => [name, field.views + i * 4]));

/** Bytes of the record of an article. */
const recordSize = field.views + numbersOfViews.length * 4;

/** Reads the table of the page of that name. Throws `MissingFile` or `DamagedFile`. */
export function readTable(storage: Storage, page: string): Awaitable<PageTable> {
  return whenReady(storage.read(tablePath(page)), (bytes) => readPageTable(bytes, page));
}

/**
 * The table of the page of that name. Throws `MissingFile` for null, `DamagedFile` where it is not what was written for
 * it.
 */
export function readPageTable(bytes: Uint8Array | null, name: string): PageTable {
  return toPageTable(checkSeal(bytes, tablePath(name), name));
}

/** The same without a check. Of a table that is not sealed, checksums, titles and slugs are not there. */
export function toPageTable(bytes: Uint8Array): PageTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = (index: number): number => view.getUint32(index * 4, true);
  const [length, cutCount, streamCutCount, textsSize] = [header(0), header(1), header(2), header(3)];
  const at = (slot: number, offset: number): number => headerSize + slot * recordSize + offset;
  const number = (slot: number, offset: number): number => view.getUint32(at(slot, offset), true);
  const lanes = (slot: number, offset: number): Lanes => [number(slot, offset), number(slot, offset + 4)];
  const viewNumber = (slot: number, name: ViewNumber | HeadsPlace): number => number(slot, viewOffsets.get(name) ?? 0);
  let [cuts, streamCuts]: (Uint32Array | null)[] = [null, null];
  let texts: string[] | null = null;
  const checksums: Checksums[] = [];
  return {
    length,
    id: (slot) => number(slot, field.id),
    title: (slot) => readText(slot) ?? '',
    slug: (slot) => readText(length + slot),
    publishAt: (slot) => view.getFloat64(at(slot, field.publishAt), true),
    modified: (slot) => view.getFloat64(at(slot, field.modified), true),
    hash: (slot) => [0, 4, 8, 12].map((part) => toHex(number(slot, field.hash + part))).join(''),
    digest: (slot, without) => lanes(slot, without ? field.digestWithout : field.hash),
    viewDigest: (slot, name) => [viewNumber(slot, `${name}High`), viewNumber(slot, `${name}Low`)],
    hasCuts: (slot) => number(slot, field.gzip + 12) > 0,
    start: (slot, coding, without) => number(slot, field[coding] + (without ? 8 : 0)),
    end: (slot, coding, without) => number(slot, field[coding] + (without ? 12 : 4)),
    crcBefore: (slot, without) => number(slot, field.crc + (without ? 8 : 0)),
    crcAfter: (slot, without) => number(slot, field.crc + (without ? 12 : 4)),
    view: viewNumber,
    details(slot) {
      const json = number(slot, field.identity + 4) - number(slot, field.identity);
      const bodies = viewNumber(slot, 'html') + viewNumber(slot, 'markdown');
      const start = viewNumber(slot, 'head') + json - bodies - brace.length;
      return [start, start + viewNumber(slot, 'details')];
    },
    cuts: () => {
      cuts ??= readNumbers(at(length, 0), cutCount * 2);
      return cuts;
    },
    streamCuts: () => {
      streamCuts ??= readNumbers(at(length, cutCount * 8), streamCutCount * 2);
      return streamCuts;
    },
    checksums: (coding, without) => checksumsOf((coding === 'gzip' ? 1 : 0) + (without && cutCount > 0 ? 2 : 0)),
    headsChecksums: (without) => checksumsOf(without ? 5 : 4),
  };

  /** Titles, and then slugs. */
  function readText(index: number): string | null {
    const end = bytes.length - sealSize;
    texts ??= JSON.parse(textOfBytes(bytes.subarray(end - textsSize, end)));
    return texts?.[index] ?? null;
  }

  function checksumsOf(file: number): Checksums {
    const known = checksums[file];
    if (known !== undefined) return known;
    const sizes = [0, 1, 2, 3, 4, 5].map((each) => header(4 + each));
    const before = sizes.slice(0, file).reduce((sum, size) => sum + countBlocks(size), 0);
    const size = sizes[file] ?? 0;
    const blocks = readNumbers(recordsSize(length, cutCount + streamCutCount) + before * 4, countBlocks(size));
    const found = { size, blocks };
    checksums[file] = found;
    return found;
  }

  function readNumbers(from: number, count: number): Uint32Array {
    return Uint32Array.from({ length: count }, (_, index) => view.getUint32(from + index * 4, true));
  }
}

/** Bytes of what stands before the checksums of a table. */
export function recordsSize(length: number, cutCount: number): number {
  return headerSize + length * recordSize + cutCount * 8;
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

/**
 * Neighbouring articles of one page file, newest first: the slots of its table from `from` up to but not including
 * `to`.
 */
export interface PageSlice {
  /** The name of the page file. */
  page: string;
  table: PageTable;
  from: number;
  to: number;
}

/** The end of a page file, or of its gzip form, behind the last article: a text of bytes, one for each character. */
export function closingOf(table: PageTable, coding: ContentCoding): string {
  if (coding === 'identity') return closing;
  const last = table.length - 1;
  return closeGzip(table.crcAfter(last, false), table.end(last, 'identity', false));
}

/**
 * The end of a gzip form, behind its last article. `crc` and `length` are those of what stands before, uncompressed.
 */
export function closeGzip(crc: number, length: number): string {
  const whole = extendCrc32(crc, closing.length) ^ crc32(closing);
  return storedText(brace + closing) + lastBlock + gzipTrailer(whole, length + closing.length);
}

const closing = ']';

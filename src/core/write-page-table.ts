import { crc32, extendCrc32 } from './crc32.ts';
import { gzipHeader, storedHeader, storedText } from './gzip.ts';
import { hash64 } from './hash.ts';
import { brace, comma, opening, type PageSizes, pageTableSize } from './page-table.ts';
import { sealOf } from './seal.ts';

/** An article as a table needs it. */
export interface TableEntry {
  id: number;
  title: string;
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
  parts: EntryParts;
}

/** The numbers of an article in `PageViews`, in the order of its names. */
export interface EntryParts {
  lengths: number[];
  crcs: number[];
  /** Bytes of streams before the text of `markdown` and behind it: with level-one headings, and without. */
  around: number[];
  /** Bytes of the stream of details. */
  streamSize: number;
  /** Two numbers of 32 bits each. */
  digests: number[];
}

/** The deflate streams of an article; null are those without level-one headings where it has none. */
export interface Streams {
  whole: Uint8Array;
  without: Uint8Array | null;
  /** The runs of it alone: see `runNames`. */
  head: Uint8Array;
  markdown: Uint8Array;
  markdownWithout: Uint8Array | null;
  details: Uint8Array;
}

/**
 * The table of the page file that holds these articles, newest first: the first is `[`, between them stand commas. Its checksums
 * are zeros until `sealPageTable`.
 */
export function writePageTable(entries: readonly TableEntry[]): Uint8Array {
  const cutCount = entries.reduce((sum, { cuts }) => sum + cuts.length / 2, 0);
  const sizes = measurePage(entries);
  const bytes = new Uint8Array(pageTableSize(entries.length, cutCount, sizes));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (...numbers: number[]): void => {
    for (const number of numbers) {
      view.setUint32(at, number, true);
      at += 4;
    }
  };
  put(entries.length, cutCount, sizes.gzipWithout);
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
    place.identity += entry.size;
    place.identityWithout += size;
    place.gzip += entry.streamSize;
    place.gzipWithout += entry.streamSizeWithout;
    [crc, crcWithout] = [crcAfter, crcAfterWithout];
  }
  for (const offset of allCuts) put(offset);
  return bytes;
}

/** CRC-32s of the blocks of the files of a page, in the order of the table; none of forms that it does not have. */
export interface BlockChecksums {
  identity: readonly number[];
  gzip: readonly number[];
  identityWithout: readonly number[];
  gzipWithout: readonly number[];
}

/** Fills in the checksums of a table. */
export function sealPageTable(bytes: Uint8Array, name: string, checksums: BlockChecksums): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 4;
  const { identity, gzip, identityWithout, gzipWithout } = checksums;
  const padding = identityWithout.length === 0 ? 0 : identity.length - identityWithout.length;
  const all = [...identity, ...gzip, ...identityWithout, ...Array(padding).fill(0), ...gzipWithout];
  for (const [i, checksum] of all.entries()) view.setUint32(end + (i - all.length) * 4, checksum, true);
  view.setUint32(end, sealOf(bytes.subarray(0, end), name), true);
}

/** What begins a gzip form, and the bytes between two streams. */
const gzipStart = gzipHeader.length + storedHeader.length;
const gzipSeparator = (isFirst: boolean): number => storedText(isFirst ? opening : brace + comma).length;

/** Bytes of a page file and of its gzip forms, each up to the end of the last article. */
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

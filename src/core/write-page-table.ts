import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { gzipHeader, stored } from './gzip.ts';
import { hash64 } from './hash.ts';
import { comma, opening, pageTableSize, sealOf } from './page-table.ts';

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

/**
 * The table of the page file that holds these articles, newest first: the first is `[`, between them stand commas. Its checksums
 * are zeros until `sealPageTable`.
 */
export function writePageTable(entries: readonly TableEntry[]): Uint8Array {
  const [size, gzipSize, cutCount] = measure(entries);
  const bytes = new Uint8Array(pageTableSize(entries.length, cutCount, size, gzipSize));
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

/** CRC-32s of the blocks of a file, and of what it is without the cuts; the latter are not asked for where there are none. */
export type BlockChecksums = Record<ContentCoding, { plain: readonly number[]; without: readonly number[] }>;

/** Fills in the checksums of a table. */
export function sealPageTable(bytes: Uint8Array, name: string, { identity, gzip }: BlockChecksums): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 4;
  const hasCuts = view.getUint32(4, true) > 0;
  const count = identity.plain.length + gzip.plain.length;
  let at = end - (hasCuts ? 2 : 1) * count * 4;
  const put = (sums: readonly number[], room: number): void => {
    for (let i = 0; i < room; i++, at += 4) view.setUint32(at, sums[i] ?? 0, true);
  };
  put(identity.plain, identity.plain.length);
  put(gzip.plain, gzip.plain.length);
  if (hasCuts) {
    put(identity.without, identity.plain.length);
    put(gzip.without, gzip.plain.length);
  }
  view.setUint32(end, sealOf(bytes.subarray(0, end), name), true);
}

/** Bytes of the page file and of its gzip coding up to the end of the last article, and cuts. */
function measure(entries: readonly TableEntry[]): [size: number, gzipSize: number, cutCount: number] {
  let [size, gzipSize, cutCount] = [0, gzipHeader.length, 0];
  for (const entry of entries) {
    size += comma.length + entry.size;
    gzipSize += stored(comma).length + entry.deflatedSize;
    cutCount += entry.cuts.length / 2;
  }
  return [size, gzipSize, cutCount];
}

/** Bytes that pairs of offsets span. */
function lengthOf(cuts: readonly number[]): number {
  let length = 0;
  for (let i = 0; i + 1 < cuts.length; i += 2) length += (cuts[i + 1] ?? 0) - (cuts[i] ?? 0);
  return length;
}

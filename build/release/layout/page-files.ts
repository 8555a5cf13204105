import { crc32, gunzipSync } from 'node:zlib';
import { copyWithout } from '../../../src/core/body.ts';
import { extendCrc32 } from '../../../src/core/crc32.ts';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import {
  articlePath,
  checkedBytes,
  gzipPath,
  headsPath,
  pagePath,
  tablePath,
  withoutH1Path,
} from '../../../src/core/format.ts';
import { gzipHeader, gzipTrailer, lastBlock, storedHeader, storedText } from '../../../src/core/gzip.ts';
import {
  between,
  brace,
  closeGzip,
  closingOf,
  comma,
  opening,
  type PageTable,
  toPageTable,
} from '../../../src/core/page-table.ts';
import {
  articleSeparator,
  headsEnd,
  lengthOf,
  measurePage,
  type Streams,
  sealPageTable,
  type TableEntry,
  writeRecords,
} from '../../../src/core/write-page-table.ts';
import type { PlannedPage } from './plan-release.ts';

/** A file of a release: its path below `api/v1`, and its bytes. */
export interface ReleaseFile {
  path: string;
  bytes: Uint8Array;
}

/** What is written of a page. */
export interface PageFiles {
  /** The JSON array, its gzip forms, the table, and the heads. */
  page: ReleaseFile[];
  /** Each article by itself. */
  articles: ReleaseFile[];
}

/** What the files of a page are made of, of one of its articles. */
export interface PageRecord {
  entry: TableEntry;
  streams: Streams;
}

/**
 * The files of a page, from the streams of its articles, newest first. Throws where the streams do not match the
 * entries.
 */
export function toPageFiles(name: string, newestFirst: readonly PageRecord[]): PageFiles {
  const entries = newestFirst.map(({ entry }) => entry);
  const streams = newestFirst.map(({ streams }) => streams);
  const records = writeRecords(entries);
  const table = toPageTable(records);
  const whole = joinStreams(streams.map(({ whole }) => whole));
  const gzip = Buffer.concat([...whole, Buffer.from(closingOf(table, 'gzip'), 'latin1')]);
  const last = entries.length - 1;
  const servedSize = table.end(last, 'identity', false);
  // This checks length and CRC-32.
  const page = gunzipSync(gzip, { chunkSize: servedSize + 2 });
  const served = page.subarray(0, servedSize);
  const without = closeWithout(entries, joinStreams(streams.flatMap(({ without }) => without ?? [])));
  const zipped = gzip.subarray(0, table.end(last, 'gzip', false));
  const zippedWithout = without?.subarray(0, measurePage(entries).gzipWithout) ?? nothing;
  const headTexts = toHeads(entries, streams, served, table);
  const heads = Buffer.concat([...headTexts, ...joinStreams(streams.map(({ markdown }) => markdown)).slice(1)]);
  const details = entries.flatMap((_, slot) => table.details(slot));
  const checked = [
    served,
    zipped,
    excluding(served, table.cuts()),
    zippedWithout,
    heads,
    excluding(Buffer.concat(headTexts).subarray(0, -headsEnd.length), Uint32Array.from(details)),
  ].map((bytes) => ({ size: bytes.length, blocks: sumBlocks(bytes) }));
  const texts = toAsciiJson([...entries.map(({ title }) => title), ...entries.map(({ slug }) => slug)]);
  const articles = entries.map(({ id, hash, crc, size }, slot) => ({
    path: articlePath(id, hash),
    bytes: Buffer.concat([ownStart, streams[slot]?.whole ?? nothing, Buffer.from(closeOwn(crc, size), 'latin1')]),
  }));
  return {
    articles,
    page: [
      { path: pagePath(name), bytes: page },
      { path: gzipPath(name), bytes: gzip },
      ...(without === null ? [] : [{ path: withoutH1Path(name), bytes: without }]),
      { path: tablePath(name), bytes: sealPageTable(records, name, checked, texts) },
      { path: headsPath(name), bytes: heads },
    ],
  };
}

/** The JSON array of the articles with empty bodies and with details. */
function toHeads(
  entries: readonly TableEntry[],
  streams: readonly Streams[],
  page: Buffer,
  table: PageTable,
): Uint8Array[] {
  const heads = entries.flatMap(({ size, views: { before, html, markdown } }, slot) => {
    const start = table.start(slot, 'identity', false);
    const afterAt = start + before + html + between.length + markdown;
    return [
      slot === 0 ? openingBytes : separatorBytes,
      page.subarray(start, start + before),
      betweenBytes,
      page.subarray(afterAt, start + size - brace.length),
      streams[slot]?.details ?? nothing,
    ];
  });
  return [...heads, Buffer.from(headsEnd)];
}

const openingBytes = Buffer.from(opening);
const separatorBytes = Buffer.from(articleSeparator);
const betweenBytes = Buffer.from(between);

/** CRC-32s of the blocks of a file. */
function sumBlocks(bytes: Uint8Array): number[] {
  const count = Math.ceil(bytes.length / checkedBytes);
  return Array.from({ length: count }, (_, i) => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes)));
}

/** What a file is without cuts; nothing where there are none. */
function excluding(file: Uint8Array, cuts: Uint32Array): Uint8Array {
  if (cuts.length === 0) return nothing;
  const left = new Uint8Array(file.length);
  return left.subarray(0, copyWithout(cuts, file, 0, left));
}

const separators = {
  first: Buffer.from(gzipHeader + storedHeader + storedText(opening), 'latin1'),
  other: Buffer.from(storedText(brace + comma), 'latin1'),
};

const nothing = Buffer.alloc(0);
const ownStart = Buffer.from(gzipHeader, 'latin1');

/** The end of the gzip member of an article by itself, of that CRC-32 and size. */
function closeOwn(crc: number, size: number): string {
  return storedText(brace) + lastBlock + gzipTrailer(crc, size);
}

/** A gzip form but for its end; nothing where there is no stream. */
function joinStreams(streams: readonly Uint8Array[]): Uint8Array[] {
  return streams.flatMap((stream, index) => [index === 0 ? separators.first : separators.other, stream]);
}

/** The gzip form of those articles that have level-one headings, without them; null where none has any. */
function closeWithout(entries: readonly TableEntry[], parts: readonly Uint8Array[]): Buffer | null {
  if (parts.length === 0) return null;
  let crc = 0;
  let length = 0;
  for (const { size, cuts, crcWithout } of entries) {
    if (cuts.length === 0) continue;
    const separator = length === 0 ? opening : comma;
    crc = extendCrc32(crc, separator.length) ^ crc32(separator);
    const kept = size - lengthOf(cuts);
    crc = extendCrc32(crc, kept) ^ crcWithout;
    length += separator.length + kept;
  }
  return Buffer.concat([...parts, Buffer.from(closeGzip(crc, length), 'latin1')]);
}

/** A path, and the bytes of its file; null where they are known only once it is made. */
type SizedPath = readonly [path: string, size: number | null];

/** Paths and sizes of the page file, its other forms, its table and its heads. */
export function sizePage({ name, newestFirst }: PlannedPage): SizedPath[] {
  const sizes = measurePage(newestFirst);
  const end = closeGzip(0, 0).length;
  return [
    [pagePath(name), sizes.identity + 1],
    [gzipPath(name), sizes.gzip + end],
    ...(sizes.gzipWithout === 0 ? [] : [[withoutH1Path(name), sizes.gzipWithout + end] as const]),
    [tablePath(name), null],
    [headsPath(name), null],
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): [path: string, size: number][] {
  return newestFirst.map(({ id, hash, streamSize }) => {
    return [articlePath(id, hash), ownStart.length + streamSize + closeOwn(0, 0).length];
  });
}

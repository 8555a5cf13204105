import { crc32, gunzipSync } from 'node:zlib';
import { copyWithout } from '../../../src/core/body.ts';
import { extendCrc32 } from '../../../src/core/crc32.ts';
import {
  articlePath,
  gzipPath,
  pagePath,
  partsPath,
  tablePath,
  viewsPath,
  withoutH1Path,
} from '../../../src/core/format.ts';
import { gzipHeader, gzipTrailer, lastBlock, storedHeader, storedText } from '../../../src/core/gzip.ts';
import {
  brace,
  closeGzip,
  closingOf,
  comma,
  opening,
  type PageTable,
  pageTableSize,
  toPageTable,
} from '../../../src/core/page-table.ts';
import {
  lengthOf,
  measurePage,
  type Streams,
  sealPageTable,
  type TableEntry,
  writePageTable,
} from '../../../src/core/write-page-table.ts';
import type { PlannedPage } from './plan-release.ts';
import { type RecallRun, sumBlocks, toViewFiles } from './view-files.ts';

/** A file of a release: its path below `api/v1`, and its bytes. */
export interface ReleaseFile {
  path: string;
  bytes: Uint8Array;
}

/** What is written of a page. */
export interface PageFiles {
  /** The JSON array, its gzip forms, the table, and the files of views. */
  page: ReleaseFile[];
  /** Each article by itself. */
  articles: ReleaseFile[];
}

/** The files of a page, from the streams of its articles, newest first. Throws where the streams do not match the entries. */
export function toPageFiles(
  name: string,
  newestFirst: readonly TableEntry[],
  streams: readonly Streams[],
  recall: RecallRun = (_, make) => make(),
): PageFiles {
  const tableBytes = Buffer.from(writePageTable(newestFirst).buffer);
  const table = toPageTable(tableBytes);
  const whole = joinStreams(streams.map(({ whole }) => whole));
  const gzip = Buffer.concat([...whole, Buffer.from(closingOf(table, 'gzip'), 'latin1')]);
  const last = newestFirst.length - 1;
  const size = table.end(last, 'identity', false) + closingOf(table, 'identity').length;
  // This checks length and CRC-32.
  const page = gunzipSync(gzip, { chunkSize: size + 1 });
  const served = page.subarray(0, table.end(last, 'identity', false));
  const without = closeWithout(newestFirst, joinStreams(streams.flatMap(({ without }) => without ?? [])));
  const zipped = gzip.subarray(0, table.end(last, 'gzip', false));
  const zippedWithout = (without ?? gzip).subarray(0, without === null ? 0 : table.checksums('gzip', true).size);
  sealPageTable(tableBytes, name, {
    identity: sumBlocks(served),
    gzip: sumBlocks(zipped),
    identityWithout: sumWithout(served, table),
    gzipWithout: sumBlocks(zippedWithout),
  });
  const articles = newestFirst.map(({ id, hash, crc, size }, slot) => ({
    path: articlePath(id, hash),
    bytes: Buffer.concat([ownStart, streams[slot]?.whole ?? nothing, Buffer.from(closeOwn(crc, size), 'latin1')]),
  }));
  return {
    articles,
    page: [
      { path: pagePath(name), bytes: page },
      { path: gzipPath(name), bytes: gzip },
      ...(without === null ? [] : [{ path: withoutH1Path(name), bytes: without }]),
      { path: tablePath(name), bytes: tableBytes },
      ...toViewFiles({ name, newestFirst, streams, table, page: served, zipped, zippedWithout }, recall),
    ],
  };
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

/** CRC-32s of the blocks of what a page file is without its cuts; none where there are none. */
function sumWithout(served: Uint8Array, table: PageTable): number[] {
  const cuts = table.cuts();
  if (cuts.length === 0) return [];
  const left = new Uint8Array(served.length);
  return sumBlocks(left.subarray(0, copyWithout(cuts, served, 0, left)));
}

/** A path, and the bytes of its file; null where they are known only once it is made. */
type SizedPath = readonly [path: string, size: number | null];

/** Paths and sizes of the page file, its other forms and its tables. */
export function sizePage({ name, newestFirst }: PlannedPage): SizedPath[] {
  const sizes = measurePage(newestFirst);
  const cutCount = newestFirst.reduce((sum, article) => sum + article.cutCount, 0);
  const end = closeGzip(0, 0).length;
  return [
    [pagePath(name), sizes.identity + 1],
    [gzipPath(name), sizes.gzip + end],
    ...(sizes.gzipWithout === 0 ? [] : [[withoutH1Path(name), sizes.gzipWithout + end] as const]),
    [tablePath(name), pageTableSize(newestFirst.length, cutCount, sizes)],
    [partsPath(name), null],
    [viewsPath(name), null],
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): [path: string, size: number][] {
  return newestFirst.map(({ id, hash, streamSize }) => {
    return [articlePath(id, hash), ownStart.length + streamSize + closeOwn(0, 0).length];
  });
}

import { crc32, gunzipSync } from 'node:zlib';
import { copyWithout } from '../../../src/core/body.ts';
import { extendCrc32 } from '../../../src/core/crc32.ts';
import { articlePath, checkedBytes, gzipPath, pagePath, tablePath, withoutH1Path } from '../../../src/core/format.ts';
import { gzipHeader, storedHeader, storedText } from '../../../src/core/gzip.ts';
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
import { sizeViewFiles, toViewFiles } from './view-files.ts';

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
export function toPageFiles(name: string, newestFirst: readonly TableEntry[], streams: readonly Streams[]): PageFiles {
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
  sealPageTable(tableBytes, name, {
    identity: sum(served),
    gzip: sum(gzip.subarray(0, table.end(last, 'gzip', false))),
    identityWithout: sumWithout(served, table),
    gzipWithout: without === null ? [] : sum(without.subarray(0, table.checksums('gzip', true).size)),
  });
  const starts = newestFirst.map((_, slot) => table.start(slot, 'identity', false));
  const articles = newestFirst.map(({ id, hash }, slot) => ({
    path: articlePath(id, hash),
    bytes: page.subarray(starts[slot], table.end(slot, 'identity', false)),
  }));
  return {
    articles,
    page: [
      { path: pagePath(name), bytes: page },
      { path: gzipPath(name), bytes: gzip },
      ...(without === null ? [] : [{ path: withoutH1Path(name), bytes: without }]),
      { path: tablePath(name), bytes: tableBytes },
      ...toViewFiles(name, newestFirst, streams, page, starts),
    ],
  };
}

const separators = {
  first: Buffer.from(gzipHeader + storedHeader + storedText(opening), 'latin1'),
  other: Buffer.from(storedText(brace + comma), 'latin1'),
};

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
  return sum(left.subarray(0, copyWithout(cuts, served, 0, left)));
}

function sum(bytes: Uint8Array): number[] {
  const count = Math.ceil(bytes.length / checkedBytes);
  return Array.from({ length: count }, (_, i) => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes)));
}

/** A path, and the bytes of its file. */
type SizedPath = readonly [path: string, size: number];

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
    ...sizeViewFiles(name, newestFirst),
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): SizedPath[] {
  return newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size]);
}

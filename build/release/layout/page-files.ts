import { crc32, gunzipSync } from 'node:zlib';
import { copyWithout } from '../../../src/core/body.ts';
import type { ContentCoding } from '../../../src/core/content-coding.ts';
import { articlePath, checkedBytes, gzipPath, pagePath, tablePath } from '../../../src/core/format.ts';
import { gzipHeader, gzipTrailer, stored } from '../../../src/core/gzip.ts';
import { closingOf, comma, opening, type PageTable, pageTableSize, toPageTable } from '../../../src/core/page-table.ts';
import {
  type BlockChecksums,
  sealPageTable,
  type TableEntry,
  writePageTable,
} from '../../../src/core/write-page-table.ts';
import type { PlannedPage } from './plan-release.ts';

/** A file of a release: its path below `api/v1`, and its bytes. */
export interface ReleaseFile {
  path: string;
  bytes: Uint8Array;
}

/** What is written of a page. */
export interface PageFiles {
  /** The JSON array, its gzip form, and the table. */
  page: ReleaseFile[];
  /** Each article by itself. */
  articles: ReleaseFile[];
}

/**
 * The files of a page, from the deflate blocks of its articles, newest first. Throws where the blocks do not match the
 * entries.
 */
export function toPageFiles(name: string, newestFirst: readonly TableEntry[], blocks: readonly Buffer[]): PageFiles {
  const tableBytes = Buffer.from(writePageTable(newestFirst).buffer);
  const table = toPageTable(tableBytes);
  const last = newestFirst.length - 1;
  const size = table.end(last, 'identity', false) + closingOf(table, 'identity').length;
  const parts: Buffer[] = [Buffer.from(gzipHeader, 'latin1')];
  for (const [slot, block] of blocks.entries()) parts.push(separators[slot === 0 ? 'first' : 'other'], block);
  parts.push(Buffer.from(closingOf(table, 'gzip'), 'latin1'));
  const gzip = Buffer.concat(parts);
  // This checks length and CRC-32.
  const page = gunzipSync(gzip, { chunkSize: size + 1 });
  sealPageTable(tableBytes, name, {
    identity: sumBlocks(page, table, 'identity'),
    gzip: sumBlocks(gzip, table, 'gzip'),
  });
  const articles = newestFirst.map(({ id, hash }, slot) => ({
    path: articlePath(id, hash),
    bytes: page.subarray(table.start(slot, 'identity', false), table.end(slot, 'identity', false)),
  }));
  return {
    articles,
    page: [
      { path: pagePath(name), bytes: page },
      { path: gzipPath(name), bytes: gzip },
      { path: tablePath(name), bytes: tableBytes },
    ],
  };
}

const separators = {
  first: Buffer.from(stored(opening), 'latin1'),
  other: Buffer.from(stored(comma), 'latin1'),
};

/** CRC-32s of the blocks of a page file, or of its gzip coding, up to the end of its last article, as it is and without its cuts. */
function sumBlocks(bytes: Uint8Array, table: PageTable, coding: ContentCoding): BlockChecksums[ContentCoding] {
  const served = bytes.subarray(0, table.end(table.length - 1, coding, false));
  const cuts = table.cuts(coding);
  if (cuts.length === 0) return { plain: sum(served), without: [] };
  const left = new Uint8Array(served.length);
  return { plain: sum(served), without: sum(left.subarray(0, copyWithout(cuts, served, 0, left))) };
}

function sum(bytes: Uint8Array): number[] {
  const count = Math.ceil(bytes.length / checkedBytes);
  return Array.from({ length: count }, (_, i) => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes)));
}

/** A path, and the bytes of its file. */
type SizedPath = readonly [path: string, size: number];

/** Paths and sizes of the page file, its gzip form and its table. */
export function sizePage({ name, newestFirst }: PlannedPage): SizedPath[] {
  const count = newestFirst.length;
  let [size, deflatedSize, cutCount] = [0, 0, 0];
  for (const article of newestFirst) {
    size += article.size;
    deflatedSize += article.deflatedSize;
    cutCount += article.cutCount;
  }
  // `[` or `,` before each article, and `]` at the end.
  const end = size + count;
  const gzipEnd = gzipHeader.length + deflatedSize + count * stored(comma).length;
  return [
    [pagePath(name), end + 1],
    [gzipPath(name), gzipEnd + stored(comma, true).length + gzipTrailer(0, 0).length],
    [tablePath(name), pageTableSize(count, cutCount, end, gzipEnd)],
  ];
}

/** Paths and sizes of the articles by themselves. */
export function sizeArticles({ newestFirst }: PlannedPage): SizedPath[] {
  return newestFirst.map(({ id, hash, size }) => [articlePath(id, hash), size]);
}

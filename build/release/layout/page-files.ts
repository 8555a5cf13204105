import { gunzipSync } from 'node:zlib';
import { articlePath, gzipPath, pagePath, tablePath } from '../../../src/core/format.ts';
import { gzipHeader, stored } from '../../../src/core/gzip.ts';
import { closingOf, comma, opening, toPageTable } from '../../../src/core/page-table.ts';
import { sealPageTable, type TableEntry, writePageTable } from '../../../src/core/write-page-table.ts';
import { sumBlocks } from './sum-blocks.ts';

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
  const pieces: Buffer[] = [Buffer.from(gzipHeader, 'latin1')];
  for (const [slot, block] of blocks.entries()) pieces.push(separators[slot === 0 ? 'first' : 'other'], block);
  pieces.push(Buffer.from(closingOf(table, 'gzip'), 'latin1'));
  const gzip = Buffer.concat(pieces);
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

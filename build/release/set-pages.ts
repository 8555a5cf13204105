import { crc32 } from 'node:zlib';
import { gzipPath, type Index, pageFileBytes, pageFileCount, pagePath, tablePath } from '../../src/core/format.ts';
import { gzipHeader, gzipTrailer, stored } from '../../src/core/gzip.ts';
import { emptyDigest, extendDigest } from '../../src/core/hash.ts';
import { comma, opening, writePageTable } from '../../src/core/page-table.ts';
import { type ArticleFacts, hashBytes, type SetArticle } from './set-article.ts';

/** A file of a release: its path below `api/v1`, and what it holds. */
export interface ReleaseFile {
  path: string;
  bytes: Buffer;
}

/**
 * Cuts the articles, oldest first, into page files and their tables. Each file holds its articles newest first and is
 * closed at 100 of them, or where it would pass 8 MiB, so a new article changes the last file only.
 */
export function* setPages(articles: readonly SetArticle[], pages: Index['pages']): Generator<ReleaseFile> {
  let digest = emptyDigest;
  for (const group of groupFromOldest(articles)) {
    for (const { id } of group) digest = extendDigest(digest, id);
    const newestFirst = group.toReversed();
    const { name, table } = setPageTable(newestFirst);
    const first = group[0]?.publishAt ?? 0;
    pages.push([name, group.length, first, group.at(-1)?.publishAt ?? first, digest]);
    yield* setPage(name, newestFirst);
    yield { path: tablePath(name), bytes: table };
  }
}

/** Groups of neighbours, one for each page file. */
export function* groupFromOldest<T extends ArticleFacts>(articles: readonly T[]): Generator<T[]> {
  let group: T[] = [];
  let groupSize = 0;
  for (const article of articles) {
    if (group.length === pageFileCount || (group.length > 0 && groupSize + article.size > pageFileBytes)) {
      yield group;
      group = [];
      groupSize = 0;
    }
    group.push(article);
    groupSize += article.size + 1;
  }
  if (group.length > 0) yield group;
}

/** The table of a page file, and the name of both: it stands for all that they hold, and for its gzip form. */
export function setPageTable(newestFirst: readonly ArticleFacts[]): { name: string; table: Buffer } {
  const table = Buffer.from(writePageTable(newestFirst).buffer);
  // Another version of zlib makes other blocks of the same article.
  const deflated = Buffer.from(newestFirst.map(({ deflatedCrc }) => deflatedCrc).join());
  return { name: hashBytes(table, deflated), table };
}

/** The JSON array of articles, in the order given, and its gzip form. */
export function setPage(name: string, newestFirst: readonly SetArticle[]): ReleaseFile[] {
  const plain: Buffer[] = [];
  const gzip: Buffer[] = [Buffer.from(gzipHeader, 'latin1')];
  for (const { bytes, deflated } of newestFirst) {
    const separator = plain.length === 0 ? opening : comma;
    plain.push(Buffer.from(separator), bytes);
    gzip.push(Buffer.from(stored(separator), 'latin1'), deflated);
  }
  plain.push(Buffer.from(closing));
  const bytes = Buffer.concat(plain);
  gzip.push(Buffer.from(stored(closing, true) + gzipTrailer(crc32(bytes), bytes.length), 'latin1'));
  return [
    { path: pagePath(name), bytes },
    { path: gzipPath(name), bytes: Buffer.concat(gzip) },
  ];
}

const closing = ']';

import {
  type Index,
  type PageTable,
  pageFileBytes,
  pageFileCount,
  pagePath,
  tablePath,
} from '../../src/core/format.ts';
import { emptyDigest, extendDigest } from '../../src/core/hash.ts';
import { hashBytes, type SetArticle } from './set-article.ts';

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
    const { bytes, table } = setPage(group.toReversed());
    const tableBytes = Buffer.from(JSON.stringify(table));
    // Cuts can change while the articles do not, so the name stands for both.
    const name = hashBytes(tableBytes, bytes);
    const first = group[0]?.publishAt ?? 0;
    pages.push([name, group.length, first, group.at(-1)?.publishAt ?? first, digest]);
    yield { path: pagePath(name), bytes };
    yield { path: tablePath(name), bytes: tableBytes };
  }
}

function* groupFromOldest(articles: readonly SetArticle[]): Generator<SetArticle[]> {
  let group: SetArticle[] = [];
  let size = 0;
  for (const article of articles) {
    if (group.length === pageFileCount || (group.length > 0 && size + article.bytes.length > pageFileBytes)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(article);
    size += article.bytes.length + 1;
  }
  if (group.length > 0) yield group;
}

/** The JSON array of articles, in the order given, and the table that says where each stands in it. */
function setPage(articles: readonly SetArticle[]): { bytes: Buffer; table: PageTable } {
  const table: PageTable = [];
  const pieces: Buffer[] = [];
  let size = 0;
  for (const { id, publishAt, modified, bytes, hash, cuts } of articles) {
    pieces.push(size === 0 ? open : comma, bytes);
    const start = size + 1;
    size = start + bytes.length;
    table.push([id, publishAt, modified, start, size, hash, cuts]);
  }
  return { bytes: Buffer.concat([...pieces, close]), table };
}

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

import { crc32 } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import { DamagedFile } from '../../../src/core/file-errors.ts';
import { articlePath, checksumOf, pagePath } from '../../../src/core/format.ts';
import { groupBy } from '../../front-matter/identify/group-by.ts';
import type { Row, Side } from './side.ts';

/**
 * Reads articles by their ids: those of a page in one piece, and one that is damaged there from its own file. Throws
 * `DamagedFile` where it is damaged there, too.
 */
export async function readArticles({ storage }: Side, rows: readonly Row[]): Promise<Map<number, Article>> {
  const articles = new Map<number, Article>();
  for (const [page, own] of groupBy(rows, (row) => row.page)) {
    const start = Math.min(...own.map(startOf));
    const bytes = await storage.read(pagePath(page), start, Math.max(...own.map(endOf)));
    for (const row of own) {
      const piece = bytes?.subarray(startOf(row) - start, endOf(row) - start);
      articles.set(row.id, toArticle(piece, row) ?? toArticle(await readOwn(row), row) ?? fail(row));
    }
  }
  return articles;

  function readOwn({ id, hash }: Row) {
    return storage.read(articlePath(id, hash));
  }
}

function startOf({ table, slot }: Row): number {
  return table.start(slot, 'identity', false);
}

function endOf({ table, slot }: Row): number {
  return table.end(slot, 'identity', false);
}

/** Null where these are not its bytes. */
function toArticle(bytes: Uint8Array | null | undefined, { hash }: Row): Article | null {
  if (!bytes || crc32(bytes) !== checksumOf(hash)) return null;
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
}

function fail({ id, hash, page }: Row): never {
  throw new DamagedFile(
    pagePath(page),
    `article ${id} in it is not what its table says, nor is ${articlePath(id, hash)}`,
  );
}

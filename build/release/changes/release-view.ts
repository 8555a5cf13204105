import { crc32 } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import { DamagedFile } from '../../../src/core/file-errors.ts';
import { articlePath, checksumOf, pagePath } from '../../../src/core/format.ts';
import type { PageTable } from '../../../src/core/page-table.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { groupBy } from '../../package/group-by.ts';
import { readOwn } from './read-own.ts';

/** A release by its id, and where its files are. */
export interface ReleaseSource {
  id: string;
  storage: Storage;
}

/** One of two releases that are compared. */
export interface ReleaseView {
  release: Release;
  storage: Storage;
  /** Articles that are published. */
  publishedCount: number;
  /** In seconds: what is published later, its readers do not get. Those of drafts get everything. */
  now: number;
}

/** An article of a page that the other release does not have. */
export interface Row {
  id: number;
  place: number;
  /** Of its content. */
  hash: string;
  /** Of its content without level-one headings. */
  digest: string;
  page: string;
  table: PageTable;
  slot: number;
}

/** Throws `MissingFile` or `DamagedFile`. */
export async function openReleaseView({ id, storage }: ReleaseSource, now: number): Promise<ReleaseView> {
  const release = await openRelease(id, storage);
  const own = release.settings.drafts ? Number.POSITIVE_INFINITY : now;
  return { release, storage, publishedCount: await release.publishedCount(own), now: own };
}

/** The articles of pages that the other release does not have, newest first, by their ids. */
export async function readRows({ release }: ReleaseView, other: ReleaseView): Promise<Map<number, Row>> {
  const same = new Set(other.release.pages.map(([page]) => page));
  const rows: Row[] = [];
  let end = release.total;
  for (const [page, count] of release.pages.toReversed()) {
    const start = end - count;
    if (!same.has(page)) {
      for (const { table } of await release.slices(start, end)) {
        for (let slot = 0; slot < table.length; slot++) rows.push(toRow(page, table, slot, end - 1 - slot));
      }
    }
    end = start;
  }
  return new Map(rows.map((row) => [row.id, row]));
}

function toRow(page: string, table: PageTable, slot: number, place: number): Row {
  const digest = table.digest(slot, true).join();
  return { id: table.id(slot), place, hash: table.hash(slot), digest, page, table, slot };
}

/**
 * Reads articles by their ids: those of a page in one part, and one that is damaged there from its own file. Throws
 * `DamagedFile` where it is damaged there, too.
 */
export async function readArticles({ storage }: ReleaseView, rows: readonly Row[]): Promise<Map<number, Article>> {
  const articles = new Map<number, Article>();
  for (const [page, own] of groupBy(rows, (row) => row.page)) {
    const start = Math.min(...own.map(startOf));
    const bytes = await storage.read(pagePath(page), start, Math.max(...own.map(endOf)));
    for (const row of own) {
      const part = bytes?.subarray(startOf(row) - start, endOf(row) - start);
      articles.set(
        row.id,
        toArticle(part, row) ?? toArticle(await readOwn(storage, row.id, row.hash), row) ?? fail(row),
      );
    }
  }
  return articles;
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
    `article ${id} in it is not what its table says, and ${articlePath(id, hash)} is damaged, too`,
  );
}

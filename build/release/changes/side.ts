import type { PageTable } from '../../../src/core/page-table.ts';
import { openRelease, type Release } from '../../../src/core/release.ts';
import type { Storage } from '../../../src/core/storage.ts';

/** A release by its id, and where its files are. */
export interface ReleaseSource {
  id: string;
  storage: Storage;
}

/** One of two releases that are compared. */
export interface Side {
  release: Release;
  storage: Storage;
  /** Articles that are due. */
  due: number;
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
export async function openSide({ id, storage }: ReleaseSource, now: number): Promise<Side> {
  const release = await openRelease(id, storage);
  return { release, storage, due: await release.dueCount(now) };
}

/** The articles of pages that the other release does not have, newest first, by their ids. */
export async function readRows({ release }: Side, other: Side): Promise<Map<number, Row>> {
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

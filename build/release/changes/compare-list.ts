import { pageFileCount } from '../../../src/core/format.ts';
import type { ChangedPages, Changes } from './changes.ts';
import type { ChangedRows } from './compare-articles.ts';
import type { Side } from './side.ts';

/** Counts the pages of the list whose answers differ. */
export async function compareList(from: Side, to: Side, { before, after }: ChangedRows): Promise<Changes['list']> {
  const touched = new Set<number>();
  for (const { id, place, hash } of before.values()) {
    const now = after.get(id);
    const isSame = now?.hash === hash && now.place < to.due;
    if (place < from.due && !isSame) touched.add(Math.floor((from.due - 1 - place) / pageFileCount));
  }
  const [pages, pagesAfter] = [countPages(from.due), countPages(to.due)];
  const isSite = from.release.site !== to.release.site;
  const isSameSet =
    from.due === to.due && (await from.release.digestAt(from.due)) === (await to.release.digestAt(to.due));
  const pinned = isSite ? pages : touched.size;
  const live = isSite || !isSameSet ? Math.max(pages, pagesAfter) : touched.size;
  return {
    live: { before: pages, after: pagesAfter, changed: live },
    pinned: { before: pages, after: pages, changed: pinned },
  };
}

/** The list of a first release: it has no page before. */
export function firstList(due: number): Changes['list'] {
  const none: ChangedPages = { before: 0, after: 0, changed: 0 };
  return { live: { ...none, after: countPages(due), changed: countPages(due) }, pinned: none };
}

/** An empty list has one page. */
function countPages(due: number): number {
  return Math.max(1, Math.ceil(due / pageFileCount));
}

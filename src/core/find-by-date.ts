import { type Awaitable, whenReady } from './awaitable.ts';
import { firstIndex } from './first-index.ts';
import type { Index } from './format.ts';
import type { PageTable } from './page-table.ts';

/** The page file and the slot of the article that has both, by binary search in the order; null where there is none. */
export function findByDate(
  pages: Index['pages'],
  table: (page: number) => Awaitable<PageTable>,
  id: number,
  publishAt: number,
): Awaitable<{ page: number; slot: number } | null> {
  const low = firstIndex(pages.length, (i) => (pages[i]?.[3] ?? 0) >= publishAt);
  const high = firstIndex(pages.length, (i) => (pages[i]?.[2] ?? 0) > publishAt);
  return search(low, high);

  /** Looks into more than two only where articles of one second fill more. */
  function search(low: number, high: number): Awaitable<{ page: number; slot: number } | null> {
    if (low >= high) return null;
    const page = (low + high) >>> 1;
    return whenReady(table(page), (rows) => {
      const slot = firstIndex(rows.length, (i) => {
        return rows.publishAt(i) < publishAt || (rows.publishAt(i) === publishAt && rows.id(i) <= id);
      });
      const isFound = slot < rows.length && rows.id(slot) === id && rows.publishAt(slot) === publishAt;
      if (isFound) return { page, slot };
      if (slot === 0) return search(page + 1, high);
      return slot === rows.length ? search(low, page) : null;
    });
  }
}

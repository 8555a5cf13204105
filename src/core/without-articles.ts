import { type Awaitable, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-slice.ts';
import type { Release } from './release.ts';

/**
 * A release as if its articles of these ids were not there. Their places stay, as those of articles do that are gone from a snapshot;
 * and nobody gets a medium if the oldest article that refers to it is one of them.
 */
export function withoutArticles(release: Release, ids: ReadonlySet<number>): Release {
  if (ids.size === 0) return release;
  return { ...release, excluded: ids, slices, find, findAsset };

  function slices(start: number, end: number): Awaitable<PageSlice[]> {
    return whenReady(release.slices(start, end), (found) => found.flatMap(split));
  }

  function find(article: number | string): ReturnType<Release['find']> {
    return whenReady(release.find(article), (found) => {
      return found && whenReady(isThere(found.place), (isThere) => (isThere ? found : null));
    });
  }

  function findAsset(name: string): Awaitable<number | null> {
    return whenReady(release.findAsset(name), (place) => {
      if (place === null) return null;
      return whenReady(isThere(place), (isThere) => (isThere ? place : Number.POSITIVE_INFINITY));
    });
  }

  function isThere(place: number): Awaitable<boolean> {
    return whenReady(slices(place, place + 1), ({ length }) => length > 0);
  }

  /** The runs of neighbours that stay. */
  function split({ page, table, from, to }: PageSlice): PageSlice[] {
    const runs: PageSlice[] = [];
    let start = from;
    for (let slot = from; slot <= to; slot++) {
      if (slot < to && !ids.has(table.id(slot))) continue;
      if (slot > start) runs.push({ page, table, from: start, to: slot });
      start = slot + 1;
    }
    return runs;
  }
}

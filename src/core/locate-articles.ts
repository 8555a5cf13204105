import { type Awaitable, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-slice.ts';
import type { Release } from './release.ts';

/**
 * The slices of `release` that hold the articles of `others`, slices of another release, in the same order: those that are
 * still here and among the oldest `due`. Neighbours that still are neighbours make one slice.
 */
export async function locateArticles(
  release: Release,
  others: readonly PageSlice[],
  due: number,
): Promise<PageSlice[]> {
  const found: PageSlice[] = [];
  // A run of neighbours: places from `oldest` up to but not including `newest`.
  let oldest = 0;
  let newest = 0;
  for (const { table, from, to } of others) {
    for (let slot = from; slot < to; slot++) {
      const located = locate(release, table.id(slot), table.publishAt(slot));
      // Nearly all are in tables that are here already.
      const place = located instanceof Promise ? await located : located;
      if (place === null || place >= due) continue;
      if (place === oldest - 1) oldest = place;
      else {
        await endRun();
        [oldest, newest] = [place, place + 1];
      }
    }
  }
  await endRun();
  return found;

  async function endRun(): Promise<void> {
    if (newest > oldest) found.push(...(await release.slices(oldest, newest)));
  }
}

/** By its place in the order, or in the lookup where it has another date. */
function locate(release: Release, id: number, publishAt: number): Awaitable<number | null> {
  return whenReady(release.placeOf(id, publishAt), (place) => {
    return place ?? whenReady(release.find(id), (found) => found?.place ?? null);
  });
}

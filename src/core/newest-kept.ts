import { type Awaitable, whenReady } from './awaitable.ts';
import { isBroken } from './file-errors.ts';
import { Pointer, pointerPath } from './format.ts';
import { readLedger } from './ledger.ts';
import type { PageSlice } from './page-table.ts';
import { readJson } from './read-json.ts';
import { openRelease, type Release } from './release.ts';
import type { Storage } from './storage.ts';

/**
 * The release that became current last of those that the ledger names and that can be opened, without what was taken down since: what
 * is served where the one that should be served cannot be opened. Null where there is none, and where it is unknown what was taken down.
 */
export async function newestKept(storage: Storage): Promise<Release | null> {
  const pointer = await unlessUnreadable(readJson(storage, pointerPath, Pointer));
  const { releases } = (await unlessUnreadable(readLedger(storage))) ?? { releases: [] };
  // Those behind the current one never became current. A ledger that lacks it may lack others.
  const last =
    pointer === null ? releases.length - 1 : releases.findLastIndex((each) => each.release === pointer.release);
  const gone = new Set<number>();
  for (const { release, isWhole, takenDown } of releases.slice(0, last + 1).reverse()) {
    const opened = isWhole ? await unlessUnreadable(openRelease(release, storage)) : null;
    if (opened !== null) return withoutArticles(opened, gone);
    if (takenDown === null) return null;
    for (const id of takenDown) gone.add(id);
  }
  return null;
}

async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isBroken(error)) return null;
    throw error;
  }
}

/**
 * A release as if its articles of these ids were not there. Their places stay, as those of articles do that are gone from a snapshot;
 * and nobody gets an asset if the oldest article that refers to it is one of them.
 */
export function withoutArticles(release: Release, ids: ReadonlySet<number>): Release {
  if (ids.size === 0) return release;
  return { ...release, excluded: ids, slices, find, findAsset };

  function slices(start: number, end: number, withViews?: boolean): Awaitable<PageSlice[]> {
    return whenReady(release.slices(start, end, withViews), (found) => found.flatMap(split));
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
  function split({ from, to, ...slice }: PageSlice): PageSlice[] {
    const runs: PageSlice[] = [];
    let start = from;
    for (let slot = from; slot <= to; slot++) {
      if (slot < to && !ids.has(slice.table.id(slot))) continue;
      if (slot > start) runs.push({ ...slice, from: start, to: slot });
      start = slot + 1;
    }
    return runs;
  }
}

import { type Awaitable, whenReady } from './awaitable.ts';
import { lru } from './lru.ts';
import type { PageSlice } from './page-table.ts';
import { countBelow, newestPlaces, type PlaceSet, placeSetOf } from './place-set.ts';
import { openRelease, type Release } from './release.ts';
import { at, firstIndex } from './search.ts';
import { slicesOf } from './select.ts';
import type { Storage } from './storage.ts';
import { foldTerm } from './terms.ts';

/** Terms whose places are kept. */
const keptTerms = 64;

/**
 * Opens a release as if its articles of these ids had never been in it: its places, counts and terms are those of the others.
 * Nobody gets an asset if the oldest article that refers to it is one of them. A term costs all articles that have it when it is first
 * asked for. Throws as `openRelease` does.
 */
export async function openWithout(id: string, ids: ReadonlySet<number>, storage: Storage): Promise<Release> {
  const release = await openRelease(id, storage);
  const gone: number[] = [];
  for (const each of ids) {
    const found = await release.find(each);
    if (found !== null) gone.push(found.place);
  }
  if (gone.length === 0) return release;
  gone.sort((a, b) => a - b);
  const goneAt = new Set(gone);
  const terms = lru<string, PlaceSet>(keptTerms, storage.noSharedWaits);
  let listed: { of: string; terms: { term: string; count: number }[] } = { of: '', terms: [] };
  return {
    ...release,
    excluded: ids,
    total: toOwn(release.total),
    publishedCount: (now) => whenReady(release.publishedCount(now), toOwn),
    countBefore: (cursor) => whenReady(release.countBefore(cursor), toOwn),
    slices,
    find: (article) =>
      whenReady(release.find(article), (found) => {
        const place = found && toOwnOrNull(found.place);
        return found && place !== null ? { ...found, place } : null;
      }),
    findAsset: (name) => whenReady(release.findAsset(name), toOwnOrNull),
    terms: {
      find: findTerm,
      countTerms: async (kind, published) => (await listTerms(kind, published)).length,
      list: async (kind, published, start, end) => (await listTerms(kind, published)).slice(start, end),
    },
  };

  /** A place of the release, or a count of its oldest articles, without what is gone before it. */
  function toOwn(place: number): number {
    return place - firstIndex(gone.length, (i) => at(gone, i) >= place);
  }

  function toOwnOrNull(place: number | null): number | null {
    return place === null || goneAt.has(place) ? null : toOwn(place);
  }

  /** The place in the release. */
  function toWhole(place: number): number {
    return place + firstIndex(gone.length, (i) => at(gone, i) - i > place);
  }

  function slices(start: number, end: number): Awaitable<PageSlice[]> {
    const places = Array.from({ length: Math.max(0, end - start) }, (_, i) => toWhole(end - 1 - i));
    return slicesOf(release, places);
  }

  function findTerm(kind: string, term: string): Awaitable<PlaceSet> {
    return terms(`${kind} ${foldTerm(term)}`, () =>
      whenReady(release.terms.find(kind, term), (all) => {
        const places = newestPlaces(all, release.total, 0, release.total);
        return placeSetOf(places.filter((place) => !goneAt.has(place)).map(toOwn));
      }),
    );
  }

  async function listTerms(kind: string, published: number): Promise<typeof listed.terms> {
    const of = `${kind} ${published}`;
    if (listed.of === of) return listed.terms;
    const terms: typeof listed.terms = [];
    for (const { term } of await release.terms.list(kind, release.total, 0, Number.POSITIVE_INFINITY)) {
      const count = countBelow(await findTerm(kind, term), published);
      if (count > 0) terms.push({ term, count });
    }
    listed = { of, terms };
    return terms;
  }
}

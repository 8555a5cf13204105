import { type Awaitable, whenReady } from './awaitable.ts';
import { pageFileCount } from './format.ts';
import { extendDigest } from './hash.ts';
import type { PageSlice } from './page-table.ts';
import { openRelease, type Release } from './release.ts';
import { at, firstIndex } from './search.ts';
import { slicesOf } from './select.ts';
import type { Storage } from './storage.ts';
import { foldTerm, type Selection, selectionOf, type TermKind } from './terms.ts';

/** Places whose ids are read at once. */
const step = 100 * pageFileCount;

/**
 * Opens a release as if its articles of these ids had never been in it: its places, counts, digests and terms are those of the others.
 * Nobody gets an asset if the oldest article that refers to it is one of them. A digest costs the tables behind the first of them, and a
 * term all articles that have it. Throws as `openRelease` does.
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
  const first = at(gone, 0);
  const goneAt = new Set(gone);
  let digested = { count: first, digest: await release.digestAt(first) };
  let listed: { of: string; terms: { term: string; count: number }[] } = { of: '', terms: [] };
  return {
    ...release,
    excluded: ids,
    total: toOwn(release.total),
    publishedCount: (now) => whenReady(release.publishedCount(now), toOwn),
    digestAt,
    slices,
    placeOf: (id, publishAt) => whenReady(release.placeOf(id, publishAt), toOwnOrNull),
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

  async function digestAt(count: number): Promise<string> {
    if (count <= first) return release.digestAt(count);
    let { count: done, digest } =
      digested.count <= count ? digested : { count: first, digest: await release.digestAt(first) };
    while (done < count) {
      const end = Math.min(done + step, count);
      for (const { table, from, to } of (await slices(done, end)).toReversed()) {
        for (let slot = to - 1; slot >= from; slot--) digest = extendDigest(digest, table.id(slot));
      }
      done = end;
    }
    digested = { count, digest };
    return digest;
  }

  function slices(start: number, end: number, withViews = false): Awaitable<PageSlice[]> {
    const places = Array.from({ length: Math.max(0, end - start) }, (_, i) => toWhole(start + i));
    return slicesOf(release, places, withViews);
  }

  function findTerm(kind: TermKind, term: string): Awaitable<Selection | null> {
    const select = async (all: Selection): Promise<Selection> => {
      const { places, ids } = await all.slice(0, await all.count(release.total));
      const stays = (_: number, i: number): boolean => !goneAt.has(at(places, i));
      return selectionOf(places.filter(stays).map(toOwn), ids.filter(stays));
    };
    return whenReady(release.terms.find(kind, term), (all) => {
      return all && release.recallSelection(`${kind} ${foldTerm(term)}`, () => select(all));
    });
  }

  async function listTerms(kind: TermKind, published: number): Promise<typeof listed.terms> {
    const of = `${kind} ${published}`;
    if (listed.of === of) return listed.terms;
    const terms: typeof listed.terms = [];
    for (const { term } of await release.terms.list(kind, release.total, 0, Number.POSITIVE_INFINITY)) {
      const count = (await (await findTerm(kind, term))?.count(published)) ?? 0;
      if (count > 0) terms.push({ term, count });
    }
    listed = { of, terms };
    return terms;
  }
}

import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-table.ts';
import type { ListParameters } from './parameters.ts';
import { intersect, type PlaceSet, placeSetOf, unite } from './place-set.ts';
import type { Release } from './release.ts';

/** By what articles are selected. */
type Wanted = Pick<ListParameters, 'terms' | 'anyTags' | 'ids'>;

export function isSelection({ terms, anyTags, ids }: Wanted): boolean {
  return terms.length + anyTags.length > 0 || ids !== null;
}

/** The articles that have all terms, one of the tags where there are some, and one of the ids where there are some. */
export async function select(
  release: Pick<Release, 'terms' | 'find'>,
  { terms, anyTags, ids }: Wanted,
): Promise<PlaceSet> {
  const sets = await Promise.all(terms.map(([kind, term]) => release.terms.find(kind, term)));
  if (anyTags.length > 0) sets.push(unite(await Promise.all(anyTags.map((tag) => release.terms.find('tag', tag)))));
  if (ids !== null) {
    const found = await whenAllReady(ids.map((id) => release.find(id)));
    sets.push(placeSetOf(found.flatMap((each) => each?.place ?? [])));
  }
  return intersect(sets);
}

/** Slices of these places, newest first, as all slices. Neighbours share one. */
export function slicesOf(release: Release, places: readonly number[]): Awaitable<PageSlice[]> {
  const found: Awaitable<PageSlice[]>[] = [];
  for (let from = 0, to = 1; from < places.length; from = to++) {
    while (to < places.length && places[to] === (places[to - 1] ?? 0) - 1) to++;
    found.push(release.slices(places[to - 1] ?? 0, (places[from] ?? 0) + 1));
  }
  return whenReady(whenAllReady(found), (slices) => slices.flat());
}

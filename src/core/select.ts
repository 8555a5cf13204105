import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-table.ts';
import type { ListParameters } from './parameters.ts';
import type { Release } from './release.ts';
import { at } from './search.ts';
import { foldTerm, type Selection, selectionOf } from './terms.ts';

/** Of what articles are selected. */
export type SelectionSource = Pick<Release, 'terms' | 'find'> & Partial<Pick<Release, 'recallSelection'>>;

/** The articles that have all terms, and one of the ids where there are some. */
export async function select(
  source: SelectionSource,
  { terms, ids }: Pick<ListParameters, 'terms' | 'ids'>,
): Promise<Selection> {
  const found: Selection[] = [];
  for (const [kind, term] of terms) found.push((await source.terms.find(kind, term)) ?? selectionOf([], []));
  if (ids !== null) found.push(await selectIds(source, ids));
  if (found.length === 1) return at(found, 0);
  const make = (): Promise<Selection> => intersect(found);
  const key = JSON.stringify([terms.map(([kind, term]) => [kind, foldTerm(term)]), ids]);
  return source.recallSelection?.(key, make) ?? make();
}

async function selectIds(source: SelectionSource, ids: readonly number[]): Promise<Selection> {
  const located = await whenAllReady(
    [...new Set(ids)].map((id) => whenReady(source.find(id), (found) => found && { place: found.place, id })),
  );
  const found = located.filter((each) => each !== null).sort((a, b) => a.place - b.place);
  return selectionOf(
    found.map(({ place }) => place),
    found.map(({ id }) => id),
  );
}

/** Reads all articles of the selection that has the fewest, and looks for each of them in the others. */
async function intersect(selections: readonly Selection[]): Promise<Selection> {
  const all = await Promise.all(
    selections.map(async (each) => ({ each, size: await each.count(Number.POSITIVE_INFINITY) })),
  );
  type Sized = (typeof all)[number];
  const [fewest, ...others] = all.sort((a, b) => a.size - b.size) as [Sized, ...Sized[]];
  let { places, ids } = await fewest.each.slice(0, fewest.size);
  for (const { each } of others) {
    const found: boolean[] = [];
    for (const place of places) {
      const has = hasPlace(each, place);
      // Nearly always in a file that is here already.
      found.push(has instanceof Promise ? await has : has);
    }
    const isFound = (_: number, slot: number): boolean => at(found, slot);
    [places, ids] = [places.filter(isFound), ids.filter(isFound)];
  }
  return selectionOf(places, ids);
}

function hasPlace(selection: Selection, place: number): Awaitable<boolean> {
  return whenReady(selection.count(place), (before) =>
    whenReady(selection.count(place + 1), (after) => after > before),
  );
}

/** Slices of these places, ascending; the newest first, as all slices. Neighbours share one. */
export function slicesOf(release: Release, places: readonly number[], withViews: boolean): Awaitable<PageSlice[]> {
  const found: Awaitable<PageSlice[]>[] = [];
  for (let end = places.length; end > 0; ) {
    let start = end - 1;
    while (start > 0 && places[start - 1] === (places[start] ?? 0) - 1) start--;
    found.push(release.slices(places[start] ?? 0, (places[end - 1] ?? 0) + 1, withViews));
    end = start;
  }
  return whenReady(whenAllReady(found), (slices) => slices.flat());
}

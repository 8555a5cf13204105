import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-table.ts';
import type { ListParameters } from './parameters.ts';
import type { Release } from './release.ts';
import { foldTerm, type Selection, selectionOf } from './terms.ts';

/** The articles of a release that have all terms, and one of the ids where there are some. */
export async function select(
  release: Release,
  { terms, ids }: Pick<ListParameters, 'terms' | 'ids'>,
): Promise<Selection> {
  const found: Selection[] = [];
  for (const [kind, term] of terms) {
    const selection = await release.terms.find(kind, term);
    if (selection === null) return selectionOf([], []);
    found.push(selection);
  }
  if (ids !== null) found.push(await selectIds(release, ids));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const key = JSON.stringify([terms.map(([kind, term]) => [kind, foldTerm(term)]), ids]);
  return release.recallSelection(key, () => intersect(release, found));
}

async function selectIds(release: Release, ids: readonly number[]): Promise<Selection> {
  const located = await whenAllReady(
    [...new Set(ids)].map((id) => whenReady(release.find(id), (found) => found && { place: found.place, id })),
  );
  const found = located.filter((each) => each !== null).sort((a, b) => a.place - b.place);
  return selectionOf(
    found.map(({ place }) => place),
    found.map(({ id }) => id),
  );
}

/** Reads all places of the selection that has the fewest, and looks for each of them in the others. */
async function intersect(release: Release, selections: readonly Selection[]): Promise<Selection> {
  const all = await Promise.all(
    selections.map(async (each) => ({ each, size: await each.count(Number.POSITIVE_INFINITY) })),
  );
  const [fewest, ...others] = all.sort((a, b) => a.size - b.size);
  let places = (await fewest?.each.places(0, fewest.size)) ?? [];
  for (const { each } of others) {
    const kept: number[] = [];
    for (const place of places) {
      const has = hasPlace(each, place);
      // Nearly always in a file that is here already.
      if (has instanceof Promise ? await has : has) kept.push(place);
    }
    places = kept;
  }
  const ids: number[] = [];
  for (const { table, from, to } of await slicesOf(release, places, false)) {
    for (let slot = from; slot < to; slot++) ids.push(table.id(slot));
  }
  return selectionOf(places, ids.reverse());
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

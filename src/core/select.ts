import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import type { PageSlice } from './page-table.ts';
import type { ListParameters } from './parameters.ts';
import type { Release } from './release.ts';
import { foldTerm, type Selection, selectionOf, type TermChunk, type TermKind } from './terms.ts';

/** Of what articles are selected. */
export type SelectionSource = Pick<Release, 'terms' | 'find' | 'recallSelection'>;

/** By what. */
type Wanted = Pick<ListParameters, 'terms' | 'anyTags' | 'ids'>;

export function isSelection({ terms, anyTags, ids }: Wanted): boolean {
  return terms.length + anyTags.length > 0 || ids !== null;
}

/** The articles that have all terms, one of the tags where there are some, and one of the ids where there are some. */
export async function select(source: SelectionSource, { terms, anyTags, ids }: Wanted): Promise<Selection> {
  // However they are written and ordered, they are one selection.
  const all = unique(terms);
  const any = unique(anyTags.map((tag): [TermKind, string] => ['tag', tag]));
  const key = JSON.stringify([all, any, ids && [...new Set(ids)].sort((a, b) => a - b)]);
  const find = async ([kind, term]: [TermKind, string]): Promise<Selection> =>
    (await source.terms.find(kind, term)) ?? selectionOf([], []);
  const isOne = all.length + any.length === 1 && ids === null;
  return isOne ? find((all[0] ?? any[0]) as [TermKind, string]) : source.recallSelection(key, make);

  async function make(): Promise<Selection> {
    const found = await Promise.all(all.map(find));
    if (any.length > 0) found.push(await unite(await Promise.all(any.map(find))));
    if (ids !== null) found.push(await selectIds(source, ids));
    return intersect(found);
  }
}

/** Folded, each once, in one order. */
function unique(terms: readonly (readonly [TermKind, string])[]): [TermKind, string][] {
  const keys = new Set(terms.map(([kind, term]) => JSON.stringify([kind, foldTerm(term)])));
  return [...keys].sort().map((key) => JSON.parse(key));
}

async function selectIds(source: SelectionSource, ids: readonly number[]): Promise<Selection> {
  const located = await whenAllReady(
    [...new Set(ids)].map((id) =>
      whenReady(source.find(id), (found): [number, number] | null => found && [found.place, id]),
    ),
  );
  return toSelection(located.filter((each) => each !== null));
}

async function unite(selections: readonly Selection[]): Promise<Selection> {
  const found = new Map<number, number>();
  for (const { places, ids } of await Promise.all(selections.map(readAll)))
    for (const [i, place] of places.entries()) found.set(place, ids[i] ?? 0);
  return toSelection([...found]);
}

function toSelection(articles: [place: number, id: number][]): Selection {
  const found = articles.sort(([a], [b]) => a - b);
  return selectionOf(
    found.map(([place]) => place),
    found.map(([, id]) => id),
  );
}

function readAll(selection: Selection): Awaitable<Readonly<TermChunk>> {
  return whenReady(selection.count(Number.POSITIVE_INFINITY), (count) => selection.slice(0, count));
}

/** Merges sorted lists: the one with the fewest articles with each other, once along both. */
async function intersect(selections: readonly Selection[]): Promise<Selection> {
  const [fewest, ...others] = (await Promise.all(selections.map(readAll))).sort(
    (a, b) => a.places.length - b.places.length,
  );
  let { places, ids } = fewest ?? { places: [], ids: [] };
  for (const other of others) {
    let next = 0;
    const isFound = places.map((place) => {
      while ((other.places[next] ?? Number.POSITIVE_INFINITY) < place) next++;
      return other.places[next] === place;
    });
    const stays = (_: number, i: number): boolean => isFound[i] === true;
    [places, ids] = [places.filter(stays), ids.filter(stays)];
  }
  return selectionOf(places, ids);
}

/** Whether a selection has the article at that place. */
export function hasPlace(selection: Selection, place: number): Awaitable<boolean> {
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

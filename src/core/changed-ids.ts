import { type Activation, lag, maxBehind } from './change-log.ts';
import { at, firstIndex } from './search.ts';

type Activations = readonly Activation[];

/** Ids above `afterId`, ascending, of what activations changed, and whether readers got each at some moment since. */
export function* changedIds(
  activations: Activations,
  afterId: number,
  now: number,
): Generator<[id: number, wasPublished: boolean]> {
  const next = activations.map(({ articles }) => indexAbove(articles, afterId));
  for (;;) {
    const ids = activations.map(({ articles }, i) => articles[next[i] ?? 0]?.[0] ?? Number.POSITIVE_INFINITY);
    const id = Math.min(...ids);
    if (id === Number.POSITIVE_INFINITY) return;
    let wasPublished = false;
    for (const [i, { since, articles }] of activations.entries()) {
      if (ids[i] !== id) continue;
      const [, publishAt] = at(articles, next[i] ?? 0);
      // A server that stayed behind may have given what was published only after it was gone.
      wasPublished ||= publishAt !== null && publishAt <= Math.min(since + maxBehind, now) + lag;
      next[i] = (next[i] ?? 0) + 1;
    }
    yield [id, wasPublished];
  }
}

export function isChanged(activations: Activations, id: number): boolean {
  return activations.some(({ articles }) => rowOf(articles, id) !== undefined);
}

/**
 * The slugs that readers had an article by when an activation changed it, oldest first, without the one that they have
 * it by. `slug` is that of the release; null where it is not in it.
 */
export function findFormerSlugs(activations: Activations, id: number, slug: string | null, isShown: boolean) {
  const found = new Set<string>();
  let before = slug;
  for (const { since, articles, slugs } of activations.toReversed()) {
    const row = rowOf(articles, id);
    if (row === undefined) continue;
    const [, publishAt] = row;
    const [, changed = before] = slugs === undefined ? [id, null] : (rowOf(slugs, id) ?? []);
    before = changed;
    // Nobody hears of a slug that was never published.
    if (before !== null && publishAt !== null && publishAt <= since) found.add(before);
  }
  if (isShown && slug !== null) found.delete(slug);
  return [...found].reverse().map((each) => ({ id, slug: each }));
}

type Rows<T> = readonly (readonly [id: number, value: T])[];

function rowOf<T>(rows: Rows<T>, id: number): Rows<T>[number] | undefined {
  const row = rows[indexAbove(rows, id - 1)];
  return row?.[0] === id ? row : undefined;
}

/** Of the first row with a greater id; ids ascend. */
function indexAbove(rows: Rows<unknown>, id: number): number {
  return firstIndex(rows.length, (i) => at(rows, i)[0] > id);
}

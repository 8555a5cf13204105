import { compareText } from '../problems/problem.ts';
import type { Discovered, FoundFile } from './discover.ts';
import { markdownName, stateOf } from './source-file.ts';
import { tryLstat } from './try-stat.ts';

/** The same files, of which some were changed, and the places of these; null where one of them has come or gone. */
export function checkAgain(
  found: Discovered,
  changed: readonly string[],
  since: number,
): { found: Discovered; places: number[] } | null {
  const sources = [...found.sources];
  const places = new Set<number>();
  for (const name of changed) {
    if (!markdownName.test(name)) continue;
    const place = placeOf(sources, name.normalize('NFC'));
    const source = sources[place];
    if (source === undefined) return null;
    const state = stateOf(tryLstat(source.file), since);
    // Dates of git stay as they are until all is checked again.
    const { gitDates: own } = source;
    sources[place] = { ...source, state: state && own !== undefined ? `${state} ${own?.first} ${own?.last}` : state };
    places.add(place);
  }
  return { found: { ...found, sources }, places: [...places] };
}

/** Where a path is among sources in the order of their paths; -1 where it is not. */
function placeOf(sources: readonly FoundFile[], path: string): number {
  let [from, to] = [0, sources.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareText(sources[middle]?.path ?? '', path) < 0) from = middle + 1;
    else to = middle;
  }
  return sources[from]?.path === path ? from : -1;
}

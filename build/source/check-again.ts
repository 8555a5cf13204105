import { firstIndex } from '../../src/core/search.ts';
import { compareText } from '../problems/problem.ts';
import type { Discovered } from './discover.ts';
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
    const path = name.normalize('NFC');
    const place = firstIndex(sources.length, (i) => compareText(sources[i]?.path ?? '', path) >= 0);
    const source = sources[place];
    if (source?.path !== path) return null;
    const state = stateOf(tryLstat(source.file), since);
    // Dates of git stay as they are until all is checked again.
    const { gitDates: own } = source;
    sources[place] = { ...source, state: state && own !== undefined ? `${state} ${own?.first} ${own?.last}` : state };
    places.add(place);
  }
  return { found: { ...found, sources }, places: [...places] };
}

import { firstIndex } from '../../../src/core/search.ts';

/**
 * A text that begins with a link or an image, with NUL in place of each backtick in its brackets that opens no code, since nothing
 * closes it: CommonMark takes it for a character, marked for the end of the link. Null where there is none. `findEnd` finds ends of code.
 */
export function maskStrayBackticks(source: string, findEnd = createRunFinder(source)): string | null {
  let masked = '';
  let from = 0;
  let depth = 0;
  delimiter.lastIndex = source.indexOf('[');
  for (let found = delimiter.exec(source); found !== null; found = delimiter.exec(source)) {
    const [run] = found;
    if (run === '[') depth++;
    if (run === ']') depth--;
    if (depth === 0) break;
    // Marked reads brackets in brackets three deep.
    if (depth > deepest) return null;
    if (!run.startsWith('`')) continue;
    const end = findEnd(delimiter.lastIndex, run.length);
    if (end !== null) {
      delimiter.lastIndex = end;
      continue;
    }
    masked += source.slice(from, found.index) + stray.repeat(run.length);
    from = delimiter.lastIndex;
  }
  return from === 0 ? null : masked + source.slice(from);
}

/** Undoes it, in a token and all that is in it. */
export function unmask<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(stray, '`') as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unmask) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmask(inner)])) as T;
}

/** Stands in no Markdown that is rendered. */
const stray = '\0';

const delimiter = /\\[\s\S]|`+|[[\]]/g;

const deepest = 20;

/** Finds where the next run of `length` backticks after an index ends; null if there is none. Lists the runs of a text once. */
export function createRunFinder(source: string): (from: number, length: number) => number | null {
  const ends = new Map<number, number[]>();
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const known = ends.get(run.length);
    if (known === undefined) ends.set(run.length, [index + run.length]);
    else known.push(index + run.length);
  }
  return (from, length) => {
    const known = ends.get(length) ?? [];
    return known[firstIndex(known.length, (index) => (known[index] ?? 0) - length >= from)] ?? null;
  };
}

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

let measure: ((a: string, b: string) => { steps: number }) | null = null;

/** Letters that were put in, left out, changed or swapped with a neighbour: from a word to another (Damerau–Levenshtein). */
export function editDistance(a: string, b: string): number {
  // Only mistakes need it.
  measure ??= require('damerau-levenshtein') as NonNullable<typeof measure>;
  return measure(a, b).steps;
}

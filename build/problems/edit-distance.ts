import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

let measure: ((a: string, b: string) => { steps: number }) | null = null;

/** The number of letters added, removed, replaced or swapped with a neighbour between two words (Damerau–Levenshtein). */
export function editDistance(a: string, b: string): number {
  // Loaded only when a word is misspelt.
  measure ??= require('damerau-levenshtein') as NonNullable<typeof measure>;
  return measure(a, b).steps;
}

import { createRequire } from 'node:module';
import { lazy } from '../package/lazy.ts';

/**
 * The word of a list that a misspelt word may stand for: one letter away, or two in words of six letters and more. Null
 * where none is near, and for a word of the list. All in lower case.
 */
export function nearWord(word: string, list: readonly string[]): string | null {
  if (word.length < minLength || list.includes(word)) return null;
  let nearest: { cost: number; target: string } | null = null;
  for (const target of list) {
    const maxSteps = Math.min(word.length, target.length) >= 6 ? 2 : 1;
    if (Math.abs(word.length - target.length) > maxSteps || target.length < minLength) continue;
    // Each step changes at most two letters. This check is quick, and avoids the slow distance for most words.
    if (countOthers(word, target) > 2 * maxSteps) continue;
    const steps = editDistance(word, target);
    // Prefers a word of the same length.
    const cost = steps + (word.length === target.length ? 0 : 0.5);
    if (steps <= maxSteps && (nearest === null || cost < nearest.cost)) nearest = { cost, target };
  }
  return nearest?.target ?? null;
}

/** Counts letters that only one of the words has. Letters are folded into 32 bits, so the count may be too low, never too high. */
function countOthers(word: string, target: string): number {
  let bits = toBits(word) ^ toBits(target);
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count++;
  return count;
}

function toBits(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

/** Too many words are near to a shorter one. */
const minLength = 4;

/** The number of letters added, removed, replaced or swapped with a neighbour between two words (Damerau–Levenshtein). */
export function editDistance(a: string, b: string): number {
  return loadMeasure()(a, b).steps;
}

/** Loaded only when a word is misspelt. */
const loadMeasure = lazy(
  () => createRequire(import.meta.url)('damerau-levenshtein') as (a: string, b: string) => { steps: number },
);

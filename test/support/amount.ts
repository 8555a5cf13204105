/** Which run this is: `npm test`, `npm run test:all` or `npm run test:soak`. vitest.config.ts sets it. */
const run = process.env.GALLEY_RUN ?? 'test';

/** Whether only `npm test` was asked for, which needs Node and npm alone. */
export const isQuick = run === 'test';

/** Whether this is a soak, whose files are as large whatever share of them is tried. */
export const isSoak = run === 'soak';

/** Takes other cases wherever chance chooses; each run prints it. */
export const seed = Number(process.env.GALLEY_SEED ?? 1);

/** Which part of `npm run test:soak` is run, from 0 to 1. */
const share = Number(process.env.GALLEY_SHARE ?? 1);

/**
 * How much of a row each run does. Tag such a test `scaled`, so that all three runs have it. A share of a soak is never
 * less than what `npm test` does.
 */
export function amount({ test, all, soak }: { test: number; all: number; soak: number }): number {
  if (run === 'soak') return Math.max(test, Math.round(soak * share));
  return run === 'all' ? all : test;
}

/**
 * How many cases a property is tried on: half of `many` in `npm run test:all`, and 20 times `many` in a soak.
 */
export function cases(many: number, test = Math.ceil(many / 10)): { numRuns: number } {
  return { numRuns: amount({ test, all: Math.ceil(many / 2), soak: 20 * many }) };
}

/** Of the rows of a soak, the share that is asked for: each `1 / share`-th, from a place that the seed chooses. */
export function shareOf<T>(rows: readonly T[]): T[] {
  if (run !== 'soak' || share >= 1) return [...rows];
  const step = Math.max(1, Math.round(1 / share));
  return rows.filter((_, index) => (index + seed) % step === 0);
}

/** The first rows in `npm test`, all of them in the longer runs. Tag such a test `scaled`. */
export function firstOf<T>(count: number, rows: readonly T[]): T[] {
  return isQuick ? rows.slice(0, count) : [...rows];
}

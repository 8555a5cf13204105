/** @module-tag scaled */
import { createContext, runInContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { amount, seed } from '../support/amount.ts';
import { removeTexts } from './build-text.ts';
import { findBadTexts } from './find-bad-texts.ts';
import { generate } from './generate.ts';
import { grammars } from './grammars.ts';
import { timeOf } from './growth.ts';
import { mended } from './mended.ts';
import type { Pattern } from './pattern.ts';

afterAll(removeTexts);

/** Texts of each grammar. */
const texts = amount({ test: 5, all: 20, soak: 200 });

test.each(grammars)(
  'texts by the grammar of $name become articles or problems, in time that grows as they do',
  { tags: ['large'] },
  (grammar) => expect(findBadTexts(generate(grammar, texts, seed))).toEqual({ slow: [], silent: [] }),
);

test.each(mended)('they find what was slow in $expression', { tags: ['long'] }, ({ expression, grammar, parts }) => {
  const found = grammars.find(({ name }) => name === grammar);
  if (found === undefined) throw new Error(`There is no grammar ${grammar}.`);
  // Its own body: a header before it would be another line.
  const bare = { ...found, toFile: String };
  // Most are found among the first, and all are the first of more: to make thousands takes longer than to try some.
  const isFound = [200, 4000].some((count) => generate(bare, count, 1).some(isMadeSlow));
  expect(isFound).toBe(true);

  function isMadeSlow({ make }: Pattern): boolean {
    const [part, whole] = [8000, 32_000].map((size) => run(make(size)));
    if (part === undefined || whole === undefined) return false;
    // A fast machine takes so little time for either that it says nothing.
    return isSlow(part, whole) || (whole > 10 && isSlow(whole, run(make(128_000))));
  }

  function isSlow(part: number, whole: number): boolean {
    return whole === Number.POSITIVE_INFINITY || (whole > 100 && whole > 8 * part);
  }

  /**
   * Milliseconds of the processor's time; ∞ where it is stopped, which takes longer than any text whose time grows as
   * it does.
   */
  function run(text: string): number {
    const given = parts?.(text) ?? text.split('\n');
    const context = createContext({ given, expression });
    const code = 'for (const each of given) each.replace(expression, "")';
    try {
      return timeOf(() => runInContext(code, context, { timeout: 500 }));
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
});

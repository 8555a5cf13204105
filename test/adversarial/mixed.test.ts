/** @module-tag scaled */
import { afterAll, expect, test } from 'vitest';
import { amount, seed } from '../support/amount.ts';
import { removeTexts } from './build-text.ts';
import { findBadTexts } from './find-bad-texts.ts';
import { generateMixed } from './generate.ts';
import { grammars } from './grammars.ts';

afterAll(removeTexts);

/** Texts of each grammar. In a file of their own, so that both kinds are built side by side. */
const texts = amount({ test: 2, all: 10, soak: 200 });

test.each(grammars)(
  'texts of the pieces of $name by chance become articles or problems, in time that grows as they do',
  { tags: ['large'] },
  (grammar) => expect(findBadTexts(generateMixed(grammar, texts, seed))).toEqual({ slow: [], silent: [] }),
);

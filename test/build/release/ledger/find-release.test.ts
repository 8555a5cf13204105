import { expect, test } from 'vitest';
import { findEarlier } from '../../../../build/release/ledger/kept-entries.ts';
import type { LedgerEntry } from '../../../../src/core/ledger.ts';

/** Entries, oldest first; a capital is a release that is kept whole. */
const toEntries = (text: string): LedgerEntry[] =>
  [...text].map((letter, since) => ({
    release: letter.toLowerCase(),
    since,
    articles: 1,
    isWhole: letter !== letter.toLowerCase(),
    bytes: 1,
    changes: null,
    takenDown: null,
    delta: null,
  }));

test.each([
  ['ABC', 'b'],
  ['ABCB', 'a'],
  ['ABCBA', null],
  ['A', null],
  ['aBC', 'b'],
  ['abC', null],
  ['abaBCB', null],
  ['abAcBC', 'b'],
])('of %s, where small letters are not kept whole, the earlier one is %j', (entries, release) => {
  expect(findEarlier(toEntries(entries))?.release ?? null).toBe(release);
});

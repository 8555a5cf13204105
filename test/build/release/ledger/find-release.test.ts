import { expect, test } from 'vitest';
import { findEarlier } from '../../../../build/release/ledger/kept-entries.ts';
import type { LedgerEntry } from '../../../../src/core/ledger.ts';

/** Entries, oldest first. */
const toEntries = (text: string): LedgerEntry[] =>
  [...text].map((release, since) => ({
    ...{ release, since, articles: 1, bytes: 1 },
    ...{ changes: null, takenDown: null, delta: null },
  }));

test.each([
  ['abc', 'b'],
  ['abcb', 'a'],
  ['abcba', null],
  ['a', null],
])('of %s, the earlier one is %j', (entries, release) => {
  expect(findEarlier(toEntries(entries))?.release ?? null).toBe(release);
});

import { expect, test } from 'vitest';
import {
  defaultKeep,
  type Keep,
  keptEntries,
  leastKeep,
  mayLackKept,
} from '../../../../build/release/ledger/kept-entries.ts';
import { currentEntries } from '../../../../build/release/ledger/open-ledger.ts';
import type { LedgerEntry } from '../../../../src/core/ledger.ts';

const entry = (release: string, since: number): LedgerEntry => ({
  release,
  since,
  articles: 1,
  bytes: 1,
  changes: null,
  takenDown: null,
  delta: null,
});
const hour = 3600;
const now = 1_780_000_000;

/** Entries, oldest first, each `a-3600`: the release and its `since`, counted from now. */
const toEntries = (text: string): LedgerEntry[] =>
  text.split(' ').map((part) => entry(part.slice(0, 1), now + Number(part.slice(1) || 0)));

test.each<[string, string, Partial<Keep>, string]>([
  ['the current release, however old', `a-${900 * hour}`, {}, 'a'],
  ['what was current a day ago', `a-${90 * hour} b-${24 * hour - 1} c-9`, {}, 'abc'],
  ['not what stopped being current a day ago', `a-${90 * hour} b-${24 * hour} c-9`, {}, 'bc'],
  ['what was current within the hours', `a-${9 * hour} b-${2 * hour} c-${hour}`, { hours: 2 }, 'bc'],
  ['so many', `a-900 b-800 c-700 d-600`, { releases: 2 }, 'cd'],
  ['of none, the current one', `a-900 b-800`, { hours: 0 }, 'b'],
  ['what stopped being current less than a minute ago', 'a-900 b-70 c-59 d-1', { releases: 1 }, 'bcd'],
  ['not what stopped being current a minute ago', 'a-900 b-60 c-0', { releases: 1, hours: 0 }, 'bc'],
  ['a release that is current again, both times', `a-900 b-800 a-700`, {}, 'aba'],
  ['by a clock that went back, what stopped after that', `a-900 b+${900 * hour} c-0`, {}, 'abc'],
  ['by a clock that went back, not what stopped before it', `a-${90 * hour} b+9999 c-${30 * hour} d-9`, {}, 'cd'],
  ['what was current until one whose clock was days behind', `a-8 b-${48 * hour} c-0`, { hours: 0 }, 'abc'],
  ['all that is in the future, whatever the hours', 'a+100 b+200 c+300', { hours: 0, releases: 1 }, 'abc'],
])('keeps %s: %s with %j', (_, entries, keep, kept) => {
  const found = keptEntries(toEntries(entries), { ...defaultKeep, ...keep }, now);
  expect(found.map(({ release }) => release).join('')).toBe(kept);
});

test('nothing is copied where all is kept', () => {
  const entries = toEntries('a-900 b-800');
  expect(keptEntries(entries, defaultKeep, now)).toBe(entries);
});

test('the least that is kept is the current release and what it took the place of within a minute', () => {
  const kept = keptEntries(toEntries('a-900 b-800 c-59'), leastKeep, now);
  expect(kept.map(({ release }) => release)).toEqual(['b', 'c']);
});

test.each([
  ['abc', 'c', 'abc'],
  ['abc', 'b', 'ab'],
  ['aba', 'a', 'aba'],
  ['abac', 'a', 'aba'],
  ['ab', 'x', 'ab'],
  ['ab', null, 'ab'],
  ['', 'a', ''],
])('of the entries %j, where %j is current, %j became current', (releases, current, expected) => {
  const entries = [...releases].map((release, i) => entry(release, i));
  expect(
    currentEntries(entries, current)
      .map(({ release }) => release)
      .join(''),
  ).toBe(expected);
});

test.each<[string, [since: number, delta: string | null][], boolean]>([
  ['the first entry is of today', [[-hour, null]], true],
  [
    'what came before one of today is unknown',
    [
      [-900 * hour, null],
      [-hour, null],
      [-9, 'a'],
    ],
    true,
  ],
  [
    'all of the last day is known',
    [
      [-900 * hour, null],
      [-25 * hour, null],
      [-hour, 'a'],
    ],
    false,
  ],
  ['nothing before is unknown', [[-hour, 'a']], false],
])('entries may lack a kept release where %s', (_, rows, expected) => {
  const entries = rows.map(([since, delta]) => ({ ...entry('a', now + since), delta }));
  expect([mayLackKept(entries, defaultKeep, now), mayLackKept(entries, leastKeep, now)]).toEqual([expected, false]);
});

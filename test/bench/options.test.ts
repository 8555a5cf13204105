import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/usage-error.ts';
import { parseOptions, toUsage } from './options.ts';
import type { Row } from './row.ts';

const row = { group: 'list', about: 'a page', run: async () => {} };
const one: Row = { ...row, name: 'list-10' };
const other: Row = { ...row, name: 'list-100' };
const extra: Row = { ...row, name: 'million', group: 'million', isExtra: true };
const rows = [one, other, extra];

test('by default', () => {
  expect(parseOptions([], rows)).toEqual({
    rows: [one, other],
    rounds: 5,
    seconds: 2,
    articles: 10_000,
    many: 100_000,
    few: 1000,
    dir: tmpdir(),
    json: false,
  });
});

test.each([
  [['million'], { rows: [extra] }],
  [['list'], { rows: [one, other] }],
  [['million', 'list-100'], { rows: [other, extra] }],
  [['--articles', '2000'], { articles: 2000, many: 20_000, few: 200 }],
  [['--rounds', '7', '--seconds', '1', '--dir', '/mnt', '--json'], { rounds: 7, seconds: 1, dir: '/mnt', json: true }],
])('%j', (args, expected) => {
  expect(parseOptions(args, rows)).toMatchObject(expected);
});

test('help lists every row', () => {
  expect(parseOptions(['-h', 'list'], rows)).toBeNull();
  for (const { name, about } of rows) expect(toUsage(rows)).toMatch(new RegExp(`^  ${name} .* ${about}$`, 'm'));
});

describe('refused', () => {
  test.each([
    [['lists'], /no row or group lists\. There are list-10, list, list-100, million\./],
    [['--rounds', '0'], /--rounds: found 0, expected a whole number, 1 at least/],
    [['--articles', '999'], /--articles: found 999, expected a whole number, 1000 at least/],
    [['--seconds', '1.5'], /--seconds: found 1\.5/],
    [['--fast'], /--fast/],
  ])('%j', (args, message) => {
    expect(() => parseOptions(args, rows)).toThrow(UsageError);
    expect(() => parseOptions(args, rows)).toThrow(message);
  });
});

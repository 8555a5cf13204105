import { expect, test } from 'vitest';
import { type BuildFigures, readBefore, toBuildTable } from './build-figures.ts';

const before: BuildFigures = {
  ...{ commit: 'abc1234', date: '2026-01-02', load: 0, articles: 1000, toHugo: 1.5, toLeast: 3 },
  seconds: { cold: 2, same: 0.3, one: 0.4 },
  counts: { cold: { filesRead: 1025 }, same: { filesRead: 23 }, one: { filesRead: 33 } },
};

test('each figure stands beside that of the commit before', () => {
  const now = { ...before, commit: 'def5678', toHugo: null, seconds: { cold: 1, same: 0.2, one: 0.25 } };
  expect(toBuildTable(now, before)).toBe(`\
| 1000 articles | from nothing | abc1234, 2026-01-02 | nothing changed | abc1234, 2026-01-02 | one changed | abc1234, 2026-01-02 |
| --- | --: | --: | --: | --: | --: | --: |
| seconds | 1.00 | 2.00 | 0.20 | 0.30 | 0.25 | 0.40 |
| time of Hugo |  | 1.50 |  |  |  |  |
| time of the least program | 3.00 | 3.00 |  |  |  |  |
| filesRead | 1025 | 1025 | 23 | 23 | 33 | 33 |
`);
});

test('figures of another number of articles are not shown', () => {
  expect(toBuildTable({ ...before, articles: 10 }, before)).toContain('| filesRead | 1025 |  | 23 |  | 33 |  |');
});

test('the file that is kept has all figures', () => {
  const { counts, seconds, toLeast } = readBefore();
  expect(Object.keys(counts.cold)).toContain('bodiesLexed');
  expect([Object.keys(seconds), toLeast > 0]).toEqual([['cold', 'same', 'one'], true]);
});

import { expect, test } from 'vitest';
import type { FileBuild } from './build-file.ts';
import { toLogLine, toPatternReport } from './report.ts';
import { validateGrowth } from './validate-growth.ts';

const base: FileBuild = { size: 0, seconds: 0.25, peak: 80e6, output: 300, printed: 0, problems: {}, end: 'article' };
const small: FileBuild = { ...base, size: 1e6, seconds: 1.25, peak: 200e6, output: 4e6 };
const large: FileBuild = { ...small, size: 4e6, seconds: 4.25, output: 16e6 };

test.each<[string, FileBuild[], string[], number | null]>([
  ['all is within the limits', [small, large], [], 1],
  ['little time says nothing of growth', [base, { ...large, seconds: 1 }], [], null],
  [
    'nor does a fifth of the time allowed',
    [
      { ...small, seconds: 0.3 },
      { ...large, seconds: 1.4 },
    ],
    [],
    null,
  ],
  ['too long', [small, { ...large, seconds: 6.5 }], ['time'], 1.32],
  ['the square of the size', [{ ...small, seconds: 0.5 }, large], ['growth'], 2],
  ['too much memory, at a small size', [{ ...small, peak: 281e6 }, large], ['memory'], 1],
  ['too large', [small, { ...large, output: 81e6 }], ['output'], 1],
  ['not waited for', [small, { ...large, end: 'stopped' }], ['stopped'], null],
  ['neither an article nor a problem', [{ ...small, end: 'crash' }], ['crash'], null],
])('%s', (name, builds, broken, growth) => {
  const result = validateGrowth(name, builds, base);
  expect(result.broken.filter((what) => what !== 'growth' || result.broken.length === 1)).toEqual(broken);
  if (growth === null) expect(result.growth).toBeNull();
  else expect(result.growth).toBeCloseTo(growth, 1);
});

test('the report counts, and shows what is beyond the limits first', () => {
  const results = [
    validateGrowth('fine | well', [small, { ...large, problems: { 'too-long': 2 }, end: 'problem' }], base),
    validateGrowth('slow', [{ ...small, seconds: 9, end: 'stopped' }], base),
  ];
  const report = toPatternReport(results);
  expect(report).toContain('2 patterns, 1 within the limits.');
  expect(report).toContain('0 became articles, 1 were refused with a problem; 1 were stopped, 0 crashed.');
  expect(report).toMatch(/\| slow \| stopped \| .*\n\| fine \\\| well \| problem \|.* too-long × 2 \|\n$/);
});

test('a pattern is logged when it is done', () => {
  expect(toLogLine(validateGrowth('fine', [small, large], base))).toBe(
    'fine: article, 4.00 MB in 4.25 s and 200 MB, growth 1.00',
  );
  expect(toLogLine(validateGrowth('slow', [{ ...small, seconds: 9, end: 'stopped' }], base))).toMatch(
    /; BEYOND: stopped, time$/,
  );
});

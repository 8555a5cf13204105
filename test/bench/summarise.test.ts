import { expect, test } from 'vitest';
import { percentile } from './percentile.ts';
import type { Comparison } from './result.ts';
import { summarise } from './summarise.ts';

const rounds = (...values: number[]) => values.map((value) => ({ value, p50: value / 10, p99: value / 5 }));

test('requests a second: the first over each other, round by round, and the median of that', () => {
  const comparison: Comparison = {
    row: 'list-10',
    unit: 'requests/s',
    series: [
      { subject: 'Galley', rounds: rounds(100, 200, 300) },
      { subject: 'nginx', rounds: rounds(200, 200, 100), target: 1 },
      { subject: 'nginx', rounds: rounds(50, 50, 50) },
    ],
  };
  expect(summarise(comparison)).toEqual([
    { subject: 'Galley', value: 200, least: 100, most: 300, p50: 20, p99: 40, ratio: null, target: null, isMet: null },
    { subject: 'nginx', value: 200, least: 100, most: 200, p50: 20, p99: 40, ratio: 1, target: 1, isMet: true },
    { subject: 'nginx', value: 50, least: 50, most: 50, p50: 5, p99: 10, ratio: 4, target: null, isMet: null },
  ]);
});

test('seconds: how many times as long each other takes', () => {
  const comparison: Comparison = {
    row: 'build',
    unit: 's',
    series: [
      { subject: 'galley build', rounds: [{ value: 2 }, { value: 4 }] },
      { subject: 'hugo', rounds: [{ value: 6 }, { value: 8 }], target: 4 },
    ],
  };
  expect(summarise(comparison)[1]).toMatchObject({ value: 7, p50: null, p99: null, ratio: 2.5, isMet: false });
});

test.each([
  [[], 0.5, 0],
  [[7], 0.99, 7],
  [[3, 1, 2], 0.5, 2],
  [[4, 1, 2, 3], 0.5, 2.5],
  [[0, 100], 0.99, 99],
])('percentile(%j, %d) is %d', (values, part, expected) => {
  expect(percentile(values, part)).toBe(expected);
});

import { expect, test } from 'vitest';
import { memoryLimiter, type Quota } from '../../src/core/rate-limit.ts';

test.each<[what: string, moments: [at: number, key: string][], quotas: string[]]>([
  [
    'within its seconds',
    [
      [0, 'a'],
      [900, 'a'],
      [9999, 'a'],
    ],
    ['1 left, 10 s', '0 left, 10 s', 'over, 1 s'],
  ],
  [
    'after them',
    [
      [500, 'a'],
      [600, 'a'],
      [10_500, 'a'],
    ],
    ['1 left, 10 s', '0 left, 10 s', '1 left, 10 s'],
  ],
  [
    'after it was over',
    [
      [0, 'a'],
      [1, 'a'],
      [2, 'a'],
      [10_000, 'a'],
    ],
    ['1 left, 10 s', '0 left, 10 s', 'over, 10 s', '1 left, 10 s'],
  ],
  [
    'each key by itself',
    [
      [0, 'a'],
      [5000, 'b'],
      [6000, 'a'],
    ],
    ['1 left, 10 s', '1 left, 10 s', '0 left, 4 s'],
  ],
  [
    'a name that every object has',
    [
      [0, 'constructor'],
      [0, 'constructor'],
    ],
    ['1 left, 10 s', '0 left, 10 s'],
  ],
  [
    'a clock that is set back',
    [
      [90_000, 'a'],
      [91_000, 'a'],
      [1000, 'a'],
    ],
    ['1 left, 10 s', '0 left, 9 s', '1 left, 10 s'],
  ],
  [
    'parts of a millisecond',
    [
      [0.7, 'a'],
      [1000.2, 'a'],
    ],
    ['1 left, 10 s', '0 left, 9 s'],
  ],
])('two requests in ten seconds: %s', (_, moments, quotas) => {
  let at = 0;
  const { count } = memoryLimiter({ requests: 2, seconds: 10 }, () => at);
  const found = moments.map(([moment, key]) => {
    at = moment;
    const { isOver, remaining, renewal } = count(key) as Quota;
    return `${isOver ? 'over' : `${remaining} left`}, ${renewal} s`;
  });
  expect(found).toEqual(quotas);
});

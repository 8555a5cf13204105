import { expect, test } from 'vitest';
import { memoryLimiter, type Quota } from '../../src/core/rate-limit.ts';

/** Moments in milliseconds, each with the name of the key that asks. */
test.each([
  ['within its seconds', '0 a, 900 a, 9999 a', '1 left for 10 s, 0 left for 10 s, over for 1 s'],
  ['after them', '500 a, 600 a, 10500 a', '1 left for 10 s, 0 left for 10 s, 1 left for 10 s'],
  ['after it was over', '0 a, 1 a, 2 a, 10000 a', '1 left for 10 s, 0 left for 10 s, over for 10 s, 1 left for 10 s'],
  ['each key by itself', '0 a, 5000 b, 6000 a', '1 left for 10 s, 1 left for 10 s, 0 left for 4 s'],
  ['a name that every object has', '0 constructor, 0 constructor', '1 left for 10 s, 0 left for 10 s'],
  ['a clock that is set back', '90000 a, 91000 a, 1000 a', '1 left for 10 s, 0 left for 9 s, 1 left for 10 s'],
  ['parts of a millisecond', '0.7 a, 1000.2 a', '1 left for 10 s, 0 left for 9 s'],
])('two requests in ten seconds: %s', (_, moments, expected) => {
  let now = 0;
  const { count } = memoryLimiter({ requests: 2, seconds: 10 }, () => now);
  const found = moments.split(', ').map((moment) => {
    const [at = '', key = ''] = moment.split(' ');
    now = Number(at);
    const { isOver, remaining, renewal } = count(key) as Quota;
    return `${isOver ? 'over' : `${remaining} left`} for ${renewal} s`;
  });
  expect(found.join(', ')).toBe(expected);
});

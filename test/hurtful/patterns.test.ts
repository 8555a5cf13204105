import { expect, test } from 'vitest';
import { patterns } from './patterns.ts';

test('each pattern has a name of its own', () => {
  expect(new Set(patterns.map(({ name }) => name)).size).toBe(patterns.length);
});

test.each(patterns)('$name is as large as asked for', ({ make }) => {
  for (const size of [20_000, 80_000]) {
    const { length } = Buffer.from(make(size));
    expect(length).toBeGreaterThan(size * 0.9);
    expect(length).toBeLessThan(size * 1.1 + 100);
  }
});

import { expect, test } from 'vitest';
import { patterns } from './patterns.ts';

test('each pattern has a name of its own', () => {
  expect(new Set(patterns.map(({ name }) => name)).size).toBe(patterns.length);
});

test.each([20_000, 80_000])('each is as large as asked for: %j bytes', (size) => {
  const others = patterns.flatMap(({ name, make }) => {
    const bytes = Buffer.byteLength(make(size));
    return bytes > size * 0.9 && bytes < size * 1.1 + 100 ? [] : [`${name}: ${bytes}`];
  });
  expect(others).toEqual([]);
});

import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deflate } from '../../../../build/release/article/encode-article.ts';

const words = fc.constantFrom('alpha ', 'beta ', '<p>', '</p>\\n', 'ü', '"', 'x', '0123456789', 'https://example.com/');

const text = fc
  .tuple(fc.array(words, { minLength: 20, maxLength: 400 }), fc.integer({ min: 1, max: 40 }))
  .map(([parts, times]) => Buffer.from(parts.join('').repeat(times)));

test('the blocks are those of zlib with all its memory', () => {
  fc.assert(
    fc.property(text, (bytes) => {
      const usual = deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
      expect(deflate(bytes, []).deflated.equals(usual)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('random bytes of every small length, too', () => {
  for (let length = 64; length < 600; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * i * 7919 + length) % 251));
    const usual = deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
    expect(deflate(bytes, []).deflated.equals(usual), String(length)).toBe(true);
  }
});

test('parts are skipped, and the rest is decoded', () => {
  const bytes = Buffer.from(`${'a title '.repeat(20)}${'a text '.repeat(50)}`);
  const { deflated, deflatedCuts } = deflate(bytes, [0, 160]);
  expect(deflatedCuts[0]).toBe(0);
  const rest = Buffer.concat([deflated.subarray(deflatedCuts[1]), Buffer.from([3, 0])]);
  expect(inflateRawSync(rest)).toEqual(bytes.subarray(160));
});

import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toStream } from '../../../build/source/to-stream.ts';
import { lastBlock, storedText } from '../../../src/core/gzip.ts';
import { cases } from '../../support/amount.ts';

const words = fc.constantFrom('alpha ', 'beta ', '<p>', '</p>\\n', 'ü', '"', 'x', '0123456789', 'https://example.com/');

const text = fc
  .tuple(fc.array(words, { minLength: 20, maxLength: 400 }), fc.integer({ min: 1, max: 40 }))
  .map(([parts, times]) => Buffer.from(parts.join('').repeat(times)));

test('the blocks are those of zlib with all its memory', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(text, (bytes) => {
      const usual = deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
      expect(toStream(bytes).equals(usual.subarray(0, -4))).toBe(true);
    }),
    cases(500),
  );
});

test('random bytes of every small length, too', () => {
  for (let length = 64; length < 600; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * i * 7919 + length) % 251));
    const usual = deflateRawSync(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH });
    expect(toStream(bytes).equals(usual.subarray(0, -4)), String(length)).toBe(true);
  }
});

test('whatever text comes next is that of the block whose header ends a stream', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(text, fc.string(), (bytes, next) => {
      const latin = Buffer.from(next).toString('latin1');
      const member = Buffer.concat([toStream(bytes), Buffer.from(storedText(latin) + lastBlock, 'latin1')]);
      expect(inflateRawSync(member).equals(Buffer.concat([bytes, Buffer.from(next)]))).toBe(true);
    }),
    cases(100),
  );
});

import { crc32 as crc32OfZlib } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32, crc32OfBytes, extendCrc32 } from '../../src/core/crc32.ts';

test('of texts of bytes, as zlib computes it', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(Buffer.from(bytes).toString('latin1'))).toBe(crc32OfZlib(bytes));
    }),
  );
});

test('of bytes, wherever they begin in their memory', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(9), (bytes, from) => {
      const part = bytes.subarray(from);
      expect(crc32OfBytes(part)).toBe(crc32OfZlib(part));
    }),
  );
});

test.each([0, 1, 2, 255, 65_536, 8_388_607, 20_000_001])('of two texts together, the second of %d bytes', (length) => {
  const [a, b] = [Buffer.from('galley'), Buffer.alloc(length, 'type')];
  const together = extendCrc32(crc32OfZlib(a), length) ^ crc32OfZlib(b);
  expect(together >>> 0).toBe(crc32OfZlib(Buffer.concat([a, b])));
});

test('by 4 GiB at once as by steps', () => {
  const start = crc32OfZlib(Buffer.from('galley'));
  let crc = start;
  for (let i = 0; i < 4095; i++) crc = extendCrc32(crc, 2 ** 20);
  expect(extendCrc32(start, 4095 * 2 ** 20)).toBe(crc);
});

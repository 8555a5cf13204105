import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKey, sha256 } from '../../../../src/adapters/node/keys/new-key.ts';

test('a key is gly_, 30 base62 characters, and 6 of their CRC-32, so that a typo shows', () => {
  const keys = new Set(Array.from({ length: 1000 }, newKey));
  expect(keys.size).toBe(1000);
  for (const key of keys) {
    const [, secret = '', check] = /^gly_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? [];
    expect(check, key).toBe(toBase62(crcBitByBit(secret)));
  }
});

test('what is stored is the SHA-256 of the UTF-8', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('ключ')).toBe(createHash('sha256').update(Buffer.from('ключ', 'utf8')).digest('hex'));
});

/** Six digits, the highest first. */
function toBase62(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return [5, 4, 3, 2, 1, 0].map((power) => digits[Math.floor(value / 62 ** power) % 62]).join('');
}

/** CRC-32 as ISO 3309 words it, one bit at a time. */
function crcBitByBit(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

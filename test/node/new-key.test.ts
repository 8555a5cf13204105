import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWellFormedKey, newKey, sha256 } from '../../src/node/new-key.ts';

test('a key is gly_, 30 base62 characters, and 6 of CRC-32', () => {
  const keys = new Set(Array.from({ length: 1000 }, newKey));
  expect(keys.size).toBe(1000);
  for (const key of keys) {
    expect(key).toMatch(/^gly_[0-9A-Za-z]{36}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test('a typo shows', () => {
  const key = newKey();
  for (let i = 0; i < key.length; i++) {
    const typo = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    expect(isWellFormedKey(typo)).toBe(false);
  }
  expect(isWellFormedKey(key.slice(0, -1))).toBe(false);
});

test('the checksum is the CRC-32 of the 30 characters, in base62', () => {
  const secret = '0'.repeat(30);
  const crc = crcBitByBit(secret);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const check = [5, 4, 3, 2, 1, 0].map((power) => digits[Math.floor(crc / 62 ** power) % 62]).join('');
  expect(isWellFormedKey(`gly_${secret}${check}`)).toBe(true);
});

test('what is stored is the SHA-256 of the UTF-8', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('ключ')).toBe(createHash('sha256').update(Buffer.from('ключ', 'utf8')).digest('hex'));
});

/** CRC-32 as ISO 3309 words it, one bit at a time. */
function crcBitByBit(text: string): number {
  let crc = 0xffffffff;
  for (const octet of Buffer.from(text)) {
    crc ^= octet;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key: `gly_`, 30 random base62 characters (178 bits), and 6 that hold their CRC-32, so that a typo shows. */
export function newKey(): string {
  const secret = Array.from({ length: 30 }, () => base62.charAt(randomInt(62))).join('');
  return `gly_${secret}${checksum(secret)}`;
}

/** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 of a text. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let i = 0; i < 6; i++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

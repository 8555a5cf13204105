import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The name of content, in 32 hexadecimal digits: 96 bits of its SHA-256, and its CRC-32. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 24) + crc32(bytes).toString(16).padStart(8, '0');
}

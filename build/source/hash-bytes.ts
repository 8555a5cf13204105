import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The name of content, in 32 hexadecimal digits: 96 bits of its SHA-256, and its CRC-32. */
export function hashBytes(bytes: Uint8Array): string {
  return toName(hash('sha256', bytes, 'hex'), crc32(bytes));
}

/** The same of content that comes by parts. */
export function hashParts(): { add(part: Uint8Array): void; name(): string } {
  const sha256 = createHash('sha256');
  let crc = 0;
  return {
    add(part) {
      sha256.update(part);
      crc = crc32(part, crc);
    },
    name: () => toName(sha256.digest('hex'), crc),
  };
}

function toName(sha256: string, crc: number): string {
  return sha256.slice(0, 24) + crc.toString(16).padStart(8, '0');
}

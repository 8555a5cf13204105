import { hash } from 'node:crypto';

/** The name of content: 128 bits of its SHA-256, in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 32);
}

import * as z from 'zod/mini';
import { type Awaitable, whenReady } from './awaitable.ts';

/** What is stored of a key: never the key itself. */
export const StoredKey = z.object({
  name: z.string().check(z.regex(/^[\w.-]{1,64}$/, 'Expected 1 to 64 letters, digits, `_`, `.`, `-`.')),
  /** SHA-256 of the key, in lower-case hexadecimal. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 digest: 64 lower-case hexadecimal digits.')),
  /** Seconds since 1970-01-01T00:00:00Z; from then on the key is refused. */
  expires: z.optional(z.int()),
  revoked: z.optional(z.boolean()),
});
export type StoredKey = z.infer<typeof StoredKey>;

/** Longer texts are refused without hashing them. */
const maxKeyLength = 256;

/** Whether a key may be used at `now` (seconds). */
export function isUsable(key: StoredKey, now: number): boolean {
  return key.revoked !== true && (key.expires === undefined || now < key.expires);
}

/**
 * The name of the key that a request shows, or null. Every stored digest is compared to its last digit, so the time
 * taken says nothing about any of them. A header sent twice arrives joined by a comma, which no key holds.
 */
export function recognise(
  shown: string | undefined,
  keys: readonly StoredKey[],
  now: number,
  sha256: (text: string) => Awaitable<string>,
): Awaitable<string | null> {
  if (shown === undefined || shown === '' || shown.length > maxKeyLength) return null;
  return whenReady(sha256(shown), (digest) => {
    let name: string | null = null;
    for (const key of keys) {
      if (isEqual(key.digest, digest) && isUsable(key, now)) name = key.name;
    }
    return name;
  });
}

function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

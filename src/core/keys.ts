import { type Awaitable, whenReady } from './awaitable.ts';

/** What is stored of a key: never the key itself. */
export interface StoredKey {
  /** See `keyName`. */
  name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  digest: string;
  /** Seconds since 1970-01-01T00:00:00Z; from then on the key is refused. */
  expires?: number | undefined;
  revoked?: boolean | undefined;
}

export const keyName = /^[\w.-]{1,64}$/;
export const keyDigest = /^[0-9a-f]{64}$/;

/** Longer texts are refused without hashing them. */
const maxKeyLength = 256;

/** Whether a key may be used at `now` (seconds). */
export function isUsable(key: StoredKey, now: number): boolean {
  return key.revoked !== true && (key.expires === undefined || now < key.expires);
}

/**
 * The name of the key that a request shows, or null. Its digest is looked up, so that the time does not grow with the keys: what of a
 * digest the time of a lookup could tell helps nobody to a key that has it. A header sent twice arrives joined by a comma, which no key
 * holds.
 */
export function recognise(
  shown: string | undefined,
  keys: readonly StoredKey[],
  now: number,
  sha256: (text: string) => Awaitable<string>,
): Awaitable<string | null> {
  if (shown === undefined || shown === '' || shown.length > maxKeyLength) return null;
  return whenReady(sha256(shown), (digest) => {
    return findByDigest(keys, digest).findLast((key) => isUsable(key, now))?.name ?? null;
  });
}

/** The keys of a list by their digests, and how many there were. */
interface DigestIndex {
  count: number;
  byDigest: Map<string, readonly number[]>;
}

/** Of each list that is in use; a change of keys brings another list. */
const indexes = new WeakMap<readonly StoredKey[], DigestIndex>();

function findByDigest(keys: readonly StoredKey[], digest: string): StoredKey[] {
  let index = indexes.get(keys);
  if (index?.count !== keys.length) {
    index = toIndex(keys);
    indexes.set(keys, index);
  }
  // Read anew: somebody may have revoked a key in the list itself.
  return (index.byDigest.get(digest) ?? []).flatMap((at) => {
    const key = keys[at];
    return key?.digest === digest ? [key] : [];
  });
}

function toIndex(keys: readonly StoredKey[]): DigestIndex {
  const byDigest = new Map<string, readonly number[]>();
  for (const [at, { digest }] of keys.entries()) byDigest.set(digest, [...(byDigest.get(digest) ?? []), at]);
  return { count: keys.length, byDigest };
}

import { type Awaitable, whenReady } from './awaitable.ts';
import { sitePattern } from './format.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestHeader } from './reply.ts';

/** What is stored of a key: never the key itself. */
export interface StoredKey {
  /** See `keyName`. */
  name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  digest: string;
  /** Seconds since 1970-01-01T00:00:00Z; from then on the key is refused. */
  expires?: number | undefined;
  revoked?: boolean | undefined;
  /** Opens the release of drafts, and not the public one. Such a key has `expires`. */
  drafts?: boolean | undefined;
  /** Slugs of the only articles that a key of drafts opens; all by default. */
  only?: readonly string[] | undefined;
  /** Origins whose pages may use it, as browsers send them. Such a key has `limit`, and not `drafts`. */
  origins?: readonly string[] | undefined;
  /** How often it may ask, in place of the limit of all keys. */
  limit?: RateLimit | undefined;
}

export const keyName = /^[\w.-]{1,64}$/;
export const keyDigest = /^[0-9a-f]{64}$/;

/** Longer texts are refused without hashing them. */
const maxKeyLength = 256;

/** What is expected of a key, and is not so; null where all is. */
export function findKeyError({ digest, expires, drafts = false, only, origins, limit }: StoredKey): string | null {
  if (!keyDigest.test(digest)) return 'Expected a SHA-256 digest: 64 lower-case hexadecimal digits.';
  if (only !== undefined && !drafts) return 'Expected only together with drafts.';
  if (only?.length === 0) return 'Expected at least one slug in only.';
  if (drafts && expires === undefined) return 'Expected an expiry, which each key of drafts has.';
  if (drafts && origins !== undefined) return 'Expected drafts or origins: pages are open to all.';
  if ((origins === undefined) !== (limit === undefined)) return 'Expected origins and a limit together, or neither.';
  if (origins?.length === 0 || origins?.some((origin) => !isOrigin(origin)))
    return 'Expected origins as browsers send them, such as https://www.example.com or http://localhost:3000.';
  const counts = limit === undefined ? [] : [limit.requests, limit.seconds];
  return counts.every((count) => Number.isSafeInteger(count) && count > 0)
    ? null
    : 'Expected a limit of at least 1 request in at least 1 second, both whole numbers.';
}

/** As browsers write it: in small letters, without the port that is usual. */
function isOrigin(text: string): boolean {
  return sitePattern.test(text) && text === text.toLowerCase() && !/^http:.*:80$|^https:.*:443$/.test(text);
}

/** Whether a key may be used at `now` (seconds). */
export function isUsable(key: StoredKey, now: number): boolean {
  return key.revoked !== true && (key.expires === undefined || now < key.expires);
}

/**
 * The key that a request shows, or null. Its digest is looked up, so that the time does not grow with the keys. The
 * time of a lookup may reveal a part of a digest, which helps nobody to find the key. A header sent twice arrives joined by a comma, which no key
 * holds.
 */
export function recognise(
  shown: string | undefined,
  keys: readonly StoredKey[],
  now: number,
  sha256: (text: string) => Awaitable<string>,
): Awaitable<StoredKey | null> {
  if (shown === undefined || shown === '' || shown.length > maxKeyLength) return null;
  return whenReady(sha256(shown), (digest) => {
    return findByDigest(keys, digest).findLast((key) => isUsable(key, now)) ?? null;
  });
}

/**
 * Whether a request comes from a page that a key is for: of its origins, or of `site` where that is one of them and the
 * browser says so (https://www.w3.org/TR/fetch-metadata/). A program can write what it likes there.
 */
export function isFromPage(origins: readonly string[], header: RequestHeader, site: string | undefined): boolean {
  const origin = header('origin') ?? (header('sec-fetch-site') === 'same-origin' ? site : undefined);
  return origin !== undefined && origins.includes(origin);
}

/** Whether a text is a key of drafts, also one that may be used no more: the log does not say what it was used for. */
export function isOfDrafts(
  shown: string | undefined,
  keys: readonly StoredKey[],
  sha256: (text: string) => string,
): boolean {
  if (shown === undefined || shown.length > maxKeyLength) return false;
  return findByDigest(keys, sha256(shown)).some(({ drafts }) => drafts === true);
}

/** Places of the keys of a list by their digests, and how many keys there were. A change of keys brings another list. */
const indexes = new WeakMap<readonly StoredKey[], { count: number; byDigest: Map<string, number[]> }>();

function findByDigest(keys: readonly StoredKey[], digest: string): StoredKey[] {
  let index = indexes.get(keys);
  if (index?.count !== keys.length) {
    const byDigest = new Map<string, number[]>();
    for (const [place, key] of keys.entries()) {
      byDigest.set(key.digest, [...(byDigest.get(key.digest) ?? []), place]);
    }
    index = { count: keys.length, byDigest };
    indexes.set(keys, index);
  }
  // Read again from the list, in which somebody may have revoked a key.
  return (index.byDigest.get(digest) ?? []).flatMap((place) => {
    const key = keys[place];
    return key?.digest === digest ? [key] : [];
  });
}

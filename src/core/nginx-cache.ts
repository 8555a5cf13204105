import { type Awaitable, whenReady } from './awaitable.ts';
import type { Release } from './release.ts';
import type { Reply } from './reply.ts';

/** How long nginx may keep an answer. It must check the key itself, in front of its cache. */
export interface NginxCache {
  /** Whole, at least 1. */
  seconds: number;
}

/**
 * `X-Accel-Expires` for an answer of `release` that may be kept: a 200 or 308. It names the last second since 1970 in which
 * nginx gives the answer: at most `seconds` after `now`, and before the next article is due, since nginx calls an answer
 * fresh during the whole of that second (`valid_sec >= now`).
 */
export function toExpiry(
  { status, headers }: Reply,
  { seconds }: NginxCache,
  release: Release | null,
  now: number,
): Awaitable<Record<string, string>> {
  // Another release may have taken its place in between.
  if ((status !== 200 && status !== 308) || release === null || headers['Galley-Release'] !== release.id) return {};
  return whenReady(release.nextDue(now), (due) => ({ 'X-Accel-Expires': `@${Math.min(now + seconds, due - 1)}` }));
}

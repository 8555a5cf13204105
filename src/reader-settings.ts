import { crossOrigin } from './core/cross-origin.ts';
import { type Limiter, memoryLimiter, type RateLimit } from './core/rate-limit.ts';
import type { Release } from './core/release.ts';
import type { Service } from './core/respond.ts';

/** Options of every adapter that win over the settings of the release. */
export interface ReaderOptions {
  /** How often each key may ask; by default as the setting `rateLimit` said when the release was built. */
  rateLimit?: RateLimit | undefined;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; by default those of the setting. */
  cors?: readonly string[] | undefined;
  /** Counts requests by key, for its own limit or the one given; in the memory of this process by default. */
  limiter?: Limiter | ((limit: RateLimit, isOfKey: boolean) => Limiter) | undefined;
}

/** What a service does for readers of a release: who may read it from other origins, and how often. */
export function readerSettings({
  rateLimit,
  cors,
  limiter: given = inMemory,
}: ReaderOptions): (release: Release | null) => Pick<Service, 'limiter' | 'limiterOf' | 'crossOrigin'> {
  const made = new Map<string, Limiter>();
  let last = '';
  return (release) => {
    const limit = rateLimit ?? release?.settings.rateLimit ?? null;
    // With another one, all count from the start.
    if (JSON.stringify(limit) !== last) made.delete(last);
    last = JSON.stringify(limit);
    return {
      limiter: typeof given === 'object' ? given : limit === null ? undefined : limiterOf(limit, false),
      limiterOf,
      crossOrigin: crossOrigin(cors ?? release?.settings.cors ?? []),
    };
  };

  /** The same for the same limit: a new release gives no key its requests back. */
  function limiterOf(limit: RateLimit, isOfKey = true): Limiter {
    const name = isOfKey ? `of a key: ${JSON.stringify(limit)}` : JSON.stringify(limit);
    const counting = made.get(name) ?? (typeof given === 'object' ? inMemory : given)(limit, isOfKey);
    made.set(name, counting);
    return counting;
  }
}

function inMemory(limit: RateLimit): Limiter {
  return memoryLimiter(limit, () => Date.now());
}

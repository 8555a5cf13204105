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
  limiter?: Limiter | ((limit: RateLimit) => Limiter) | undefined;
}

/** What a service does for readers of a release: who may read it from other origins, and how often. */
export function readerSettings({
  rateLimit,
  cors,
  limiter: given = inMemory,
}: ReaderOptions): (release: Release | null) => Pick<Service, 'limiter' | 'limiterOf' | 'crossOrigin'> {
  const ofKeys = new Map<string, Limiter>();
  let counting: Limiter | undefined;
  return (release) => ({
    limiter: typeof given === 'function' ? toLimiter(rateLimit ?? release?.settings.rateLimit ?? null, given) : given,
    limiterOf,
    crossOrigin: crossOrigin(cors ?? release?.settings.cors ?? []),
  });

  function limiterOf(limit: RateLimit): Limiter {
    const name = JSON.stringify(limit);
    const counting = ofKeys.get(name) ?? (typeof given === 'function' ? given : inMemory)(limit);
    ofKeys.set(name, counting);
    return counting;
  }

  /** The same for the same limit: a new release gives no key its requests back. */
  function toLimiter(limit: RateLimit | null, make: (limit: RateLimit) => Limiter): Limiter | undefined {
    if (limit === null) counting = undefined;
    else if (JSON.stringify(limit) !== JSON.stringify(counting?.limit)) counting = make(limit);
    return counting;
  }
}

function inMemory(limit: RateLimit): Limiter {
  return memoryLimiter(limit, () => Date.now());
}

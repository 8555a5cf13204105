import { crossOrigin } from './core/cross-origin.ts';
import { type Limiter, memoryLimiter, type RateLimit } from './core/rate-limit.ts';
import type { Release } from './core/release.ts';
import type { Service } from './core/respond.ts';

/** Options of every adapter that win over the settings of the release. */
export interface ReaderOptions {
  /** How often each key may ask; by default as the setting `rateLimit` said when the release was built. */
  rateLimit?: RateLimit | undefined;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; by default as the setting `cors` said. */
  cors?: readonly string[] | undefined;
  /**
   * Counts the requests of each key, with a limit of its own, or for the limit that it is called with; by default they
   * are counted in the memory of this process or isolate.
   */
  limiter?: Limiter | ((limit: RateLimit) => Limiter) | undefined;
}

/** What a service does for readers of a release: who may read it from other origins, and how often. */
export function readerSettings({
  rateLimit,
  cors,
  limiter: given = inMemory,
}: ReaderOptions): (release: Release | null) => Pick<Service, 'limiter' | 'crossOrigin'> {
  let counting: Limiter | undefined;
  return (release) => ({
    limiter: typeof given === 'function' ? toLimiter(rateLimit ?? release?.settings.rateLimit ?? null, given) : given,
    crossOrigin: crossOrigin(cors ?? release?.settings.cors ?? []),
  });

  /** The same for the same limit: a new release gives no key its requests back. */
  function toLimiter(limit: RateLimit | null, make: (limit: RateLimit) => Limiter): Limiter | undefined {
    const known = counting?.limit;
    if (limit?.requests !== known?.requests || limit?.seconds !== known?.seconds) {
      counting = limit === null ? undefined : make(limit);
    }
    return counting;
  }
}

function inMemory(limit: RateLimit): Limiter {
  return memoryLimiter(limit, () => Date.now());
}

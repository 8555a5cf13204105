import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, Quota, RateLimit } from '../core/rate-limit.ts';

/** How long a worker waits for the primary, in milliseconds. */
const patience = 1000;

/**
 * Counts requests in the memory of this process, or of the primary of `node:cluster`, which called `countForWorkers`:
 * then all its workers count together. Where the primary does not answer, `onFault` is told once, until it does again.
 */
export function rateLimiter(limit: RateLimit, isWorker: boolean, onFault: (error: unknown) => void): Limiter {
  const options = { keyPrefix: 'galley', points: limit.requests, duration: limit.seconds };
  const counter = isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: patience })
    : new RateLimiterMemory(options);
  let isTold = false;
  return { limit, count };

  async function count(keyName: string): Promise<Quota | null> {
    try {
      const quota = toQuota(await counter.consume(keyName), false);
      isTold = false;
      return quota;
    } catch (reason) {
      // What is over the limit is rejected as well.
      if (reason instanceof RateLimiterRes) return toQuota(reason, true);
      if (!isTold) onFault(reason);
      isTold = true;
      return null;
    }
  }
}

/** In the primary, before its workers start. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

function toQuota({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Quota {
  return { isOver, remaining: remainingPoints, renewal: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

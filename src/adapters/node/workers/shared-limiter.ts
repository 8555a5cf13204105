import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, Quota, RateLimit } from '../../../core/rate-limit.ts';

/** How long a worker waits for the primary. */
const timeoutMs = 1000;

/**
 * In a worker: counts requests in the memory of the primary, which must have called `countForWorkers`, so that all
 * workers count together. Where the primary does not respond, calls `onError` once until it does.
 */
export function sharedLimiter(onError: (error: unknown) => void): (limit: RateLimit) => Limiter {
  return (limit) => {
    const { requests: points, seconds: duration } = limit;
    // The primary knows a counter by its prefix alone.
    const counter = new RateLimiterCluster({ keyPrefix: `galley ${points} ${duration}`, points, duration, timeoutMs });
    let isReported = false;
    return { limit, count };

    async function count(keyName: string): Promise<Quota | null> {
      try {
        const quota = toQuota(await counter.consume(keyName), false);
        isReported = false;
        return quota;
      } catch (reason) {
        // A request over the limit rejects, too.
        if (reason instanceof RateLimiterRes) return toQuota(reason, true);
        if (!isReported) onError(reason);
        isReported = true;
        return null;
      }
    }
  };
}

/** In the primary, before its workers start. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

function toQuota({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): Quota {
  return { isOver, remaining: remainingPoints, renewal: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

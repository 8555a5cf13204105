import type { Awaitable } from './awaitable.ts';
import { problem } from './problem.ts';
import type { Reply } from './reply.ts';

/** How many requests each key may send in how many seconds, counted from its first request on. */
export interface RateLimit {
  /** At least 1. */
  requests: number;
  /** Whole, at least 1. */
  seconds: number;
}

/** What a key has left, this request counted. */
export interface Quota {
  isOver: boolean;
  /** Requests, at least 0; null where that is unknown. */
  remaining: number | null;
  /** Seconds until all of them may be asked again, or, where that is unknown, after which they surely may; whole, at least 1. */
  renewal: number;
}

/** Counts requests by key. */
export interface Limiter {
  limit: RateLimit;
  /** Counts one request; null where there is no count, and the request is served. */
  count(keyName: string): Awaitable<Quota | null>;
}

/** Counts in the memory of this process or isolate alone. `now` is in milliseconds. */
export function memoryLimiter(limit: RateLimit, now: () => number): Limiter {
  const length = limit.seconds * 1000;
  const windows = new Map<string, { start: number; requests: number }>();
  return { limit, count };

  function count(keyName: string): Quota {
    const time = Math.floor(now());
    let window = windows.get(keyName);
    // Also where the clock was set back.
    if (window === undefined || time < window.start || time >= window.start + length) {
      window = { start: time, requests: 0 };
      windows.set(keyName, window);
    }
    window.requests++;
    return {
      isOver: window.requests > limit.requests,
      remaining: Math.max(0, limit.requests - window.requests),
      renewal: Math.ceil((window.start + length - time) / 1000),
    };
  }
}

/** Name of the only policy. */
const policyName = '"default"';

/**
 * The fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10 sections 3 and 4): `q` requests
 * in a window of `w` seconds; `r` are left, and all come back in `t` seconds. `RateLimit` needs `r`, and is not sent without it.
 */
export function toRateLimitFields(limit: RateLimit, { remaining, renewal }: Quota): Record<string, string> {
  return {
    ...(remaining !== null && { RateLimit: `${policyName};r=${remaining};t=${renewal}` }),
    'RateLimit-Policy': `${policyName};q=${limit.requests};w=${limit.seconds}`,
  };
}

/** The 429 of RFC 6585 section 4. */
export function tooManyRequests({ requests, seconds }: RateLimit, { renewal }: Quota): Reply {
  const found = `This key has sent more than ${counted(requests, 'request')} in ${counted(seconds, 'second')}`;
  return problem(429, `${found}. Ask again in ${counted(renewal, 'second')}.`, { 'Retry-After': String(renewal) });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import type { StorageClock, StoreCounts } from '../core/storage.ts';
import type { S3Options } from './s3/s3-options.ts';

/** How much faster or slower than another a clock may run: a fifth of a second in a quarter of an hour. */
const drift = 0.0002;

/** Milliseconds of a difference that are no problem. */
const tolerance = 2000;

/** Milliseconds after which the same problem is reported again. */
const minute = 60_000;

/**
 * The clock of a store, as the `Date` fields of its responses say it in whole seconds (RFC 9110 section 6.6.1); and
 * `fetch`, which reads them, and counts.
 */
export function storeClock(
  fetch: NonNullable<S3Options['fetch']> = (address, init) => globalThis.fetch(address, init),
): StorageClock & Required<Pick<S3Options, 'fetch'>> {
  // Milliseconds from this machine's time since its start to the time of the store: it is between the two.
  let lower = Number.NEGATIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  let observed = 0;
  let [requests, failures, succeeded] = [0, 0, Number.NaN];
  let reported = Number.NEGATIVE_INFINITY;
  let report: ((problem: string) => void) | null = null;
  return {
    now,
    problem,
    counts,
    onProblem(listener) {
      report = listener;
    },
    async fetch(address, init) {
      const sent = performance.now();
      requests++;
      const response = await fetch(address, init).catch((error) => {
        failures++;
        throw error;
      });
      observe(response.headers, sent);
      if (response.status === 429 || response.status >= 500) failures++;
      else succeeded = performance.now();
      return response;
    },
  };

  function counts(): StoreCounts {
    const sinceSuccess = Number.isNaN(succeeded) ? null : (performance.now() - succeeded) / 1000;
    return { requests, failures, sinceSuccess, clockDifference: difference() / 1000 };
  }

  /** This machine's time where it may be the store's. Else a time that the store has reached: an article may be late, never early. */
  function now(): number {
    return difference() === 0 ? Date.now() : performance.now() + lower;
  }

  /** Milliseconds by which this machine is ahead of the store, or more; negative where it is behind. */
  function difference(): number {
    const offset = Date.now() - performance.now();
    return Math.max(offset - upper, 0) + Math.min(offset - lower, 0);
  }

  function observe(headers: Headers, sent: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    // A cache on the way gives what was true once.
    if (Number.isNaN(date) || headers.get('age') !== null) return;
    const received = performance.now();
    const slack = (received - observed) * drift;
    lower = Math.max(lower - slack, date - received);
    upper = Math.min(upper + slack, date + 1000 - sent);
    // One of the two clocks was set.
    if (lower > upper) [lower, upper] = [date - received, date + 1000 - sent];
    observed = received;
    const found = problem();
    if (found === null || report === null || received - reported < minute) return;
    reported = received;
    report(found);
  }

  function problem(): string | null {
    const milliseconds = difference();
    if (Math.abs(milliseconds) <= tolerance) return null;
    const seconds = Math.round(Math.abs(milliseconds) / 1000);
    return `The clock of this server is ${seconds} s ${milliseconds > 0 ? 'ahead of' : 'behind'} that of the store, which is used instead.`;
  }
}

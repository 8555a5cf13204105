import type { ResponseBytes } from './measure-responses.ts';

/** Means over all responses of six real sites, 466 articles; the test measures them again. */
export const measured: ResponseBytes = { pageOf10: 26_400, pageOf100: 176_800, article: 3570, notModified: 786 };

/** Shares of all requests, for a reader who keeps what it has: assumed, not measured. */
export type Mix = Readonly<Record<keyof ResponseBytes, number>>;

export const mix: Mix = { notModified: 0.5, pageOf10: 0.35, pageOf100: 0.05, article: 0.1 };

/** What platforms bill by is assumed where nothing can be measured here; the page says so. */
export const assumed = {
  /** CPU of a Worker or of Deno for one response, in milliseconds. */
  cpuMs: 2,
  /**
   * Files of the store that a response with a body needs where nothing is shared: its bytes, and a table or an index.
   */
  readsPerBody: 2,
  /** Milliseconds that Lambda bills, at 512 MB. */
  lambdaMs: { body: 25, notModified: 5 },
  lambdaGigabytes: 0.5,
  /** Each replica asks the store so often which release is current. */
  pollSeconds: 1,
  replicas: 2,
  /** Of the responses with a body, those whose bytes a replica does not have in memory. */
  missShare: 0.05,
  /** Of each server on AWS. */
  diskGigabytes: 8,
  hoursOfMonth: 730,
} as const;

/** What a month comes to. */
export interface Use {
  /** Millions. */
  requests: number;
  /** Millions of responses with a body. */
  bodies: number;
  /** Decimal gigabytes that are sent, headers of responses included. */
  gigabytes: number;
}

export function toUse(requests: number, shares: Mix = mix): Use {
  const kinds = Object.keys(shares) as (keyof ResponseBytes)[];
  const mean = kinds.reduce((sum, kind) => sum + shares[kind] * measured[kind], 0);
  // A million responses of a byte are a megabyte.
  return { requests, bodies: requests * (1 - shares.notModified), gigabytes: (requests * mean) / 1000 };
}

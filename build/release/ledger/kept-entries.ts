import type { LedgerEntry } from '../../../src/core/ledger.ts';

/** How long releases are kept, and how many at most. */
export interface Keep {
  /** Since they were current. */
  hours: number;
  releases: number;
}

export const defaultKeep: Keep = { hours: 24, releases: 1000 };

/** What `galley prune --now` keeps. */
export const leastKeep: Keep = { hours: 0, releases: 1 };

/** Seconds in which a server may still answer from a release that is no longer current. */
const grace = 60;

/**
 * The entries whose releases are kept at `now` (seconds): the last, which is current, whatever stopped being current less
 * than a minute ago, and of the newest `releases` those that were current within the last `hours`.
 */
export function keptEntries(
  entries: readonly LedgerEntry[],
  { hours, releases }: Keep,
  now: number,
): readonly LedgerEntry[] {
  const kept = new Set<LedgerEntry>();
  // When the entry at hand stopped being current. A clock may have gone back: never later than one behind it began.
  let until = now;
  for (const [i, entry] of [...entries].reverse().entries()) {
    const age = now - until;
    if (i === 0 || age < grace || (i < releases && age < hours * 3600)) kept.add(entry);
    until = Math.min(until, entry.since);
  }
  return kept.size === entries.length ? entries : entries.filter((entry) => kept.has(entry));
}

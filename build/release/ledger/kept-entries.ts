import type { LedgerEntry } from '../../../src/core/ledger.ts';

/** How long releases are kept. */
export interface Keep {
  /** Since they were current. */
  hours: number;
  /** How many are kept whole. Of others the order of their articles is kept. */
  releases: number;
}

export const defaultKeep: Keep = { hours: 24, releases: 100 };

/** Entries, at most: a server may have to look through all of them for the order of one crawl. */
const most = 1000;

/** What `galley prune --now` and `galley dev` keep. */
export const leastKeep: Keep = { hours: 0, releases: 1 };

/** Seconds in which a server may still answer from a release that is no longer current. */
const grace = 60;

/**
 * The entries whose releases are kept at `now` (seconds): the last, which is current, whatever stopped being current less
 * than a minute ago, and what was current within the last `hours`: the newest `releases` whole.
 */
export function keptEntries(
  entries: readonly LedgerEntry[],
  { hours, releases }: Keep,
  now: number,
): readonly LedgerEntry[] {
  const kept: LedgerEntry[] = [];
  // When the entry at hand stopped being current. A clock may have gone back: never later than one behind it began.
  let until = now;
  for (const [i, entry] of [...entries].reverse().entries()) {
    // One that began later than that by its own clock, which has gone back since, stopped no earlier than it began.
    const age = now - (entry.since > now ? until : Math.max(until, entry.since));
    const mayBeInUse = i === 0 || age < grace;
    const isWhole = entry.isWhole && (mayBeInUse || i < releases);
    if (mayBeInUse || (i < most && age < hours * 3600))
      kept.unshift(isWhole === entry.isWhole ? entry : { ...entry, isWhole });
    until = Math.min(until, entry.since);
  }
  return kept.length === entries.length && kept.every((entry, i) => entry === entries[i]) ? entries : kept;
}

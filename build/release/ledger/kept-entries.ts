import type { LedgerEntry } from '../../../src/core/ledger.ts';

/** Which releases are kept. */
export interface Keep {
  /** For how long since they were current. */
  hours: number;
  /** How many of them. */
  releases: number;
}

export const defaultKeep: Keep = { hours: 24, releases: 100 };

/** What `galley prune --now` and `galley dev` keep. */
export const leastKeep: Keep = { hours: 0, releases: 1 };

/** Seconds in which a server may still serve a release that is no longer current. */
const grace = 60;

/**
 * The entries whose releases are kept at `now` (seconds): the last, which is current, whatever stopped being current
 * less than a minute ago, and the newest `releases` of what was current within the last `hours`.
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
    if (mayBeInUse || (i < releases && age < hours * 3600)) kept.unshift(entry);
    until = Math.min(until, entry.since);
  }
  return kept.length === entries.length ? entries : kept;
}

/** Whether what `entries` do not know, such as a release in another format, may have been current so lately that it would be kept. */
export function mayLackKept(entries: readonly LedgerEntry[], { hours }: Keep, now: number): boolean {
  const began = entries.findLast(({ delta }) => delta === null)?.since ?? 0;
  return now - began < hours * 3600;
}

/** The releases of `entries`, oldest first, and the one that the pointer names: a server may have it open, though it is in no entry. */
export function toKeptReleases(entries: readonly LedgerEntry[], current: string | null): ReadonlySet<string> {
  return new Set([...entries.map(({ release }) => release), ...(current === null ? [] : [current])]);
}

/**
 * The newest entry of the kept release whose id begins with `prefix`. All ids that do, where they are several or none:
 * of none, all.
 */
export function findByPrefix(entries: readonly LedgerEntry[], prefix: string): LedgerEntry | string[] {
  const ids = [...new Set(entries.map(({ release }) => release))];
  const found = ids.filter((id) => id.startsWith(prefix.toLowerCase()));
  const [only] = found;
  const entry = found.length === 1 ? entries.findLast(({ release }) => release === only) : undefined;
  return entry ?? found;
}

/**
 * The entry before the current release's, the last. Where that became current again, which a rollback does, the one
 * before its first: so one rollback after the other goes further back, and none returns to what the last one left.
 */
export function findEarlier(entries: readonly LedgerEntry[]): LedgerEntry | null {
  const current = entries.at(-1)?.release;
  const first = entries.findIndex(({ release }) => release === current);
  return entries[first - 1] ?? null;
}

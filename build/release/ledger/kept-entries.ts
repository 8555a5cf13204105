import type { LedgerEntry } from '../../../src/core/ledger.ts';

/** How long releases are kept. */
export interface Keep {
  /** Since they were current. */
  hours: number;
  /** How many are kept whole. Of others the order of their articles is kept. */
  releases: number;
}

export const defaultKeep: Keep = { hours: 24, releases: 100 };

/** At most this many entries: a server may have to look through all of them for the order of one crawl. */
const maxEntries = 1000;

/** What `galley prune --now` and `galley dev` keep. */
export const leastKeep: Keep = { hours: 0, releases: 1 };

/** Seconds in which a server may still serve a release that is no longer current. */
const grace = 60;

/**
 * The entries whose releases are kept at `now` (seconds): the last, which is current, whatever stopped being current
 * less than a minute ago, and what was current within the last `hours`: the newest `releases` whole.
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
    if (mayBeInUse || (i < maxEntries && age < hours * 3600))
      kept.unshift(isWhole === entry.isWhole ? entry : { ...entry, isWhole });
    until = Math.min(until, entry.since);
  }
  return kept.length === entries.length && kept.every((entry, i) => entry === entries[i]) ? entries : kept;
}

/** Whether what `entries` do not know, such as a release in another format, may have been current so lately that it would be kept. */
export function mayLackKept(entries: readonly LedgerEntry[], { hours }: Keep, now: number): boolean {
  const began = entries.findLast(({ delta }) => delta === null)?.since ?? 0;
  return now - began < hours * 3600;
}

/** Kept releases, oldest first, and whether each is kept whole. */
export type KeptIds = ReadonlyMap<string, boolean>;

/** Those of `entries`, and the one that the pointer names: a server may have it open, though it is in no entry. */
export function toKeptReleases(entries: readonly LedgerEntry[], current: string | null): KeptIds {
  const kept = new Map<string, boolean>();
  for (const { release, isWhole } of entries) kept.set(release, isWhole || kept.get(release) === true);
  if (current !== null) kept.set(current, true);
  return kept;
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
 * The entry before the current release's, the last, of those that are kept whole. Where that became current again,
 * which a rollback does, the one before its first: so one rollback after the other goes further back, and none returns
 * to what the last one left.
 */
export function findEarlier(entries: readonly LedgerEntry[]): LedgerEntry | null {
  const whole = entries.filter(({ isWhole }) => isWhole);
  const current = whole.at(-1)?.release;
  const first = whole.findIndex(({ release }) => release === current);
  return whole[first - 1] ?? null;
}

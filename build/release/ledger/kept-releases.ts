import type { LedgerEntry } from '../../../src/core/ledger.ts';

/** Kept releases, oldest first, and whether each is kept whole. */
export type KeptReleases = ReadonlyMap<string, boolean>;

/** Those of `entries`, and the one that the pointer names: a server may have it open, though it is in no entry. */
export function toKeptReleases(entries: readonly LedgerEntry[], current: string | null): KeptReleases {
  const kept = new Map<string, boolean>();
  for (const { release, isWhole } of entries) kept.set(release, isWhole || kept.get(release) === true);
  if (current !== null) kept.set(current, true);
  return kept;
}

import type { LedgerEntry } from '../../../src/core/ledger.ts';

/**
 * The entries up to the one of the current release: a crash can leave others behind it, which never became current. All of
 * them where none is of that release, or it is unknown (null).
 */
export function currentEntries(entries: readonly LedgerEntry[], current: string | null): readonly LedgerEntry[] {
  const last = entries.findLastIndex(({ release }) => release === current);
  return last < 0 ? entries : entries.slice(0, last + 1);
}

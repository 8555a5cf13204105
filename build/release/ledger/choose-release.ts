import type { LedgerEntry } from '../../../src/core/ledger.ts';

/**
 * The newest entry of the kept release whose id begins with `prefix`. All ids that do, where they are several or none: of none,
 * all.
 */
export function findByPrefix(entries: readonly LedgerEntry[], prefix: string): LedgerEntry | string[] {
  const ids = [...new Set(entries.map(({ release }) => release))];
  const found = ids.filter((id) => id.startsWith(prefix.toLowerCase()));
  const [only] = found;
  const entry = found.length === 1 ? entries.findLast(({ release }) => release === only) : undefined;
  return entry ?? found;
}

/**
 * The entry before the current release's, the last, of those that are kept whole. Where that became current again, which a rollback
 * does, the one before its first: so one rollback after the other goes further back, and none returns to what the last one left.
 */
export function findEarlier(entries: readonly LedgerEntry[]): LedgerEntry | null {
  const whole = entries.filter(({ isWhole }) => isWhole);
  const current = whole.at(-1)?.release;
  const first = whole.findIndex(({ release }) => release === current);
  return whole[first - 1] ?? null;
}

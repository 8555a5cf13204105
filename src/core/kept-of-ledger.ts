import type { KeptOrder } from './kept-order.ts';
import type { LedgerEntry } from './ledger.ts';

/** A kept release. */
export interface Kept {
  release: string;
  /** When it was current, in seconds; from the first to the last time where it was more than once. */
  since: number;
  until: number;
  order: KeptOrder | null | Promise<KeptOrder | null>;
  /** It could not be read. */
  isGone: boolean;
}

/**
 * The releases that were current before `current`, the newest first; entries behind it never became current. What
 * is known of `earlier` ones stays known.
 */
export function toKept(ledger: readonly LedgerEntry[], current: string, earlier: readonly Kept[]): Kept[] {
  const found = new Map<string, Kept>();
  const last = ledger.findLastIndex(({ release }) => release === current);
  for (let i = last - 1; i >= 0; i--) {
    const { release, since } = ledger[i] as LedgerEntry;
    const until = Math.max(since, ledger[i + 1]?.since ?? since);
    const newer = found.get(release);
    if (newer !== undefined) {
      newer.since = Math.min(newer.since, since);
      newer.until = Math.max(newer.until, until);
    } else if (release !== current) found.set(release, { release, since, until, order: null, isGone: false });
  }
  for (const { release, since, until, order } of earlier) {
    const kept = found.get(release);
    if (kept?.since === since && kept.until === until) kept.order = order;
  }
  return [...found.values()];
}

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

/** Whether the release that `pointer` names became current after `current`: this server has not taken it up yet, or cannot. */
export function isNewer(ledger: readonly LedgerEntry[], pointer: string, current: string): boolean {
  const lastOf = (id: string): number => ledger.findLastIndex(({ release }) => release === id);
  return lastOf(pointer) > lastOf(current);
}

/**
 * The releases beside `current` that are or were current at `now` (seconds), the newest first. Entries behind the last one of
 * the release that `pointer` names never became current. That may be newer than `current`, and others gave snapshots of it.
 * What is known of `earlier` ones stays known.
 */
export function toKept(
  ledger: readonly LedgerEntry[],
  current: string,
  pointer: string,
  now: number,
  earlier: readonly Kept[],
): Kept[] {
  const found = new Map<string, Kept>();
  // A server of a store that lags behind may give an older pointer than the one that led to `current`.
  const last = ledger.findLastIndex(({ release }) => release === pointer || release === current);
  for (let i = last; i >= 0; i--) {
    const { release, since } = ledger[i] as LedgerEntry;
    if (release === current) continue;
    const until = Math.max(since, i === last ? now : (ledger[i + 1]?.since ?? now));
    const newer = found.get(release);
    if (newer === undefined) found.set(release, { release, since, until, order: null, isGone: false });
    else {
      newer.since = Math.min(newer.since, since);
      newer.until = Math.max(newer.until, until);
    }
  }
  for (const { release, since, until, order } of earlier) {
    const kept = found.get(release);
    if (kept?.since === since && kept.until === until) kept.order = order;
  }
  return [...found.values()];
}

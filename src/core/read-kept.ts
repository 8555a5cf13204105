import { textOfBytes } from './encoding.ts';
import { type DamagedFile, MissingFile } from './file-errors.ts';
import { Pointer, pointerPath } from './format.ts';
import type { KeptOrder } from './kept-order.ts';
import { type LedgerEntry, ledgerPath, readLedger, toLedgerHead } from './ledger.ts';
import { readJson } from './read-json.ts';
import type { Release } from './release.ts';
import type { Storage } from './storage.ts';

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

/** What pointer and ledger name. */
export interface KeptList {
  /** The newest first. */
  releases: readonly Kept[];
  /** The first of them where it became current after the one that is served. */
  newer: Kept | null;
  /** What it follows from; '' where it may follow from something else by now. */
  source: string;
  /** In seconds. */
  readAt: number;
  /** The last file that was found damaged. */
  damage: DamagedFile | null;
}

export const nothingRead: KeptList = { releases: [], newer: null, source: '', readAt: 0, damage: null };

/**
 * Reads which releases are kept beside `current` at `now` (seconds), and `current` itself where articles of it are excluded, since crawls
 * may know them; none where there is no ledger. What is known of `earlier` ones stays known; the same list as before is given where
 * pointer and ledger are the same, so that a forged snapshot costs two short reads. Throws `DamagedFile` where the ledger is damaged.
 */
export async function readKept(
  storage: Storage,
  { id: current, excluded }: Pick<Release, 'id' | 'excluded'>,
  now: number,
  earlier: KeptList | null,
): Promise<KeptList> {
  try {
    // Before the ledger, which a publish writes first: so the ledger names the release of the pointer.
    const pointer = await readJson(storage, pointerPath, Pointer).catch(() => null);
    const named = pointer?.release ?? current;
    const head = await storage.read(ledgerPath, 0, toLedgerHead(0).length);
    const source = `${current} ${named} ${head && textOfBytes(head)}`;
    if (earlier?.source === source && isGood(earlier, now)) return earlier;
    const { releases: ledger } = await readLedger(storage);
    const releases = toKept(ledger, current, excluded.size === 0, named, now, earlier?.releases ?? []);
    const newer = isNewer(ledger, named, current) ? (releases[0] ?? null) : null;
    return { releases, newer, source: newer === null && head !== null ? source : '', readAt: now, damage: null };
  } catch (error) {
    if (error instanceof MissingFile) return nothingRead;
    throw error;
  }
}

/** A file that could not be read may be back, which is checked once a second. */
function isGood({ releases, readAt }: KeptList, now: number): boolean {
  return readAt === now || !releases.some(({ isGone }) => isGone);
}

/** Whether the release that `pointer` names became current after `current`: this server has not activated it yet, or cannot. */
function isNewer(ledger: readonly LedgerEntry[], pointer: string, current: string): boolean {
  const lastOf = (id: string): number => ledger.findLastIndex(({ release }) => release === id);
  return lastOf(pointer) > lastOf(current);
}

/**
 * The releases that are or were current at `now` (seconds), the newest first, without `current` if that is whole. Entries behind the
 * last one of the release that `pointer` names never became current. That may be newer than `current`, and others gave snapshots of it.
 */
function toKept(
  ledger: readonly LedgerEntry[],
  current: string,
  isWhole: boolean,
  pointer: string,
  now: number,
  earlier: readonly Kept[],
): Kept[] {
  const found = new Map<string, Kept>();
  // A server of a store that lags behind may give an older pointer than the one that led to `current`.
  const last = ledger.findLastIndex(({ release }) => release === pointer || release === current);
  for (let i = last; i >= 0; i--) {
    const { release, since } = ledger[i] as LedgerEntry;
    if (release === current && isWhole) continue;
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

import type { LedgerEntry } from '../../../src/core/ledger.ts';
import { everyFile, filesOfReleases } from './candidates.ts';
import { type Keep, keptEntries } from './kept-entries.ts';
import { toKeptReleases } from './kept-releases.ts';
import type { OpenLedger } from './open-ledger.ts';
import type { Place } from './place.ts';
import { type Removed, removeUnused } from './remove-unused.ts';
import { toNotes } from './to-notes.ts';

export interface EnterOptions {
  /** Seconds since 1970-01-01T00:00:00Z, asked when the release becomes current. */
  clock(): number;
  keep: Keep;
  /** Whether the place holds no other files than those of this release and of the ledger's. */
  isKnown: boolean;
  /** Whether the pointer is as this release needs it. */
  isCurrent: boolean;
}

/**
 * Makes a release current whose files are all there: writes the ledger, then the pointer. Then removes the files of releases
 * that are not kept any more. `notes` are sentences on what could not be read; `isClean` says that no file of others is left.
 */
export async function enterRelease(
  place: Place,
  own: Omit<LedgerEntry, 'since' | 'isWhole'>,
  ledger: OpenLedger,
  options: EnterOptions,
): Promise<{ notes: string[]; isClean: boolean; removed: Pick<Removed, 'files' | 'bytes'> }> {
  const { isKnown, isCurrent } = options;
  const { entries, kept } = addRelease(own, ledger, options);
  const isSame = ledger.isWritten && kept === ledger.entries;
  if (!isSame) await place.writeLedger(kept);
  if (!isCurrent) await place.writePointer(own.release);
  const removed = await removeOthers(place, entries, kept, ledger, isKnown);
  return {
    notes: toNotes(ledger, removed),
    isClean: removed?.isClean === true,
    removed: { files: removed?.files ?? 0, bytes: removed?.bytes ?? 0 },
  };
}

/** All entries, with one more unless the release is the last, and those that are kept. */
function addRelease(
  own: Omit<LedgerEntry, 'since' | 'isWhole'>,
  { current, entries: before }: OpenLedger,
  { clock, keep }: EnterOptions,
): { entries: readonly LedgerEntry[]; kept: readonly LedgerEntry[] } {
  const now = clock();
  const { release, ...counts } = own;
  const since = current.release === release ? current.since : now;
  const isLast = before.at(-1)?.release === release;
  const entries = isLast ? before : [...before, { release, since, isWhole: true, ...counts }];
  return { entries, kept: keptEntries(entries, keep, now) };
}

/** Null where the release that is served may be any, so that nothing can be removed. */
async function removeOthers(
  place: Place,
  entries: readonly LedgerEntry[],
  kept: readonly LedgerEntry[],
  { current, dropped, ...ledger }: OpenLedger,
  isKnown: boolean,
): Promise<Removed | null> {
  if (current.release === null && current.problem !== null && ledger.entries.length === 0) return null;
  const keptReleases = toKeptReleases(kept, current.release);
  const before = entries.filter(({ isWhole, release }) => isWhole || !keptReleases.has(release));
  const gone = [...before.map(({ release }) => release), ...dropped].filter(
    (release) => keptReleases.get(release) !== true,
  );
  return removeUnused(
    place,
    keptReleases,
    isKnown && gone.length === 0
      ? null
      : (files) => (isKnown ? filesOfReleases(place.storage, gone, files) : everyFile(place)),
  );
}

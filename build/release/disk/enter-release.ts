import type { LedgerEntry } from '../../../src/core/ledger.ts';
import { type Keep, keptEntries } from '../ledger/kept-entries.ts';
import { everyFile, filesOfReleases } from './candidates.ts';
import { toKeptReleases } from './kept-releases.ts';
import { type KnownFolder, toKnownFolder } from './known-folder.ts';
import type { OpenLedger } from './open-ledger.ts';
import { type Removed, removeUnused } from './remove-unused.ts';
import { toNotes } from './to-notes.ts';
import { writeLedger, writePointer } from './write-ledger.ts';

export interface EnterOptions {
  /** Seconds since 1970-01-01T00:00:00Z, asked when the release becomes current. */
  clock(): number;
  keep: Keep;
  /** Whether ledger and pointer survive a power cut. */
  durable: boolean;
  /** Whether the folder holds no other files than those of this release and of the ledger's. */
  isKnown: boolean;
  /** Whether the pointer is as this release needs it. */
  isCurrent: boolean;
}

/**
 * Makes a release current whose files are all there: writes the ledger, then the pointer. Then removes the files of releases
 * that are not kept any more. `notes` are sentences on what could not be read.
 */
export async function enterRelease(
  directory: string,
  own: Omit<LedgerEntry, 'since' | 'isWhole'>,
  ledger: OpenLedger,
  options: EnterOptions,
): Promise<{ notes: string[]; known: KnownFolder | null }> {
  const { durable, isKnown, isCurrent } = options;
  const { entries, kept } = addRelease(own, ledger, options);
  const isSame = ledger.isWritten && kept === ledger.entries;
  if (!isSame) await writeLedger(directory, kept, durable);
  if (!isCurrent) await writePointer(directory, own.release, durable);
  const removed = await removeOthers(directory, entries, kept, ledger, isKnown);
  return {
    notes: toNotes(ledger, removed),
    known: removed?.isClean === true ? toKnownFolder(directory, own.release) : null,
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
  directory: string,
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
    directory,
    keptReleases,
    isKnown && gone.length === 0
      ? null
      : (files) => (isKnown ? filesOfReleases(directory, gone, files) : everyFile(directory)),
  );
}

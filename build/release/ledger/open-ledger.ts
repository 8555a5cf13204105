import { DamagedFile, MissingFile } from '../../../src/core/file-errors.ts';
import { type LedgerEntry, readLedger } from '../../../src/core/ledger.ts';
import { currentEntries } from './current-entries.ts';
import type { Place } from './place.ts';
import { type CurrentRelease, readCurrent } from './read-current.ts';
import { reasonOf } from './reason-of.ts';
import { recoverEntries } from './recover-entries.ts';
import { releaseMeter } from './release-meter.ts';

/** What a place says of its releases. */
export interface OpenLedger {
  current: CurrentRelease;
  /** Oldest first. The last is the current release's, where that can be read. */
  entries: readonly LedgerEntry[];
  /** Releases of the file whose entries are not among them: they never became current. */
  dropped: string[];
  /** Whether the file holds just these entries. */
  isWritten: boolean;
  /** Why the file cannot be read; null where it can, or where there is none. */
  problem: string | null;
}

/**
 * Reads pointer and ledger. A current release that the ledger does not name was current since its pointer was written. A
 * damaged ledger is made anew of the releases that lie there.
 */
export async function openLedger(place: Place): Promise<OpenLedger> {
  const current = await readCurrent(place);
  const { entries: all, problem } = await findEntries(place, current);
  const entries = currentEntries(all, current.release);
  const dropped = all.slice(entries.length).map(({ release }) => release);
  if (current.files === null || entries.at(-1)?.release === current.release)
    return { current, entries, dropped, isWritten: problem === null && dropped.length === 0, problem };
  const { release, articles } = current.files;
  const bytes = await releaseMeter(place)(current.files);
  const added = { release, since: current.since, articles, isWhole: true, bytes, changes: null, takenDown: null };
  return { current, entries: [...entries, added], dropped, isWritten: false, problem };
}

/** Throws where it cannot be read for a reason that is no damage, such as that this user may not read it. */
async function findEntries(
  place: Place,
  current: CurrentRelease,
): Promise<{ entries: LedgerEntry[]; problem: string | null }> {
  try {
    return { entries: (await readLedger(place.storage)).releases, problem: null };
  } catch (error) {
    if (error instanceof MissingFile) return { entries: [], problem: null };
    if (!(error instanceof DamagedFile)) throw error;
    const entries = await recoverEntries(place);
    // It stands behind all others, also where it was made before them.
    return { entries: entries.filter(({ release }) => release !== current.release), problem: reasonOf(error) };
  }
}

import { DamagedFile, FailedRead, MissingFile } from '../../../src/core/file-errors.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { type LedgerEntry, ledgerPath, readLedger } from '../../../src/core/ledger.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { FileStore, StoredFile } from '../store/file-store.ts';
import { type ReleaseFiles, readReleaseFiles, reasonOf, releaseMeter } from './release-files.ts';

/** The releases of a store. */
export interface OpenLedger {
  current: CurrentRelease;
  /** Oldest first. The last is the current release's, where that can be read. */
  entries: readonly LedgerEntry[];
  /** Releases of the file whose entries are not among them: they never became current. */
  dropped: string[];
  /** Whether the file holds just these entries. */
  isWritten: boolean;
  /** The file; null where there is none. */
  file: StoredFile | null;
  /** Why the file cannot be read; null where it can, or where there is none. */
  problem: string | null;
}

/**
 * Reads pointer and ledger. A current release that the ledger does not name was current since its pointer was written.
 * A damaged ledger is made again of the releases that lie there.
 */
export async function openLedger(store: FileStore): Promise<OpenLedger> {
  const current = await readCurrent(store);
  const file = await store.find(ledgerPath);
  const { entries: all, problem } = await findEntries(store, current, file);
  const entries = currentEntries(all, current.release);
  const dropped = all.slice(entries.length).map(({ release }) => release);
  if (current.files === null || entries.at(-1)?.release === current.release)
    return { current, entries, dropped, isWritten: problem === null && dropped.length === 0, file, problem };
  const added = toEntry(current.files, current.since, await releaseMeter(store)(current.files));
  return { current, entries: [...entries, added], dropped, isWritten: false, file, problem };
}

async function findEntries(
  store: FileStore,
  current: CurrentRelease,
  file: StoredFile | null,
): Promise<{ entries: LedgerEntry[]; problem: string | null }> {
  try {
    return { entries: (await readLedger({ read: () => file?.bytes ?? null })).releases, problem: null };
  } catch (error) {
    if (error instanceof MissingFile) return { entries: [], problem: null };
    if (!(error instanceof DamagedFile)) throw error;
    const entries = await recoverEntries(store);
    // It stands behind all others, also where it was made before them.
    return { entries: entries.filter(({ release }) => release !== current.release), problem: reasonOf(error) };
  }
}

/**
 * The entries up to the one of the current release: a crash can leave others behind it, which never became current. All
 * of them where none is of that release, or it is unknown (null).
 */
export function currentEntries(entries: readonly LedgerEntry[], current: string | null): readonly LedgerEntry[] {
  const last = entries.findLastIndex(({ release }) => release === current);
  return last < 0 ? entries : entries.slice(0, last + 1);
}

/** Whether nothing was ever published there, as far as one can see. */
export function isEmpty({ current, file }: OpenLedger): boolean {
  return current.file === null && file === null;
}

/** The release that a pointer names. */
export interface CurrentRelease {
  /** The pointer; null where there is none. */
  file: StoredFile | null;
  /** Null where there is no pointer, or none that can be read. */
  release: string | null;
  /** When the pointer was written, in seconds; 0 where there is none. */
  since: number;
  /** Null where its index cannot be read. */
  files: ReleaseFiles | null;
  /** What cannot be read of it; null where all can. */
  problem: string | null;
}

export async function readCurrent(store: FileStore): Promise<CurrentRelease> {
  const file = await store.find(pointerPath);
  const found: CurrentRelease = { file, release: null, since: 0, files: null, problem: null };
  if (file === null) return found;
  found.since = Math.floor(file.written) || 0;
  try {
    found.release = (await readJson({ read: () => file.bytes }, pointerPath, Pointer)).release;
    found.files = await readReleaseFiles(store, found.release);
  } catch (error) {
    // What cannot be read at this moment may be there.
    if (error instanceof FailedRead) throw error;
    found.problem = reasonOf(error);
  }
  return found;
}

/** Entries for all releases whose index lies in `store` and can be read, the oldest first, by the times of these files. */
async function recoverEntries(store: FileStore): Promise<LedgerEntry[]> {
  const measure = releaseMeter(store);
  const entries: LedgerEntry[] = [];
  for (const name of await store.list('')) {
    const [, release] = /^index\.([\da-f]{32})\.json$/.exec(name) ?? [];
    if (release === undefined) continue;
    try {
      const files = await readReleaseFiles(store, release);
      entries.push(toEntry(files, store.stateOf(name)?.written ?? 0, await measure(files)));
    } catch {
      // It cannot be served, so it need not be listed.
    }
  }
  return entries.sort((a, b) => a.since - b.since);
}

function toEntry({ release, articles }: ReleaseFiles, since: number, bytes: number): LedgerEntry {
  return { release, since, articles, bytes, changes: null, takenDown: null, delta: null };
}

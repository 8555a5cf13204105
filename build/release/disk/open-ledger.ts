import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MissingFile } from '../../../src/core/file-errors.ts';
import { articlePath } from '../../../src/core/format.ts';
import { Ledger, type LedgerEntry, ledgerPath } from '../../../src/core/ledger.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { currentEntries } from '../ledger/current-entries.ts';
import { type CurrentRelease, readCurrent } from './read-current.ts';
import { reasonOf } from './reason-of.ts';
import { pathsOf, type ReleaseFiles, readTable, syncReader } from './release-files.ts';

/** What a release folder says of its releases. */
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

/** Reads pointer and ledger. A current release that the ledger does not name was current since its pointer was written. */
export async function openLedger(directory: string): Promise<OpenLedger> {
  const current = await readCurrent(directory);
  const { entries: all, problem } = await readLedger(directory);
  const entries = currentEntries(all, current.release);
  const dropped = all.slice(entries.length).map(({ release }) => release);
  if (current.files === null || entries.at(-1)?.release === current.release)
    return { current, entries, dropped, isWritten: problem === null && dropped.length === 0, problem };
  const { release, articles } = current.files;
  const bytes = measure(directory, current.files);
  const added = { release, since: current.since, articles, bytes, changes: null };
  return { current, entries: [...entries, added], dropped, isWritten: false, problem };
}

async function readLedger(directory: string): Promise<{ entries: LedgerEntry[]; problem: string | null }> {
  try {
    return { entries: (await readJson(syncReader(directory), ledgerPath, Ledger)).releases, problem: null };
  } catch (error) {
    return { entries: [], problem: error instanceof MissingFile ? null : reasonOf(error) };
  }
}

/** The bytes of all files of a release. */
function measure(directory: string, files: ReleaseFiles): number {
  let bytes = 0;
  const add = (path: string): void => {
    bytes += statSync(join(directory, path), { throwIfNoEntry: false })?.size ?? 0;
  };
  for (const path of pathsOf(files)) add(path);
  for (const { name } of files.pages) {
    try {
      const table = readTable(directory, name);
      for (let slot = 0; slot < table.length; slot++) add(articlePath(table.id(slot), table.hash(slot)));
    } catch {
      // The sum is for people.
    }
  }
  return bytes;
}

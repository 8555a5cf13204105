import { UsageError } from '../../src/usage-error.ts';
import { toNotes } from '../release/ledger/activate-release.ts';
import { keptEntries, leastKeep, mayLackKept, toKeptReleases } from '../release/ledger/kept-entries.ts';
import { writeLedger } from '../release/ledger/ledger-files.ts';
import type { OpenLedger } from '../release/ledger/open-ledger.ts';
import { everyFile, type Removed, removeUnused } from '../release/ledger/remove-unused.ts';
import type { FileStore } from '../release/store/file-store.ts';
import type { StoreFlags } from './choose-store.ts';
import { clock, count, toSize } from './figures.ts';
import type { Output } from './output.ts';
import { chooseTarget } from './release-target.ts';
import type { Config } from './settings.ts';

/**
 * `galley prune`: removes what no kept release needs. `now` keeps only the current release, and what was current less
 * than a minute ago. Throws `UsageError` where it is unknown which release is current.
 */
export async function runPrune(
  config: Config,
  { now = false, ...flags }: StoreFlags & { now?: boolean },
  output: Output,
): Promise<0> {
  const { change, publish } = await chooseTarget(config, flags);
  const { kept, removed, notes } = await change((store, ledger) =>
    prune(store, ledger, now ? leastKeep : config.keep, publish),
  );
  for (const note of notes) output.printError(note);
  const { files, bytes } = removed;
  if (flags.json) output.printJson({ kept, removed: { files, bytes }, notes });
  else {
    const what =
      files === 0 ? 'Nothing was' : `${count(files, 'file')} (${toSize(bytes)}) ${files === 1 ? 'was' : 'were'}`;
    output.print(`${what} removed. ${count(kept.length, 'release')} ${kept.length === 1 ? 'is' : 'are'} kept.`);
  }
  return 0;
}

async function prune(
  store: FileStore,
  ledger: OpenLedger,
  keep: Config['keep'],
  publish: string,
): Promise<{ kept: string[]; removed: Removed; notes: string[] }> {
  const { current } = ledger;
  if (current.release === null) {
    throw new UsageError(
      `${current.problem ?? 'There is no release.json.'} So it is unknown which release is served, and nothing was removed. ` +
        `Run ${publish}, or galley rollback with an id of galley releases.`,
    );
  }
  const entries = keptEntries(ledger.entries, keep, clock());
  const releases = toKeptReleases(entries, current.release);
  const write = async (): Promise<void> => {
    if (!ledger.isWritten || entries !== ledger.entries) await writeLedger(store, ledger, entries);
  };
  // A full disk has no room for the ledger until something is removed.
  const isFull = await write().then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
      return true;
    },
  );
  const keepsOthers = mayLackKept(ledger.entries, keep, clock());
  const removed = await removeUnused(store, releases, (files) => everyFile(store, files, keepsOthers, true));
  if (isFull) await write();
  return { kept: [...releases.keys()], removed, notes: toNotes(ledger, removed) };
}

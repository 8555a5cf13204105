import { UsageError } from '../../src/usage-error.ts';
import { everyFile } from '../release/disk/candidates.ts';
import { toKeptReleases } from '../release/disk/kept-releases.ts';
import type { OpenLedger } from '../release/disk/open-ledger.ts';
import { type Removed, removeUnused } from '../release/disk/remove-unused.ts';
import { toNotes } from '../release/disk/to-notes.ts';
import { withDrafts } from '../release/disk/with-drafts.ts';
import { writeLedger } from '../release/disk/write-ledger.ts';
import { keptEntries, leastKeep } from '../release/ledger/kept-entries.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { count } from './count.ts';
import { changeReleases, refuseNone } from './release-folder.ts';
import { toSize } from './to-size.ts';

/**
 * `galley prune`: removes what no kept release needs. `now` keeps only the current release, and what was current less than a
 * minute ago. Throws `UsageError` where it is unknown which release is current.
 */
export async function runPrune({ out, keep }: Config, { json, now }: { json: boolean; now: boolean }): Promise<0> {
  refuseNone(out);
  const { kept, removed, notes } = await changeReleases(out, (directory, ledger) =>
    prune(directory, ledger, now ? leastKeep : keep),
  );
  for (const note of notes) console.error(note);
  if (json) {
    const { files, bytes } = removed;
    console.log(JSON.stringify({ kept, removed: { files, bytes }, notes }, null, 2));
  } else {
    const what = removed.files === 0 ? 'Nothing was' : `${count(removed.files, 'file')} (${toSize(removed.bytes)})`;
    const verb = removed.files === 0 ? '' : removed.files === 1 ? ' was' : ' were';
    console.log(`${what}${verb} removed. ${count(kept.length, 'release')} ${kept.length === 1 ? 'is' : 'are'} kept.`);
  }
  return 0;
}

async function prune(
  directory: string,
  ledger: OpenLedger,
  keep: Config['keep'],
): Promise<{ kept: string[]; removed: Removed; notes: string[] }> {
  const { current } = ledger;
  if (current.release === null) {
    throw new UsageError(
      `${current.problem ?? 'There is no release.json.'} So it is unknown which release is served, and nothing was removed. ` +
        'Run galley build, or galley rollback with an id of galley releases.',
    );
  }
  const entries = keptEntries(ledger.entries, keep, clock());
  const releases = toKeptReleases(entries, current.release);
  const kept = [...releases.keys()];
  const write = async (): Promise<void> => {
    if (!ledger.isWritten || entries !== ledger.entries) await writeLedger(directory, entries, true);
  };
  const remove = (): Promise<Removed> => removeUnused(directory, releases, () => everyFile(directory));
  return withDrafts(directory, async () => {
    try {
      await write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      // A full disk has no room for the ledger until something is removed.
      const removed = await remove();
      await write();
      return { kept, removed, notes: toNotes(ledger, removed) };
    }
    const removed = await remove();
    return { kept, removed, notes: toNotes(ledger, removed) };
  });
}

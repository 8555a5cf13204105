import { UsageError } from '../../src/usage-error.ts';
import { toNotes } from '../release/ledger/activate-release.ts';
import { keptEntries, leastKeep, toKeptReleases } from '../release/ledger/kept-entries.ts';
import type { OpenLedger } from '../release/ledger/open-ledger.ts';
import { everyFile, type Removed, removeUnused } from '../release/ledger/remove-unused.ts';
import type { Place } from '../release/ledger/storage-target.ts';
import { chooseTarget } from './choose-target.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import { count } from './count.ts';
import type { Output } from './output.ts';
import type { StoreFlags } from './release-target.ts';
import { toSize } from './to-size.ts';

/**
 * `galley prune`: removes what no kept release needs. `now` keeps only the current release, and what was current less than a
 * minute ago. Throws `UsageError` where it is unknown which release is current.
 */
export async function runPrune(
  { out, keep }: Config,
  { json, now, ...flags }: { json: boolean; now: boolean } & StoreFlags,
  output: Output,
): Promise<0> {
  const { change, publish } = await chooseTarget(out, flags);
  const { kept, removed, notes } = await change((place, ledger) =>
    prune(place, ledger, now ? leastKeep : keep, publish),
  );
  for (const note of notes) output.printError(note);
  if (json) {
    const { files, bytes } = removed;
    output.printJson({ kept, removed: { files, bytes }, notes });
  } else {
    const what = removed.files === 0 ? 'Nothing was' : `${count(removed.files, 'file')} (${toSize(removed.bytes)})`;
    const verb = removed.files === 0 ? '' : removed.files === 1 ? ' was' : ' were';
    output.print(`${what}${verb} removed. ${count(kept.length, 'release')} ${kept.length === 1 ? 'is' : 'are'} kept.`);
  }
  return 0;
}

async function prune(
  place: Place,
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
  const kept = [...releases.keys()];
  const write = async (): Promise<void> => {
    if (!ledger.isWritten || entries !== ledger.entries) await place.writeLedger(entries);
  };
  const remove = (): Promise<Removed> => removeUnused(place, releases, () => everyFile(place));
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
}

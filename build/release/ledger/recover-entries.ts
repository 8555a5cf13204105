import type { LedgerEntry } from '../../../src/core/ledger.ts';
import type { Place } from './place.ts';
import { readReleaseFiles } from './release-files.ts';
import { releaseMeter } from './release-meter.ts';

/** Entries for all releases whose index lies at `place` and can be read, the oldest first, by the times of these files. */
export async function recoverEntries(place: Place): Promise<LedgerEntry[]> {
  const measure = releaseMeter(place);
  const entries: LedgerEntry[] = [];
  for (const name of await place.list()) {
    const [, release] = /^index\.([\da-f]{32})\.json$/.exec(name) ?? [];
    if (release === undefined) continue;
    try {
      const files = await readReleaseFiles(place.storage, release);
      const since = place.stateOf(name)?.written ?? 0;
      const bytes = await measure(files);
      entries.push({
        ...{ release, since, articles: files.articles, isWhole: true, bytes },
        ...{ changes: null, takenDown: null },
      });
    } catch {
      // It cannot be served, so it need not be listed.
    }
  }
  return entries.sort((a, b) => a.since - b.since);
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { indexPath } from '../../../src/core/format.ts';
import type { LedgerEntry } from '../../../src/core/ledger.ts';
import { readReleaseFiles } from './release-files.ts';
import { releaseMeter } from './release-meter.ts';

/** Entries for all releases whose index lies in `directory` and can be read, the oldest first, by the times of these files. */
export async function recoverEntries(directory: string): Promise<LedgerEntry[]> {
  const measure = releaseMeter(directory);
  const entries: LedgerEntry[] = [];
  for (const name of readdirSync(directory)) {
    const [, release] = /^index\.([\da-f]{32})\.json$/.exec(name) ?? [];
    if (release === undefined) continue;
    try {
      const files = await readReleaseFiles(directory, release);
      const since = Math.floor(statSync(join(directory, indexPath(release))).mtimeMs / 1000);
      entries.push({ release, since, articles: files.articles, isWhole: true, bytes: measure(files), changes: null });
    } catch {
      // It cannot be served, so it need not be listed.
    }
  }
  return entries.sort((a, b) => a.since - b.since);
}

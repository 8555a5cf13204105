import type { Storage } from '../../../src/core/storage.ts';
import type { Changes } from '../changes/changes.ts';
import { compareReleases } from '../changes/compare-releases.ts';
import type { OpenLedger } from './open-ledger.ts';

/**
 * What a release that `storage` reads changes after the current one, or after the last of the ledger where the pointer is
 * missing; null where that is the same one, or cannot be read. `now` is in seconds.
 */
export async function findChanges(
  storage: Storage,
  { current, entries }: Pick<OpenLedger, 'current' | 'entries'>,
  after: string,
  now: number,
): Promise<Changes | null> {
  const before = current.release ?? entries.at(-1)?.release ?? null;
  if (before === after || current.problem !== null) return null;
  try {
    return await compareReleases(before === null ? null : { id: before, storage }, { id: after, storage }, now);
  } catch {
    // A file of the release before is missing or damaged: to say what changes is not worth a build.
    return null;
  }
}

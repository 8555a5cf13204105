import type { Candidates } from './candidates.ts';
import { findUnneeded } from './find-unneeded.ts';
import type { KeptReleases } from './kept-releases.ts';
import type { Place } from './place.ts';
import { reasonOf } from './reason-of.ts';
import { type KeptFiles, readReleaseFiles } from './release-files.ts';

/** What was removed. */
export interface Removed {
  files: number;
  bytes: number;
  /** Whether none of the candidates is left that no kept release needs. */
  isClean: boolean;
  /** Why files of kept releases cannot be read. What these releases may need was not removed. */
  unreadable: string[];
}

/** Removes those of `candidates`, null for none, that no release of `kept`, oldest first, needs. */
export async function removeUnused(
  { storage, remove }: Pick<Place, 'storage' | 'remove'>,
  kept: KeptReleases,
  candidates: ((kept: readonly KeptFiles[]) => Candidates | Promise<Candidates>) | null,
): Promise<Removed> {
  const removed: Removed = { files: 0, bytes: 0, isClean: true, unreadable: [] };
  if (candidates === null) return removed;
  const keptFiles: KeptFiles[] = [];
  for (const [release, isWhole] of kept) {
    try {
      keptFiles.push({ ...(await readReleaseFiles(storage, release)), isWhole });
    } catch (error) {
      removed.unreadable.push(reasonOf(error));
    }
  }
  // It may need any of them.
  if (removed.unreadable.length > 0) return { ...removed, isClean: false };
  const { files, isWhole } = await candidates(keptFiles);
  const { unneeded, unreadable } = await findUnneeded(storage, files, keptFiles);
  return { ...(await remove(unneeded)), isClean: isWhole && unreadable.length === 0, unreadable };
}

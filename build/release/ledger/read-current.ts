import { FailedRead } from '../../../src/core/file-errors.ts';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { Place } from './place.ts';
import { reasonOf } from './reason-of.ts';
import { type ReleaseFiles, readReleaseFiles } from './release-files.ts';

/** The release that a pointer names. */
export interface CurrentRelease {
  /** Null where there is no pointer, or none that can be read. */
  release: string | null;
  /** When the pointer was written, in seconds; 0 where there is none. */
  since: number;
  /** Null where its index cannot be read. */
  files: ReleaseFiles | null;
  /** Its page files. */
  pages: string[];
  /** What cannot be read of it; null where all can. */
  problem: string | null;
}

export async function readCurrent({ storage, stateOf }: Pick<Place, 'storage' | 'stateOf'>): Promise<CurrentRelease> {
  const found: CurrentRelease = { release: null, since: 0, files: null, pages: [], problem: null };
  const state = stateOf(pointerPath);
  if (state === null) return found;
  found.since = state.written;
  try {
    found.release = (await readJson(storage, pointerPath, Pointer)).release;
    found.files = await readReleaseFiles(storage, found.release);
    found.pages = found.files.pages.map(({ name }) => name);
  } catch (error) {
    // What cannot be read at this moment may be there.
    if (error instanceof FailedRead) throw error;
    found.problem = reasonOf(error);
  }
  return found;
}

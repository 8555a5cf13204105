import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Pointer, pointerPath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { reasonOf } from './reason-of.ts';
import { type ReleaseFiles, readReleaseFiles, syncReader } from './release-files.ts';

/** The release that a folder's pointer names. */
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

export async function readCurrent(directory: string): Promise<CurrentRelease> {
  const found: CurrentRelease = { release: null, since: 0, files: null, pages: [], problem: null };
  const state = statSync(join(directory, pointerPath), { throwIfNoEntry: false });
  if (state === undefined) return found;
  found.since = Math.floor(state.mtimeMs / 1000);
  try {
    found.release = (await readJson(syncReader(directory), pointerPath, Pointer)).release;
    found.files = await readReleaseFiles(directory, found.release);
    found.pages = found.files.pages.map(({ name }) => name);
  } catch (error) {
    found.problem = reasonOf(error);
  }
  return found;
}

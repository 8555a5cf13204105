import { articlePath } from '../../../src/core/format.ts';
import { readTable } from '../../../src/core/page-table.ts';
import type { Storage } from '../../../src/core/storage.ts';
import type { Placed } from './find-unneeded.ts';
import type { Place } from './place.ts';
import { type KeptFiles, pathsOf, readReleaseFiles } from './release-files.ts';

/** Files that may be removed where no kept release needs them. */
export interface Candidates {
  files: Placed;
  /** Whether these are all that may be removed. */
  isWhole: boolean;
}

/** All files that lie at `place`. */
export async function everyFile({ list }: Place): Promise<Candidates> {
  const paths = await list();
  const own = paths.filter((path) => /^index\.[0-9a-f]+\.json$|^(?:pages|lookup|open|articles)\//.test(path));
  return { files: toPlaced(own), isWhole: true };
}

/** The files of releases, without articles of pages that a release has which is kept whole. */
export async function filesOfReleases(
  storage: Storage,
  releases: Iterable<string>,
  kept: readonly KeptFiles[],
): Promise<Candidates> {
  const files: Placed = new Map();
  const seen = new Set(kept.flatMap(({ isWhole, pages }) => (isWhole ? pages.map(({ name }) => name) : [])));
  let isWhole = true;
  for (const release of new Set(releases)) {
    try {
      const found = await readReleaseFiles(storage, release);
      for (const path of pathsOf(found)) files.set(path, null);
      for (const { name } of found.pages) {
        if (seen.has(name)) continue;
        seen.add(name);
        const table = await readTable(storage, name);
        for (let slot = 0; slot < table.length; slot++) {
          files.set(articlePath(table.id(slot), table.hash(slot)), table.publishAt(slot));
        }
      }
    } catch {
      // What it does not say stays, until a look through the whole folder finds it.
      isWhole = false;
    }
  }
  return { files, isWhole };
}

export function toPlaced(paths: Iterable<string>): Placed {
  const files: Placed = new Map();
  for (const path of paths) files.set(path, null);
  return files;
}

import { Index, indexPath, lookupPath, pathsOfOpen, pathsOfPage, tablePath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { Storage } from '../../../src/core/storage.ts';

/** What the index of a release names. */
export interface ReleaseFiles {
  release: string;
  articles: number;
  /** Oldest first; the first and the last `publish_at` are in seconds. */
  pages: readonly { name: string; first: number; last: number }[];
  shards: readonly string[];
  open: Index['open'];
}

/** The files of a kept release. */
export interface KeptFiles extends ReleaseFiles {
  /** Whether all are kept, or only those of its order. */
  isWhole: boolean;
}

/** Reads the index of a release. Throws `MissingFile` and `DamagedFile`. */
export async function readReleaseFiles(storage: Storage, release: string): Promise<ReleaseFiles> {
  const { pages, shards, open } = await readJson(storage, indexPath(release), Index, release);
  return {
    release,
    articles: pages.reduce((sum, [, count]) => sum + count, 0),
    pages: pages.map(([name, , first, last]) => ({ name, first, last })),
    shards,
    open,
  };
}

/** Paths of its files without the articles by themselves. */
export function pathsOf({ release, pages, shards, open }: ReleaseFiles): string[] {
  const others = [...shards.map(lookupPath), ...pathsOfOpen(open)];
  return [indexPath(release), ...others, ...pages.flatMap(({ name }) => pathsOfPage(name))];
}

/** Paths of the files from which crawls have the order of its articles. */
export function pathsOfOrder({ release, pages }: ReleaseFiles): string[] {
  return [indexPath(release), ...pages.map(({ name }) => tablePath(name))];
}

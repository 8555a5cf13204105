import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  articlePath,
  gzipPath,
  Index,
  indexPath,
  lookupPath,
  Pointer,
  pagePath,
  pointerPath,
  tablePath,
} from '../../../src/core/format.ts';
import { readPageTable } from '../../../src/core/page-table.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { Reader } from '../../../src/core/reader.ts';

/** The release that a folder's pointer names. */
export interface CurrentRelease {
  /** '' where there is none. */
  release: string;
  /** Paths of its files without the articles by themselves; none where there is no release. */
  names: Set<string>;
  /** Its page files. */
  pages: string[];
}

/** Null where it cannot be read. */
export async function readCurrent(directory: string): Promise<CurrentRelease | null> {
  const reader = readerOf(directory);
  try {
    if ((await reader.read(pointerPath)) === null) return { release: '', names: new Set(), pages: [] };
    const { release } = await readJson(reader, pointerPath, Pointer);
    const index = await readJson(reader, indexPath(release), Index, release);
    const pages = index.pages.map(([page]) => page);
    const files = pages.flatMap((page) => [pagePath(page), gzipPath(page), tablePath(page)]);
    return {
      release,
      names: new Set([pointerPath, indexPath(release), ...index.shards.map(lookupPath), ...files]),
      pages,
    };
  } catch {
    return null;
  }
}

/** Paths of the articles of pages by themselves; null where a table cannot be read. */
export async function readArticlePaths(directory: string, pages: readonly string[]): Promise<string[] | null> {
  const reader = readerOf(directory);
  try {
    const paths: string[] = [];
    for (const page of pages) {
      const bytes = await reader.read(tablePath(page));
      if (bytes === null) return null;
      const table = readPageTable(bytes, page);
      for (let slot = 0; slot < table.length; slot++) paths.push(articlePath(table.id(slot), table.hash(slot)));
    }
    return paths;
  } catch {
    return null;
  }
}

/** Reads synchronously. */
function readerOf(directory: string): Reader {
  return {
    read(path) {
      try {
        return readFileSync(join(directory, path));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

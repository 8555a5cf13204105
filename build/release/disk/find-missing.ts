import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../../src/core/format.ts';
import { sizeArticles, sizePage } from '../layout/file-sizes.ts';
import type { PlannedFile, ReleasePlan } from '../layout/plan-release.ts';
import type { PlannedArticle } from '../layout/planned-article.ts';
import { hasContent } from './has-content.ts';
import type { CurrentRelease } from './read-current.ts';
import type { MissingPage, Written } from './written.ts';

/** The files of a release that do not exist yet. */
export interface Missing<T extends PlannedArticle> {
  /** Paths of all files of the release, without the articles of pages that `whole` has. */
  names: Set<string>;
  pages: MissingPage<T>[];
  files: PlannedFile[];
  /** Paths of all missing files. */
  made: string[];
  written: Written;
}

/**
 * Finds the files of a release that do not exist with the right size. Does not look at the articles by themselves of `whole`,
 * which are known to exist.
 */
export function findMissing<T extends PlannedArticle>(
  directory: string,
  { release, pages, files }: ReleasePlan<T>,
  whole: CurrentRelease | null,
): Missing<T> {
  const names = new Set<string>();
  const made: string[] = [];
  const written: Written = { release, written: 0, reused: 0, bytes: 0, notes: [] };
  const look = (path: string, size: number, isThere: boolean): boolean => {
    names.add(path);
    written.bytes += size;
    if (!isThere) made.push(path);
    written[isThere ? 'reused' : 'written']++;
    return isThere;
  };
  const known = new Set(whole?.pages);
  const missing: MissingPage<T>[] = [];
  for (const page of pages) {
    const wanted = new Set<string>();
    for (const [path, size] of sizePage(page)) if (!look(path, size, hasSize(directory, path, size))) wanted.add(path);
    if (known.has(page.name)) {
      written.reused += page.newestFirst.length;
      for (const { size } of page.newestFirst) written.bytes += size;
    } else {
      for (const [path, size] of sizeArticles(page)) {
        if (!look(path, size, hasSize(directory, path, size))) wanted.add(path);
      }
    }
    if (wanted.size > 0) missing.push({ page, wanted });
  }
  const others = files.filter((file) => {
    const isThere =
      file.path === pointerPath
        ? hasContent(join(directory, file.path), file.bytes())
        : hasSize(directory, file.path, file.size);
    return !look(file.path, file.size, isThere);
  });
  return { names, pages: missing, files: others, made, written };
}

function hasSize(directory: string, path: string, size: number): boolean {
  return statSync(join(directory, path), { throwIfNoEntry: false })?.size === size;
}

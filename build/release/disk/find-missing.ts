import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pointerPath } from '../../../src/core/format.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { verifyFile } from '../../../src/storage/verify-file.ts';
import { sizeArticles, sizePage } from '../layout/page-files.ts';
import type { PlannedArticle, PlannedFile, PlannedPage, ReleasePlan } from '../layout/plan-release.ts';
import type { CurrentRelease } from '../ledger/open-ledger.ts';
import type { IsChanged } from './known-folder.ts';

/** The files of a release that do not exist yet. */
export interface Missing<T extends PlannedArticle> {
  pages: MissingPage<T>[];
  files: PlannedFile[];
  /** Paths of all missing files. */
  made: string[];
  written: Written;
}

/**
 * Finds the files of a release that do not exist with the right size, and of those that may have been changed the ones
 * that do not hold what was written. Does not check the articles by themselves of `whole`, which are known to
 * exist, nor the pages of it that this process has checked.
 */
export async function findMissing<T extends PlannedArticle>(
  directory: string,
  { release, pages, files }: ReleasePlan<T>,
  current: CurrentRelease,
  whole: CurrentRelease | null,
  isChanged: IsChanged,
): Promise<Missing<T>> {
  // Without a turn of the event loop: files are many.
  const storage: Storage = { read: (path) => readFileSync(join(directory, path)) };
  const made: string[] = [];
  const written: Written = { release, written: 0, reused: 0, repaired: [], bytes: 0, notes: [] };
  const known = new Set(whole?.files?.pages.map(({ name }) => name));
  const missing: MissingPage<T>[] = [];
  for (const page of pages) {
    const checked = known.has(page.name) ? sizes.get(page) : undefined;
    if (checked !== undefined) {
      written.reused += checked.files;
      written.bytes += checked.bytes;
      continue;
    }
    const before = { ...written };
    const wanted = new Set<string>();
    for (const [path, size] of sizePage(page)) if (!(await isThere(path, size))) wanted.add(path);
    if (known.has(page.name)) {
      written.reused += page.newestFirst.length;
      for (const [, size] of sizeArticles(page)) written.bytes += size;
    } else {
      for (const [path, size] of sizeArticles(page)) if (!(await isThere(path, size))) wanted.add(path);
    }
    if (wanted.size > 0) missing.push({ page, wanted });
    else sizes.set(page, { files: written.reused - before.reused, bytes: written.bytes - before.bytes });
  }
  const others: PlannedFile[] = [];
  for (const file of files) {
    const { path, size } = file;
    const found =
      path === pointerPath
        ? count(path, size, file.bytes().equals(current.file?.bytes ?? Buffer.of()))
        : await isThere(path, size);
    if (!found) others.push(file);
  }
  return { pages: missing, files: others, made, written };

  async function isThere(path: string, size: number | null): Promise<boolean> {
    const stats = statSync(`${directory}/${path}`, { throwIfNoEntry: false });
    if (stats === undefined) return count(path, size ?? 0, false);
    const isRight = (size === null || stats.size === size) && (!isChanged(stats) || (await verify(path)));
    if (!isRight) written.repaired.push(path);
    return count(path, isRight ? stats.size : (size ?? 0), isRight);
  }

  function count(path: string, size: number, isThere: boolean): boolean {
    written.bytes += size;
    if (!isThere) made.push(path);
    written[isThere ? 'reused' : 'written']++;
    return isThere;
  }

  function verify(path: string): Promise<boolean> {
    return verifyFile(storage, path).then(
      () => true,
      () => false,
    );
  }
}

/** Files and bytes of pages that were there, by the page of a plan: the next plan of a process has the same one. */
const sizes = new WeakMap<PlannedPage, { files: number; bytes: number }>();

/** What writing a release did. */
export interface Written {
  release: string;
  /** Files that were missing. */
  written: number;
  /** Files that existed with the same content. */
  reused: number;
  /** Paths below `api/v1` of files that were there and did not hold what they should; they were written again. */
  repaired: string[];
  /** Bytes of all files of the release. */
  bytes: number;
  /** Sentences on what could not be read beside it, such as a damaged ledger. */
  notes: string[];
}

/** A page, and the paths of its missing files. */
export interface MissingPage<T extends PlannedArticle> {
  page: PlannedPage<T>;
  wanted: ReadonlySet<string>;
}

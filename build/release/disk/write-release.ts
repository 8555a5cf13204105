import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedFile, ReleasePlan } from '../layout/plan-release.ts';
import type { PlannedArticle } from '../layout/planned-article.ts';
import { findMissing } from './find-missing.ts';
import { readCurrent } from './read-current.ts';
import { isAsKnown, type KnownFolder, releaseFolders, removeUnused } from './remove-unused.ts';
import { draftFolder, writeFiles } from './write-files.ts';
import type { MissingPage, Written } from './written.ts';

export interface WriteOptions<T extends PlannedArticle> {
  /** Assembles pages and writes their missing files with `writeFiles`; reports how many files it has written. */
  writePages(missing: readonly MissingPage<T>[], onFiles: (count: number) => void): Promise<void>;
  /** The folder as the last build left it; null where that is unknown. */
  known: KnownFolder | null;
  /** Whether each file's size is looked at. Else those of pages that the last build left are taken to be whole. */
  looksAtAll: boolean;
  /** Whether the release survives a power cut. */
  durable: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** Files that are written at the same time. */
const together = 16;

/**
 * Writes a release below `directory`: each file whole under its final name or not at all, the pointer last, so that a
 * build that dies at any moment changes nothing that is served. A file that exists with the right size is not written
 * again, since its name is the hash of its content. Files of neither this release nor the one before it are removed.
 */
export async function writeRelease<T extends PlannedArticle>(
  directory: string,
  plan: ReleasePlan<T>,
  { writePages, known, looksAtAll, durable, onProgress = () => {} }: WriteOptions<T>,
): Promise<{ written: Written; known: KnownFolder | null }> {
  const drafts = join(directory, draftFolder);
  rmSync(drafts, { recursive: true, force: true });
  for (const name of [draftFolder, ...releaseFolders]) mkdirSync(join(directory, name), { recursive: true });
  const before = await readCurrent(directory);
  const trusted = known !== null && before?.release === known.release && isAsKnown(directory, known) ? known : null;
  const { names, pages, files, made, written } = findMissing(directory, plan, looksAtAll ? null : trusted && before);
  let done = 0;
  const advance = (count: number): void => {
    done += count;
    onProgress(done, made.length);
  };
  try {
    await writePages(pages, advance);
    const last = files.filter(({ path }) => !path.startsWith('lookup/'));
    const others = files.filter((file) => !last.includes(file));
    while (others.length > 0) await write(others.splice(0, together));
    for (const file of last) await write([file]);
  } catch (error) {
    // Frees a full disk for a smaller release.
    for (const path of made) if (before?.names.has(path) === false) rmSync(join(directory, path), { force: true });
    throw error;
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
  return { written, known: await removeUnused(directory, plan.release, names, before, trusted) };

  async function write(group: readonly PlannedFile[]): Promise<void> {
    const set = group.map(({ path, bytes }) => ({ path, bytes: bytes() }));
    await writeFiles(directory, set, durable);
    advance(group.length);
  }
}

import { MissingFile } from '../../../src/core/file-errors.ts';
import { readTable } from '../../../src/core/page-table.ts';
import { verifyFile } from '../../../src/storage/verify-file.ts';
import { articlesOf } from './articles-of.ts';
import type { Place } from './place.ts';
import { reasonOf } from './reason-of.ts';
import { pathsOf, readReleaseFiles } from './release-files.ts';

/** Files that are read at the same time. */
const together = 16;

/**
 * Why a release cannot be served, a sentence for each file; none where it is whole. Reads all its files; without `readsArticles`,
 * articles by themselves only have to be there.
 */
export async function checkRelease(
  { storage, stateOf }: Pick<Place, 'storage' | 'stateOf'>,
  release: string,
  readsArticles: boolean,
): Promise<string[]> {
  const problems = new Set<string>();
  const report = (error: unknown): void => void problems.add(reasonOf(error));
  try {
    const files = await readReleaseFiles(storage, release);
    const paths = pathsOf(files);
    const articles: string[] = [];
    for (const { name } of files.pages) articles.push(...articlesOf(await readTable(storage, name)));
    if (readsArticles) paths.push(...articles);
    else for (const path of articles) if (stateOf(path) === null) report(new MissingFile(path));
    const waiting = paths.values();
    const lane = async (): Promise<void> => {
      for (const path of waiting) await verifyFile(storage, path).catch(report);
    };
    await Promise.all(Array.from({ length: together }, lane));
  } catch (error) {
    report(error);
  }
  return [...problems];
}

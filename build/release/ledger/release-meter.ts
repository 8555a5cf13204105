import { pathsOfPage } from '../../../src/core/format.ts';
import { readTable } from '../../../src/core/page-table.ts';
import { articlesOf } from './articles-of.ts';
import type { Place } from './place.ts';
import { pathsOf, type ReleaseFiles } from './release-files.ts';

/** Gives the bytes of all files of releases, which share most of them. What cannot be read counts as nothing. */
export function releaseMeter({ storage, stateOf }: Place): (files: ReleaseFiles) => Promise<number> {
  const pages = new Map<string, number>();
  return async (files) => {
    let sum = sizeOf(pathsOf({ ...files, pages: [] }));
    for (const { name } of files.pages) sum += await ofPage(name);
    return sum;
  };

  async function ofPage(name: string): Promise<number> {
    const bytes = pages.get(name) ?? sizeOf([...pathsOfPage(name), ...(await listArticles(name))]);
    pages.set(name, bytes);
    return bytes;
  }

  async function listArticles(page: string): Promise<string[]> {
    try {
      return [...articlesOf(await readTable(storage, page))];
    } catch {
      // The sum is for people.
      return [];
    }
  }

  function sizeOf(paths: readonly string[]): number {
    return paths.reduce((sum, path) => sum + (stateOf(path)?.size ?? 0), 0);
  }
}

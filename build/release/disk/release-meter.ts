import { statSync } from 'node:fs';
import { join } from 'node:path';
import { articlePath } from '../../../src/core/format.ts';
import { pathsOf, pathsOfPage, type ReleaseFiles, readTable } from './release-files.ts';

/** Gives the bytes of all files of releases, which share most of them. What cannot be read counts as nothing. */
export function releaseMeter(directory: string): (files: ReleaseFiles) => number {
  const pages = new Map<string, number>();
  return (files) => {
    const others = pathsOf({ ...files, pages: [] });
    return sizeOf(others) + files.pages.reduce((sum, { name }) => sum + ofPage(name), 0);
  };

  function ofPage(name: string): number {
    const bytes = pages.get(name) ?? sizeOf([...pathsOfPage(name), ...articlesOf(name)]);
    pages.set(name, bytes);
    return bytes;
  }

  function articlesOf(page: string): string[] {
    try {
      const table = readTable(directory, page);
      return Array.from({ length: table.length }, (_, slot) => articlePath(table.id(slot), table.hash(slot)));
    } catch {
      // The sum is for people.
      return [];
    }
  }

  function sizeOf(paths: readonly string[]): number {
    return paths.reduce((sum, path) => {
      return sum + (statSync(join(directory, path), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  }
}

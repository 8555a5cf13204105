import { gzipPath, type Index, lookupPath, openPath, pagePath, tablePath } from './format.ts';

/** Paths of the files that an index names, without the articles by themselves, which the tables name. */
export function pathsOfIndex({ pages, shards, open }: Pick<Index, 'pages' | 'shards' | 'open'>): string[] {
  return [...shards.map(lookupPath), ...pathsOfOpen(open), ...pages.flatMap(([page]) => pathsOfPage(page))];
}

/** Paths of a page file, its gzip coding and its table. */
export function pathsOfPage(page: string): string[] {
  return [pagePath(page), gzipPath(page), tablePath(page)];
}

/** Paths of open pages and their gzip codings. */
export function pathsOfOpen(open: Index['open']): string[] {
  return open.flatMap(([page, hash]) => [openPath(page, hash), `${openPath(page, hash)}.gz`]);
}

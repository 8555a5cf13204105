import { gzipPath, type Index, lookupPath, pagePath, tablePath } from './format.ts';

/** Paths of the files that an index names, without the articles by themselves, which the tables name. */
export function pathsOfIndex({ pages, shards }: Pick<Index, 'pages' | 'shards'>): string[] {
  return [...shards.map(lookupPath), ...pages.flatMap(([page]) => pathsOfPage(page))];
}

/** Paths of a page file, its gzip coding and its table. */
export function pathsOfPage(page: string): string[] {
  return [pagePath(page), gzipPath(page), tablePath(page)];
}

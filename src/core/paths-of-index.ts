import { gzipPath, type Index, lookupPath, pagePath, tablePath } from './format.ts';

/** Paths of the files that an index names, without the articles by themselves, which the tables name. */
export function pathsOfIndex({ pages, shards }: Pick<Index, 'pages' | 'shards'>): string[] {
  return [...shards.map(lookupPath), ...pages.flatMap(([page]) => [pagePath(page), gzipPath(page), tablePath(page)])];
}

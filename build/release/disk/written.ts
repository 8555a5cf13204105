import type { PlannedArticle, PlannedPage } from '../layout/planned-article.ts';

/** What writing a release did. */
export interface Written {
  release: string;
  /** Files that were not there yet. */
  written: number;
  /** Files that were there already, with the same content. */
  reused: number;
  /** Bytes of the release, whether written or reused. */
  bytes: number;
}

/** A page, and the paths of those of its files that are not there. */
export interface MissingPage<T extends PlannedArticle> {
  page: PlannedPage<T>;
  wanted: ReadonlySet<string>;
}

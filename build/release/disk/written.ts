import type { PlannedArticle, PlannedPage } from '../layout/planned-article.ts';

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

import type { Problem } from '../../problems/problem.ts';

/** An article that the last release had under another slug. */
export interface MovedArticle {
  /** Where it is now. */
  path: string;
  /** Of its file, as it was when this was found. */
  hash: string;
  /** The slug that it had. */
  slug: string;
  /** The id that it had; null where that is still its own. */
  id: number | null;
}

/** An article that readers get in the last release, and that is none any more. */
export interface RemovedArticle {
  /** Where it was, relative to the content folder; '' where that is unknown. */
  path: string;
  slug: string;
  id: number;
}

export interface Moves {
  /** Slugs that builds since the last release had, and the last of them has no more. */
  lost: readonly string[];
  articles: readonly MovedArticle[];
  /** Those of the last release; none once there is another. */
  removed: readonly RemovedArticle[];
  /** Errors in articles that would take the names of published ones. */
  takeovers: readonly Problem[];
}

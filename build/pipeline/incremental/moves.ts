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

export interface Moves {
  /** Slugs that builds since the last release had, and the last of them has no more. */
  lost: readonly string[];
  articles: readonly MovedArticle[];
  /** Errors in articles that would take the names of published ones. */
  takeovers: readonly Problem[];
}

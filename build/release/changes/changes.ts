import type { Article } from '../../../src/core/article.ts';

/** An article as one release has it. */
export interface ArticleState {
  id: number;
  slug: string;
  title: string;
  /** As in the API. */
  publishAt: string;
  /** Whether readers get it at the moment of the comparison. */
  isPublished: boolean;
}

/** An article that both releases have, and that differs. */
export interface ChangedArticle {
  id: number;
  before: ArticleState;
  after: ArticleState;
  /** In the order of the API. None where only what `exclude_h1` removes differs. */
  fields: (keyof Article)[];
}

/** An article under another slug. Its id may be another too: then it is among the added and the removed ones as well. */
export interface MovedArticle {
  before: ArticleState;
  after: ArticleState;
  /** Whether the former slug leads to the present one. */
  keepsSlug: boolean;
}

/** What readers get at `/articles/{article}`. */
export type AddressResponse = { status: 200; id: number } | { status: 308; to: string } | { status: 404 };

export interface ChangedAddress {
  /** Behind `/articles/`: an id, or a slug that is not percent-encoded. */
  article: string;
  before: AddressResponse;
  after: AddressResponse;
}

/** Live pages of the list with the default `per_page`: those of addresses without `after`. */
export interface ChangedPages {
  /** All pages: one, where there is no article. */
  before: number;
  after: number;
  /** Those whose response changes. Pages that come and go count, too. */
  changed: number;
}

/** What one release changes after another. Articles stand in the order of the list, newest first. */
export interface Changes {
  /** The ids of both; null where there was none, and then nothing is listed. */
  before: string | null;
  after: string;
  /** Articles of both, scheduled ones included. */
  articles: { before: number; after: number };
  /** Where the API is reached; null where that is the same. */
  site: { before: string; after: string } | null;
  added: ArticleState[];
  changed: ChangedArticle[];
  removed: ArticleState[];
  /** Those that have the same id, then those that have the same title and date. */
  moved: MovedArticle[];
  /** Those whose status changes, or what they lead to. */
  addresses: ChangedAddress[];
  list: ChangedPages;
  /** Files below `/media/` that readers newly get, and those that they no longer get. */
  media: { added: string[]; removed: string[] };
}

import type { ArticleDetails, ListEnvelope, Article as PlainArticle } from '../core/article.ts';

export type { ArticleDetails };

/** An article. `details` is there where `include_details` was asked for. */
export type Article = PlainArticle & { details?: ArticleDetails };

/** What an article is to hold. */
export interface ArticleParameters {
  /** Without level-one headings in `html` and `markdown`. */
  exclude_h1?: boolean;
  /** `html` is `''`. */
  exclude_html?: boolean;
  /** `markdown` is `''`. */
  exclude_markdown?: boolean;
  /** With `details`. */
  include_details?: boolean;
}

/** Which articles a list is to hold: those that have all of these. */
export interface Selection {
  tag?: string | readonly string[];
  /** One of these. */
  tag_any?: string | readonly string[];
  author?: string | readonly string[];
  section?: string | readonly string[];
  language?: string | readonly string[];
  /** 1 to 100 of them. */
  ids?: readonly number[];
}

export interface ListParameters extends ArticleParameters, Selection {
  /** From 1; 1 by default. */
  page?: number;
  /** From 1 to 100, or to 1,000 where both bodies are excluded; 100 by default. */
  per_page?: number;
  /** Of a link of the API: pins which articles the list ranges over. */
  snapshot?: string;
}

/** A page of a list. */
export interface Page extends Omit<ListEnvelope, 'data'> {
  data: Article[];
  /** Articles of the whole list. */
  total: number;
}

export type TermKind = 'tag' | 'author' | 'section' | 'language';

export interface Term {
  term: string;
  /** Published articles that have it. */
  count: number;
}

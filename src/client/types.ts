import type { Article, ArticleDetails, FieldValues, ListEnvelope } from '../core/article.ts';

export type { Article, ArticleDetails, FieldValues };

/** `fetch` of this platform. Its types may be missing: these need neither the library `dom` nor those of Node. */
type Fetch = typeof globalThis extends { fetch: infer F } ? F : (address: string, init: object) => Promise<object>;

type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : object;

export interface ClientOptions {
  /** Where the API is: what stands before `/api/v1`, such as `https://articles.example.com`. */
  site: string;
  /** The API key. It is sent to the origin of `site` alone. */
  key: string;
  /** `fetch` of this platform by default. */
  fetch?: Fetch;
  /** How often a request is sent before its error is thrown; 5 by default. */
  attempts?: number;
  /** Milliseconds after which a request without a whole response has failed; 30,000 by default. */
  timeout?: number;
  /**
   * Milliseconds of the longest wait between two attempts; 60,000 by default. A longer `Retry-After` is thrown at once.
   */
  maxRetryAfter?: number;
  /** Called with a sentence where the API ignored parameters. */
  onWarning?: (message: string) => void;
}

export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: Signal | undefined;
}

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
  /**
   * Values of fields of authors, in any case of letters: those of lists, numbers, texts, and those that are true or
   * false.
   */
  filter?: { readonly [Name in keyof FieldValues]?: string | number | boolean };
  /** 1 to 100 of them. */
  ids?: readonly number[];
}

export interface ListParameters extends ArticleParameters, Selection {
  /** From 1; 1 by default. */
  page?: number;
  /** From 1 to 100, or to 1,000 where both bodies are excluded; 100 by default. */
  per_page?: number;
  /** Of a link of the API: the page comes after this place in the list. */
  after?: string;
}

/** A page of a list. */
export interface Page extends ListEnvelope {
  /** Articles of the whole list. */
  total: number;
  /** The next page; null after the last one. */
  next(): Promise<Page | null>;
}

/** An article, and those beside it in the list. */
export interface ArticleInList extends Article {
  neighbours: { newer: Neighbour | null; older: Neighbour | null };
  /**
   * The slug, where the article was asked for by another name, such as a former slug or its id: redirect there. Else
   * null.
   */
  movedTo: string | null;
}

export interface Neighbour {
  id: number;
  /** Of a release of an earlier version of Galley, and for a very long one, the id, which `get` takes as well. */
  slug: string;
  /** Of at most 100 characters. */
  title: string;
}

/** Beside these four a field of authors. */
export type TermKind = 'tag' | 'author' | 'section' | 'language' | keyof FieldValues;

export interface Term {
  term: string;
  /** Published articles that have it. */
  count: number;
}

/** What changed since a token. */
export interface ChangesSince {
  /** Articles that are new or changed. */
  changed: Article[];
  /** Ids of articles that are gone. */
  removed: number[];
  /**
   * Slugs that readers had these articles by, and have by no longer: those of removed articles, and of those that have
   * another now.
   */
  formerSlugs: { id: number; slug: string }[];
  /** For the next time. */
  token: string;
}

/** A copy of articles. Each method may return a promise. */
export interface SyncStore {
  /** The token that was committed last, null before the first, and the ids of all articles of the copy. */
  read(): StoredState | Promise<StoredState>;
  /** Adds articles or replaces those of the same id, and removes others, which the copy need not have. */
  write(changed: readonly Article[], removed: readonly number[]): void | Promise<void>;
  /** Keeps the token, once all that was written is safe. */
  commit(token: string): void | Promise<void>;
}

export interface StoredState {
  token: string | null;
  ids: Iterable<number>;
}

/** What a sync did: ids of articles that are new or changed, and of those that are gone. */
export interface SyncResult {
  changed: number[];
  removed: number[];
  token: string;
}

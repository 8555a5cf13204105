import { type CallOptions, type ClientOptions, createRequests, ProblemError } from './client/request.ts';
import { followAll, type SyncResult, type SyncStore, syncWith } from './client/sync.ts';
import type { Article, ArticleParameters, ListParameters, Page, Selection, Term, TermKind } from './client/types.ts';

export { memoryStore } from './client/memory-store.ts';
export type { CallOptions, ClientOptions } from './client/request.ts';
export { ProblemError } from './client/request.ts';
export type { SyncResult, SyncStore } from './client/sync.ts';
export type * from './client/types.ts';

/** Reads one API. All calls throw `ProblemError` where the API refuses them, and what `fetch` throws. */
export interface Client {
  /** One page of articles, the newest first. */
  list(parameters?: ListParameters, options?: CallOptions): Promise<Page>;
  /**
   * All articles, each once, the newest first: of the moment when it began, with their current contents. Where the API forgot that moment
   * (410), it begins again and skips what it gave, three times at most.
   */
  all(parameters?: ArticleParameters & Selection, options?: CallOptions): AsyncGenerator<Article, void>;
  /** An article by its id, its slug or a former slug; null where there is none. */
  get(article: number | string, parameters?: ArticleParameters, options?: CallOptions): Promise<Article | null>;
  /** All tags, authors, sections or languages of published articles, in the order of the alphabet. */
  terms(kind: TermKind, options?: CallOptions): Promise<Term[]>;
  /**
   * Brings a copy up to date: at first with all articles, then with what changed since. Where it throws, the copy is as it was, or
   * partly newer; the next call goes on. Keep one store for one set of parameters, and run one call at a time.
   */
  sync(store: SyncStore, parameters?: ArticleParameters, options?: CallOptions): Promise<SyncResult>;
}

/** A client of the API at `site`. */
export function createClient(options: ClientOptions): Client {
  const ask = createRequests(options);
  return {
    async list(parameters = {}, callOptions) {
      const { body, headers } = await ask<Page>('/articles', toQuery(parameters), callOptions);
      return { ...body, total: Number(headers.get('X-Total-Count')) };
    },
    async *all(parameters = {}, callOptions) {
      // The API's greatest page.
      const per_page = parameters.exclude_html && parameters.exclude_markdown ? 1000 : 100;
      const query = toQuery({ per_page, ...parameters });
      const given = new Set<number>();
      for await (const { data } of followAll<Page>(ask, '/articles', query, callOptions)) {
        for (const article of data) {
          if (given.has(article.id)) continue;
          given.add(article.id);
          yield article;
        }
      }
    },
    async get(article, parameters = {}, callOptions) {
      try {
        const path = `/articles/${encodeURIComponent(article)}`;
        return (await ask<Article>(path, toQuery(parameters), callOptions)).body;
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
    async terms(kind, callOptions) {
      const terms: Term[] = [];
      for await (const { data } of followAll<{ data: Term[]; links: Page['links'] }>(
        ask,
        '/terms',
        { kind, per_page: 100 },
        callOptions,
      )) {
        terms.push(...data);
      }
      return terms;
    },
    sync: (store, parameters = {}, callOptions) =>
      syncWith(ask, store, toQuery({ per_page: 100, ...parameters }), callOptions),
  };
}

/** `ids` as the API reads them. */
function toQuery({
  ids,
  ...parameters
}: ListParameters): Record<string, string | number | boolean | readonly string[] | undefined> {
  return { ...parameters, ids: ids?.join(',') };
}

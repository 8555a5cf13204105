import { memoryStore } from './client/memory-store.ts';
import { ProblemError } from './client/problem-error.ts';
import { createRequests, type Query } from './client/request.ts';
import { type ChangesPage, followAll, syncWith, toSearch } from './client/sync.ts';
import type {
  Article,
  ArticleInList,
  ArticleParameters,
  CallOptions,
  ChangesSince,
  ClientOptions,
  ListParameters,
  Neighbour,
  Page,
  Selection,
  SyncResult,
  SyncStore,
  Term,
  TermKind,
} from './client/types.ts';

export type * from './client/types.ts';
export { memoryStore, ProblemError };

/** Reads one API. All calls throw `ProblemError` where the API refuses them, and what `fetch` throws. */
export interface Client {
  /** One page of articles, the newest first. */
  list(parameters?: ListParameters, options?: CallOptions): Promise<Page>;
  /**
   * All articles that are there from the first page to the last, each once, the newest first, with their current
   * contents.
   */
  all(parameters?: ArticleParameters & Selection, options?: CallOptions): AsyncGenerator<Article, void>;
  /**
   * An article by its id, its slug or a former slug, its neighbours, and where it moved to; null where there is none.
   */
  get(article: number | string, parameters?: ArticleParameters, options?: CallOptions): Promise<ArticleInList | null>;
  /**
   * All tags, authors, sections, languages or values of a field of published articles, in the order of the alphabet.
   */
  terms(kind: TermKind, options?: CallOptions): Promise<Term[]>;
  /**
   * What changed since a token, such as `since` of the event of a hook; null where that is not known any more, so that
   * everything may have. With details, unless `parameters` say otherwise: without them there are no former slugs.
   */
  changes(
    since: string,
    parameters?: ArticleParameters & Selection,
    options?: CallOptions,
  ): Promise<ChangesSince | null>;
  /**
   * Brings a copy up to date: at first with all articles, then with what changed since; with all of them, too, where
   * the copy was made with other parameters. Where it throws, the copy is as it was, or partly newer; the next call
   * goes on. Run one call at a time.
   */
  sync(store: SyncStore, parameters?: ArticleParameters & Selection, options?: CallOptions): Promise<SyncResult>;
}

/** A client of the API at `site`. */
export function createClient(options: ClientOptions): Client {
  const ask = createRequests(options);
  return {
    list: (parameters = {}, callOptions) => list(toPlain(parameters), [], callOptions),
    async *all(parameters = {}, callOptions) {
      // The API's greatest page.
      const per_page = parameters.exclude_html && parameters.exclude_markdown ? 1000 : 100;
      const query = toPlain({ per_page, ...parameters });
      const given = new Set<number>();
      for await (const { data } of followAll<Page>(ask, '/articles', query, callOptions)) {
        for (const article of data) {
          callOptions?.signal?.throwIfAborted();
          if (given.has(article.id)) continue;
          given.add(article.id);
          yield article;
        }
      }
    },
    get: (article, parameters = {}, callOptions) =>
      nullAfter(404, async () => {
        const path = `/articles/${encodeURIComponent(article)}`;
        const { body, headers } = await ask<Article>(path, toPlain(parameters), callOptions);
        const link = headers.get('Link') ?? '';
        const neighbours = { newer: toNeighbour(link, 'prev'), older: toNeighbour(link, 'next') };
        return { ...body, neighbours, movedTo: body.slug === article ? null : body.slug };
      }),
    async terms(kind, callOptions) {
      const terms: Term[] = [];
      const query = { kind, per_page: 100 };
      for await (const { data } of followAll<{ data: Term[]; links: Page['links'] }>(
        ask,
        '/terms',
        query,
        callOptions,
      )) {
        terms.push(...data);
      }
      return terms;
    },
    changes: (since, parameters = {}, callOptions) =>
      nullAfter(410, async () => {
        const found: ChangesSince = { changed: [], removed: [], formerSlugs: [], token: since };
        const query = { ...toPlain({ per_page: 100, include_details: true, ...parameters }), since };
        for await (const page of followAll<ChangesPage>(ask, '/changes', query, callOptions, null)) {
          found.changed.push(...page.data);
          found.removed.push(...page.removed);
          found.formerSlugs.push(...(page.former_slugs ?? []));
          found.token = page.meta.token ?? since;
        }
        return found;
      }),
    sync: (store, parameters = {}, callOptions) =>
      syncWith(ask, store, toPlain({ per_page: 100, ...parameters }), callOptions),
  };

  /** `before` are the queries of the links that led here. */
  async function list(query: Query | string, before: Iterable<string>, callOptions?: CallOptions): Promise<Page> {
    const { body, headers } = await ask<Omit<Page, 'total' | 'next'>>('/articles', query, callOptions);
    const { next } = body.links;
    return {
      ...body,
      total: Number(headers.get('X-Total-Count')),
      next: async () => {
        const asked = new Set(before);
        return next === null ? null : list(toSearch(next, asked), asked, callOptions);
      },
    };
  }
}

/** What `read` gives; null where the API refuses it with this status. */
async function nullAfter<T>(status: number, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProblemError && error.status === status) return null;
    throw error;
  }
}

/** `ids` and `filter` as the API reads them. */
function toPlain({ ids, filter, ...parameters }: ListParameters): Query {
  const query: Record<string, Query[string]> = { ...parameters, ids: ids?.join() };
  for (const name in filter) query[`filter[${name}]`] = (filter as Query)[name];
  return query;
}

/** The article of a `Link` header (RFC 8288) that has this relation. */
function toNeighbour(link: string, relation: string): Neighbour | null {
  const rel = `>; rel="${relation}"`;
  const pattern = `/(\\d+)${rel}; title(?:="([^"]*)"|\\*=UTF-8''([^,]*))(?:, <[^>]*/([^/>]+)${rel})?`;
  const [found, id = '', title, encoded = '', slug = id] = new RegExp(pattern).exec(link) ?? [];
  if (found === undefined) return null;
  return { id: Number(id), slug: decodeURIComponent(slug), title: title ?? decodeURIComponent(encoded) };
}

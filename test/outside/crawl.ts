// Beside generated clients, compiled with them: node crawl.js BASE KEY. Each of them reads all articles, page by page, and
// then each article by its slug and by its id; prints as JSON what it got, by client.
import createOpenApiFetch from 'openapi-fetch';
import { createClient } from './hey-api/client/index.ts';
import * as heyApi from './hey-api/sdk.gen.ts';
import { getArticle as kubbArticle } from './kubb/client/getArticle.ts';
import { listArticles as kubbList } from './kubb/client/listArticles.ts';
import type { components, paths } from './openapi-typescript.ts';
import * as orval from './orval/client.ts';
import * as orvalZod from './orval/zod.ts';

const [, , base = '', key = ''] = process.argv;
const headers = { 'X-Api-Key': key };

// What differs between them is how they write that a member may be absent.
type Article = Omit<components['schemas']['Article'], 'details'>;
type ArticleList = Omit<components['schemas']['ArticleList'], 'data'> & { data: Article[] };
type Query = Pick<NonNullable<paths['/articles']['get']['parameters']['query']>, 'page' | 'per_page' | 'after'>;

interface Client {
  list(query: Query): Promise<ArticleList>;
  article(article: string): Promise<Article>;
  /** The body of a 422. */
  wrong(): Promise<unknown>;
}

const openApiFetch = createOpenApiFetch<paths>({ baseUrl: base, headers });
const heyApiClient = createClient({ baseUrl: base, headers });

const clients: Record<string, Client> = {
  'openapi-fetch': {
    list: async (query) => get((await openApiFetch.GET('/articles', { params: { query } })).data),
    article: async (article) =>
      get((await openApiFetch.GET('/articles/{article}', { params: { path: { article } } })).data),
    wrong: async () => (await openApiFetch.GET('/articles', { params: { query: { page: 0 } } })).error,
  },
  'hey-api': {
    list: async (query) => get((await heyApi.listArticles({ client: heyApiClient, query })).data),
    article: async (article) => get((await heyApi.getArticle({ client: heyApiClient, path: { article } })).data),
    // Its own validator lets no wrong value out.
    wrong: async () => (await heyApiClient.get({ url: '/articles', query: { page: 0 } })).error,
  },
  orval: {
    async list(query) {
      const response = await orval.listArticles(query, { headers });
      if (response.status !== 200) throw new Error(String(response.status));
      return orvalZod.listArticlesResponse.parse(response.data);
    },
    async article(article) {
      const response = await orval.getArticle(encodeURIComponent(article), {}, { headers });
      if (response.status !== 200) throw new Error(String(response.status));
      return orvalZod.getArticleResponse.parse(response.data);
    },
    async wrong() {
      const response = await orval.listArticles({ page: 0 }, { headers });
      return response.status === 422 ? { ...response.data, errors: response.data.errors } : response.status;
    },
  },
  kubb: {
    list: (query) => kubbList(query, {}, { baseURL: base, headers }),
    article: (article) => kubbArticle(encodeURIComponent(article), {}, {}, { baseURL: base, headers }),
    wrong: () =>
      kubbList({ page: 0 }, {}, { baseURL: base, headers }).then(
        () => null,
        (error: Error) => error.name,
      ),
  },
};

const found: Record<string, unknown> = {};
for (const [name, client] of Object.entries(clients)) {
  const articles: Article[] = [];
  let query: Query | null = { per_page: 2 };
  let pages = 0;
  while (query !== null) {
    const { data, links, meta }: ArticleList = await client.list(query);
    // A number, not a bigint: it can be counted with.
    if (meta.current_page !== ++pages) throw new Error(`${name}: page ${meta.current_page} instead of ${pages}`);
    articles.push(...data);
    query = links.next === null ? null : toQuery(links.next);
  }
  for (const article of articles) {
    for (const address of [article.slug, String(article.id)]) {
      const alone = await client.article(address);
      if (JSON.stringify(alone) !== JSON.stringify(article)) throw new Error(`${name}: ${address} is another article`);
    }
  }
  found[name] = { articles, wrong: await client.wrong() };
}
console.log(JSON.stringify(found));

function toQuery(address: string): Query {
  const given = new URL(address).searchParams;
  return {
    page: Number(given.get('page')),
    per_page: Number(given.get('per_page')),
    after: given.get('after') ?? '',
  };
}

function get<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('an error instead of a response');
  return data;
}

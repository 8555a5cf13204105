import type { Article } from '../../../src/core/article.ts';
import type { Expected } from '../case.ts';
import { withoutHeadings } from '../content.ts';
import { type Fixture, site } from '../fixture.ts';
import { list } from './requests.ts';

/** Which page of which list, and what of it the request gave. */
export interface Page {
  page?: number;
  perPage?: number;
  /** As the address gives it; links repeat it. */
  given?: { perPage?: boolean; excludeH1?: boolean };
  /** Of what the list ranges over, null for those that are gone; by default all articles. */
  set?: readonly (Article | null)[];
  snapshot?: string;
}

/** The 200 of a page of the list by the contract's words: body, links and headers, worked out from the articles. */
export function toPage(fixture: Fixture, { page = 1, perPage = 100, given = {}, ...rest }: Page = {}): Expected {
  const { set = fixture.articles, snapshot = fixture.snapshots.current } = rest;
  const lastPage = Math.max(1, Math.ceil(set.length / perPage));
  const start = (page - 1) * perPage;
  const places = set.slice(start, start + perPage);
  const shown = places.flatMap((article) => article ?? []);
  const size = given.perPage === true ? `&per_page=${perPage}` : '';
  const headings = given.excludeH1 === undefined ? '' : `&exclude_h1=${given.excludeH1}`;
  const toUri = (number: number, token = `&snapshot=${snapshot}`): string =>
    `${site}${list}?page=${number}${size}${headings}${token}`;
  const links = {
    first: toUri(1, ''),
    last: toUri(lastPage),
    prev: page === 1 ? null : toUri(Math.min(page - 1, lastPage)),
    next: page < lastPage ? toUri(page + 1) : null,
  };
  const meta = {
    current_page: page,
    from: places.length === 0 ? null : start + 1,
    path: `${site}${list}`,
    per_page: perPage,
    to: places.length === 0 ? null : start + places.length,
  };
  const data = given.excludeH1 === true ? shown.map(toWithoutHeadings) : shown;
  const bookmark = { ...links, bookmark: toUri(page) };
  const relations = (['first', 'prev', 'next', 'last', 'bookmark'] as const).filter((name) => bookmark[name] !== null);
  return {
    status: 200,
    headers: {
      ...keyedHeaders,
      etag: /^"[^"]+"$/,
      link: relations.map((name) => `<${bookmark[name]}>; rel="${name}"`).join(', '),
      'x-total-count': String(set.length),
      'last-modified': shown.length === 0 ? null : toModified(shown),
    },
    body: JSON.stringify({ data, links, meta }),
  };
}

/** What every 200 of the API holds. */
export const keyedHeaders = {
  'content-type': 'application/json',
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, X-Api-Key, Origin',
  'galley-release': /^[0-9a-f]{32}$/,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The 200 of one article. */
export function toOne(fixture: Fixture, id: number, excludeH1 = false): Expected {
  const article = articleOf(fixture, id);
  return {
    status: 200,
    headers: {
      ...{ ...keyedHeaders, etag: /^"[^"]+"$/, 'last-modified': toModified([article]) },
      link: toNeighbours(fixture, article),
    },
    body: JSON.stringify(excludeH1 ? toWithoutHeadings(article) : article),
  };
}

/** The `Link` of an article: to the next newer one, and to the next older one. */
function toNeighbours({ articles }: Fixture, article: Article): string | null {
  const at = articles.indexOf(article);
  const links = (
    [
      ['prev', articles[at - 1]],
      ['next', articles[at + 1]],
    ] as const
  ).flatMap(([rel, other]) => {
    if (other === undefined) return [];
    const title = /^[\w -]+$/.test(other.title)
      ? `title="${other.title}"`
      : `title*=UTF-8''${encodeURIComponent(other.title).replace(/[!'()*]/g, (sign) =>
          sign === '!' ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
        )}`;
    return [`<${site}${list}/${other.id}>; rel="${rel}"; ${title}`];
  });
  return links.join(', ') || null;
}

export function articleOf({ articles }: Fixture, id: number): Article {
  const found = articles.find((article) => article.id === id);
  if (found === undefined) throw new Error(`There is no article ${id}.`);
  return found;
}

function toWithoutHeadings(article: Article): Article {
  return article.id === 205 ? { ...article, ...withoutHeadings } : article;
}

/** The newest change among the articles shown. */
function toModified(articles: readonly Article[]): string {
  const changes = articles.flatMap(({ publish_at, updated_at }) => [publish_at, updated_at ?? publish_at]);
  return new Date(Math.max(...changes.map((date) => Date.parse(date)))).toUTCString();
}

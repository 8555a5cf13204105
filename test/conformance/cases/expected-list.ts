import type { Article } from '../../../src/core/article.ts';
import type { Expected } from '../case.ts';
import { withoutHeadings } from '../content.ts';
import { type Fixture, site, toPlace } from '../fixture.ts';
import { list } from './requests.ts';

/** Which page of which list, and what of it the request gave. */
export interface Page {
  page?: number;
  perPage?: number;
  /** As the address gives it; links repeat it. */
  given?: { perPage?: boolean; excludeH1?: boolean };
  /** What the page comes after, as the address gives it; by default its number says that. */
  after?: string;
}

/** The 200 of a page of the list by the contract's words: body, links and headers, worked out from the articles. */
export function toPage(fixture: Fixture, { page = 1, perPage = 100, given = {}, after }: Page = {}): Expected {
  const set = fixture.articles;
  const lastPage = Math.max(1, Math.ceil(set.length / perPage));
  const start = (page - 1) * perPage;
  const behind = after === undefined ? set.slice(start) : set.filter((article) => isAfter(article, after));
  const shown = behind.slice(0, perPage);
  const last = shown.at(-1);
  const size = given.perPage === true ? `&per_page=${perPage}` : '';
  const headings = given.excludeH1 === undefined ? '' : `&exclude_h1=${given.excludeH1}`;
  const toUri = (number: number, rest = ''): string => `${site}${list}?page=${number}${rest}${size}${headings}`;
  const links = {
    first: toUri(1),
    last: after === undefined ? toUri(lastPage) : null,
    prev: page === 1 ? null : toUri(after === undefined ? Math.min(page - 1, lastPage) : page - 1),
    next: last !== undefined && behind.length > perPage ? toUri(page + 1, `&after=${toPlace(last)}`) : null,
  };
  const meta = {
    current_page: page,
    from: shown.length === 0 ? null : start + 1,
    path: `${site}${list}`,
    per_page: perPage,
    to: shown.length === 0 ? null : start + shown.length,
  };
  const data = given.excludeH1 === true ? shown.map(toWithoutHeadings) : shown;
  const relations = (['first', 'prev', 'next', 'last'] as const).filter((name) => links[name] !== null);
  return {
    status: 200,
    headers: {
      ...keyedHeaders,
      etag: /^"[^"]+"$/,
      link: relations.map((name) => `<${links[name]}>; rel="${name}"`).join(', '),
      'x-total-count': String(set.length),
      'last-modified': shown.length === 0 ? null : toModified(shown),
    },
    body: JSON.stringify({ data, links, meta }),
  };
}

/** Whether an article is older, or of the same second and has a smaller id. */
function isAfter({ publish_at, id }: Article, after: string): boolean {
  const [, seconds, other] = /^(-?\d+)-(\d+)$/.exec(after) ?? [];
  const difference = Date.parse(publish_at) / 1000 - Number(seconds);
  return difference < 0 || (difference === 0 && id < Number(other));
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
      ...{
        ...keyedHeaders,
        vary: `Accept, ${keyedHeaders.vary}`,
        etag: /^"[^"]+"$/,
        'last-modified': toModified([article]),
      },
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
    const bySlug = `<${site}${list}/${encodeURIComponent(other.slug)}>; rel="${rel}"`;
    return [`<${site}${list}/${other.id}>; rel="${rel}"; ${title}, ${bySlug}`];
  });
  return links.join(', ') || null;
}

export function articleOf({ articles }: Fixture, id: number): Article {
  const found = articles.find((article) => article.id === id);
  if (found === undefined) throw new Error(`There is no article ${id}.`);
  return found;
}

export function toWithoutHeadings(article: Article): Article {
  return article.id === 205 ? { ...article, ...withoutHeadings } : article;
}

/** The newest change among the articles shown. */
function toModified(articles: readonly Article[]): string {
  const changes = articles.flatMap(({ publish_at, updated_at }) => [publish_at, updated_at ?? publish_at]);
  return new Date(Math.max(...changes.map((date) => Date.parse(date)))).toUTCString();
}

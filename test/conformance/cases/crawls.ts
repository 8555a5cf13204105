import { expect } from 'vitest';
import type { Case, Step } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import type { ReceivedResponse } from '../send.ts';
import { fieldOf } from '../validate-responses.ts';
import { type Page, toPage } from './expected-list.ts';
import { keyed, list, one, toStep, two } from './requests.ts';

/** A crawl is never torn: what comes after a place in the order. */
export function casesOfCrawls(fixture: Fixture): Case[] {
  const section = 'Crawls';
  const { articles, places } = fixture;
  const { there, gone } = places;
  const ask = (query: string) => keyed(fixture, `${list}?${query}`);
  const pages: [title: string, query: string, page: Page][] = [
    ['an article', `after=${there}`, { after: there }],
    ['an article, page 2', `page=2&after=${there}`, { page: 2, after: there }],
    ['an article that is gone', `page=3&after=${gone}`, { page: 3, after: gone }],
    ['a place without headings', `after=${gone}&exclude_h1=1`, { after: gone, given: { excludeH1: true } }],
    ['one of two of the same second', 'after=1704175200-31', { after: '1704175200-31' }],
    ['all articles', 'page=9&after=0-1', { page: 9, after: '0-1' }],
    ['a moment before 1970', 'after=-5-7', { after: '-5-7' }],
    ['a moment that is far', 'after=9007199254740991-1', { after: '9007199254740991-1' }],
    ...[2, 3, 4, 5].map((page): [string, string, Page] => [
      `an article, page ${page} of 30 each`,
      `per_page=30&page=${page}&after=${there}`,
      { page, perPage: 30, given: { perPage: true }, after: there },
    ]),
  ];
  const wrong = [
    ...['', 'x', '5', '5-', '-5', '5-0', '05-1', '5-01', '5_1', '%205-1', '+5-1', '5.0-1', '-0-1', '5-1%00', '5-1-1'],
    ...['5-2147483648', '9007199254740992-1', '12345678901234567-1', `${there}&after=${there}`, '13-5264e8e5020579ac'],
  ];
  return [
    ...pages.map(([title, query, page]) => one(section, `200: after ${title}`, ask(query), toPage(fixture, page))),
    ...wrong.map((text, index) =>
      one(section, `422: a value that no link gave, ${index + 1}`, ask(`after=${text}`), {
        status: 422,
        check: (body) => expect(Object.keys(JSON.parse(body).errors)).toEqual(['after']),
      }),
    ),
    one(section, '422: after[]', ask(`after[]=${there}`), { status: 422 }),
    one(section, 'after is no parameter of one article', keyed(fixture, `${list}/1?after=x`), {
      ...{ status: 200, headers: { 'galley-ignored': 'after' } },
    }),
    one(section, 'snapshot is no parameter', ask('snapshot=5-0123456789abcdef'), {
      ...toPage(fixture),
      headers: { 'galley-ignored': 'snapshot' },
    }),
    crawl(
      'following next to the end gives each article once',
      'per_page=40',
      articles.map(({ id }) => id),
    ),
    crawl(
      'of a selection, too',
      'per_page=4&ids=1,2,3,31,30,60,201,202,203,204,205,206,207',
      articles.map(({ id }) => id).filter((id) => [1, 2, 3, 31, 30, 60].includes(id) || (id > 200 && id < 208)),
    ),
    two(
      section,
      're-asking a kept address with its tag costs a 304',
      [ask(`page=2&after=${gone}`), toPage(fixture, { page: 2, after: gone })],
      (first) => {
        const tag = fieldOf(first, 'etag') ?? '';
        const asked = keyed(fixture, `${list}?page=2&after=${gone}`, { headers: { 'If-None-Match': tag } });
        return [asked, { status: 304, headers: { etag: tag } }];
      },
    ),
  ];

  /** Four pages, from the first on. */
  function crawl(title: string, query: string, ids: readonly number[]): Case {
    const first = toStep([ask(query), { status: 200 }]);
    const next = (responses: readonly ReceivedResponse[]): Step => {
      const { pathname, search } = new URL(JSON.parse(String(responses.at(-1)?.body)).links.next);
      return toStep([keyed(fixture, pathname + search), { status: 200 }]);
    };
    const last = (responses: readonly ReceivedResponse[]): Step => {
      const step = next(responses);
      const check = (text: string): void => {
        const bodies = [...responses.map(({ body }) => JSON.parse(String(body))), JSON.parse(text)];
        expect(bodies.at(-1).links.next).toBe(null);
        expect(bodies.flatMap(({ data }) => data.map(({ id }: { id: number }) => id))).toEqual(ids);
      };
      return { ...step, expected: [{ status: 200, check }] };
    };
    return { section, title, steps: [first, next, next, last], needsKeyCheck: false };
  }
}

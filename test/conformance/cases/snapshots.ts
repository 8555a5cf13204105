import { expect } from 'vitest';
import type { Case, Expected, Step } from '../case.ts';
import { type Fixture, site } from '../fixture.ts';
import type { ReceivedResponse } from '../send.ts';
import { fieldOf } from '../validate-responses.ts';
import { type Page, toPage } from './expected-list.ts';
import { keyed, list, one, toStep, two } from './requests.ts';

/** A crawl is never torn: what `snapshot` pins. */
export function casesOfSnapshots(fixture: Fixture): Case[] {
  const section = 'Snapshots';
  const { articles, keptOrder, snapshots } = fixture;
  const { current, held, kept, empty, gone } = snapshots;
  const ask = (query: string) => keyed(fixture, `${list}?${query}`);
  const oldest = articles.slice(-10);
  const perPage = { perPage: true };
  const pages: [title: string, query: string, page: Page][] = [
    ['of this release', `snapshot=${current}`, {}],
    ['of this release, page 2', `page=2&snapshot=${current}`, { page: 2 }],
    ['of this release, beyond the end', `page=3&snapshot=${current}`, { page: 3 }],
    ['of the oldest articles, which no publish changed', `snapshot=${held}`, { set: oldest, snapshot: held }],
    [
      'of the oldest articles, page 2',
      `page=2&per_page=4&snapshot=${held}`,
      { page: 2, perPage: 4, given: perPage, set: oldest, snapshot: held },
    ],
    [
      'of the oldest articles, the last page',
      `page=3&per_page=4&snapshot=${held}`,
      { page: 3, perPage: 4, given: perPage, set: oldest, snapshot: held },
    ],
    [
      'of a kept release: one removed, one re-dated, one between',
      `snapshot=${kept}`,
      { set: keptOrder, snapshot: kept },
    ],
    ['of a kept release, page 2', `page=2&snapshot=${kept}`, { page: 2, set: keptOrder, snapshot: kept }],
    [
      'of a kept release, without headings',
      `exclude_h1=1&snapshot=${kept}`,
      { given: { excludeH1: true }, set: keptOrder, snapshot: kept },
    ],
    ...[1, 2, 3, 4, 5, 6].map((page): [string, string, Page] => [
      `of a kept release, page ${page} of 30 each`,
      `per_page=30&page=${page}&snapshot=${kept}`,
      { page, perPage: 30, given: perPage, set: keptOrder, snapshot: kept },
    ]),
    ['of no article', `snapshot=${empty}`, { set: [], snapshot: empty }],
  ];
  const toGone = (query: string): Expected => {
    const start = `${site}${list}?page=1${query}`;
    return {
      status: 410,
      headers: { link: `<${start}>; rel="first"` },
      check: (text) => expect(JSON.parse(text).start).toBe(start),
    };
  };
  const digest = current.slice(current.indexOf('-') + 1);
  const forged = 'f'.repeat(16);
  const goneOnes: [title: string, query: string, repeated: string][] = [
    ['of a release that is no longer kept', `snapshot=${gone}`, ''],
    ['a page in the middle of it', `page=2&snapshot=${gone}`, ''],
    ['with the size of pages', `per_page=7&exclude_h1=0&snapshot=${gone}`, '&per_page=7&exclude_h1=false'],
    ['with a digest that never was', `snapshot=${articles.length}-${forged}`, ''],
    ['of more articles than are published', `snapshot=${articles.length + 1}-${digest}`, ''],
    ['with the digest of another count', `snapshot=5-${digest}`, ''],
    ['of more articles than there can be', `snapshot=9999999999999999-${digest}`, ''],
  ];
  const wrong = [
    ...['', 'x', '5', '5-', `-${digest}`, `05-${digest}`, `5-${digest}0`, `5-${digest.slice(1)}`, `5_${digest}`],
    ...[`+5-${digest}`, `5-${'F'.repeat(16)}`, `5-${'g'.repeat(16)}`, `%205-${digest}`, `12345678901234567-${digest}`],
    ...[`${current}&snapshot=${current}`, `${current}%00`],
  ];
  return [
    ...pages.map(([title, query, page]) => one(section, `200: ${title}`, ask(query), toPage(fixture, page))),
    ...goneOnes.map(([title, query, repeated]) => one(section, `410: ${title}`, ask(query), toGone(repeated))),
    ...wrong.map((text, index) =>
      one(section, `422: a token that no link gave, ${index + 1}`, ask(`snapshot=${text}`), {
        status: 422,
        check: (body) => expect(Object.keys(JSON.parse(body).errors)).toEqual(['snapshot']),
      }),
    ),
    one(section, '422: snapshot[]', ask(`snapshot[]=${current}`), { status: 422 }),
    one(section, 'is no parameter of one article', keyed(fixture, `${list}/1?snapshot=x`), { status: 200 }),
    crawl(
      'following next to the end gives each article once',
      [],
      articles.map(({ id }) => id),
    ),
    crawl(
      'following next from a kept release gives each remaining article once',
      [`snapshot=${kept}`],
      keptOrder.flatMap((article) => article?.id ?? []),
    ),
    two(
      section,
      'the pinned address of the first page holds the same, under the same tag',
      [keyed(fixture, list), toPage(fixture)],
      (first) => {
        const { pathname, search } = new URL(/<([^>]*)>; rel="bookmark"/.exec(fieldOf(first, 'link') ?? '')?.[1] ?? '');
        const tag = fieldOf(first, 'etag') ?? '';
        return [keyed(fixture, pathname + search), { ...toPage(fixture), headers: { etag: tag } }];
      },
    ),
    two(
      section,
      're-asking a kept pinned address with its tag costs a 304',
      [ask(`page=2&snapshot=${kept}`), toPage(fixture, { page: 2, set: keptOrder, snapshot: kept })],
      (first) => {
        const tag = fieldOf(first, 'etag') ?? '';
        const asked = keyed(fixture, `${list}?page=2&snapshot=${kept}`, { headers: { 'If-None-Match': tag } });
        return [asked, { status: 304, headers: { etag: tag } }];
      },
    ),
  ];

  /** From the first page on, 40 each. */
  function crawl(title: string, more: readonly string[], ids: readonly number[]): Case {
    const first = toStep([ask(['per_page=40', ...more].join('&')), { status: 200 }]);
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

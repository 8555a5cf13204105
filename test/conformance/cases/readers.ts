import { expect } from 'vitest';
import type { Article } from '../../../src/core/article.ts';
import type { Case, Expected } from '../case.ts';
import { withoutHeadings } from '../content.ts';
import { type Fixture, site } from '../fixture.ts';
import { articleOf } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

const changes = '/api/v1/changes';
const terms = '/api/v1/terms';

/** Less of an article, or more; some of the articles; terms; and what changed. */
export function casesOfReaders(fixture: Fixture): Case[] {
  const section = 'For readers';
  const { articles } = fixture;
  const ask = (target: string, coding = 'identity') =>
    keyed(fixture, target, { headers: { 'Accept-Encoding': coding } });
  const json = (check: (found: never, text: string) => void): Expected => ({
    status: 200,
    check: (text) => check(JSON.parse(text) as never, text),
  });
  const refused = (name: string): Expected => ({
    status: 422,
    check: (text) => expect(Object.keys(JSON.parse(text).errors)).toEqual([name]),
  });
  const toView = (article: Article, query: string): Article => {
    const has = (name: string): boolean => query.includes(`${name}=1`);
    const own = has('exclude_h1') && article.id === 205 ? { ...article, ...withoutHeadings } : article;
    return {
      ...own,
      html: has('exclude_html') ? '' : own.html,
      markdown: has('exclude_markdown') ? '' : own.markdown,
    };
  };
  const names = ['exclude_h1', 'exclude_html', 'exclude_markdown', 'include_details'];
  const queries = Array.from({ length: 15 }, (_, i) =>
    names
      .filter((_, bit) => ((i + 1) & (1 << bit)) > 0)
      .map((name) => `${name}=1`)
      .join('&'),
  );
  const idsOf = ({ data }: { data: { id: number }[] }): number[] => data.map(({ id }) => id);
  return [
    ...['identity', 'gzip'].flatMap((coding) => [
      ...queries.map((query) =>
        one(section, `article 205 with ${query}, ${coding}`, ask(`${list}/205?${query}`, coding), {
          ...json(({ details, ...found }: Article, text) => {
            expect(JSON.stringify(found)).toBe(JSON.stringify(toView(articleOf(fixture, 205), query)));
            expect(details !== undefined).toBe(query.includes('include_details'));
            if (details) expect(text.endsWith(`,"details":${JSON.stringify(details)}}`)).toBe(true);
          }),
        }),
      ),
      ...queries.map((query) =>
        one(section, `the list with ${query}, ${coding}`, ask(`${list}?per_page=20&${query}`, coding), {
          ...json(({ data, links }: { data: Article[]; links: { first: string } }) => {
            const expected = articles.slice(0, 20).map((article) => toView(article, query));
            expect(data.map(({ details: _, ...found }) => found)).toEqual(expected);
            expect(links.first).toBe(`${site}${list}?page=1&per_page=20&${query.replaceAll('=1', '=true')}`);
          }),
        }),
      ),
    ]),
    one(section, 'details', ask(`${list}/205?include_details=true`), {
      ...json(({ details }: Article) => {
        expect(details).toMatchObject({
          tags: ['Größe', 'b'],
          authors: ['Ada Lovelace'],
          section: null,
          header_image: null,
        });
        expect(details?.headings.map(({ level }) => level)).toEqual([1, 1, 1, 1, 2]);
      }),
    }),
    one(section, 'all heads on one page', ask(`${list}?exclude_html=1&exclude_markdown=1&per_page=1000`, 'gzip'), {
      ...json((found: { data: Article[] }) => expect(idsOf(found)).toEqual(articles.map(({ id }) => id))),
    }),
    one(section, 'per_page above 100 with one body', ask(`${list}?exclude_html=1&per_page=101`), refused('per_page')),
    one(section, 'a tag', ask(`${list}?tag=gr%C3%96%C3%9Fe`), {
      ...json((found: { data: Article[] }) => expect(idsOf(found)).toEqual([205])),
      headers: { 'x-total-count': '1' },
    }),
    one(section, 'a tag and another author', ask(`${list}?tag=b&author=Bob`), {
      ...json((found: { data: Article[] }) => expect(idsOf(found)).toEqual([])),
      headers: { 'x-total-count': '0' },
    }),
    one(section, 'ids', ask(`${list}?ids=1,205,901,902,999`), {
      ...json((found: { data: Article[] }) => expect(idsOf(found)).toEqual([205, 1])),
    }),
    one(section, 'ids that are none', ask(`${list}?ids=1,x`), refused('ids')),
    one(section, 'terms, without those of scheduled articles', ask(`${terms}?kind=tag`), {
      ...json(({ data }: { data: object[] }) =>
        expect(data).toEqual([
          { term: 'b', count: 1 },
          { term: 'Größe', count: 1 },
        ]),
      ),
      headers: { 'x-total-count': '2' },
    }),
    one(section, 'terms of no kind', ask(terms), refused('kind')),
    one(section, 'parameters that are ignored are named', ask(`${list}?per_page=1&sort=x&q=`), {
      status: 200,
      headers: { 'galley-ignored': 'sort, q' },
    }),
    one(section, 'no key, no changes', { target: changes }, { status: 401 }),
    one(section, 'no key, no terms', { target: `${terms}?kind=tag` }, { status: 401 }),
    one(section, 'all changes', ask(`${changes}?per_page=100`, 'gzip'), {
      ...json((found: { data: Article[]; removed: number[]; meta: object }) => {
        expect(idsOf(found)).toEqual(articles.slice(0, 100).map(({ id }) => id));
        expect([found.removed, found.meta]).toEqual([[], { since: null, token: null, per_page: 100 }]);
      }),
    }),
    two(
      section,
      'changes since the last page of all changes: none, and 304 from then on',
      [ask(`${changes}?exclude_html=1&exclude_markdown=1&per_page=1000`), { status: 200 }],
      (response) => {
        const { token } = JSON.parse(String(response.body)).meta;
        return [
          ask(`${changes}?since=${token}&include_details=1`),
          json((found: object) =>
            expect(found).toMatchObject({ data: [], removed: [], former_slugs: [], meta: { token } }),
          ),
        ];
      },
    ),
    one(section, 'changes since a token that nobody knows', ask(`${changes}?since=${'a'.repeat(32)}-1`), {
      status: 410,
      check: (text) => expect(JSON.parse(text).links).toEqual({ first: `${site}${changes}` }),
    }),
    one(section, 'changes since what is no token', ask(`${changes}?since=1`), refused('since')),
    one(
      section,
      'the catalog of APIs',
      { target: '/.well-known/api-catalog' },
      {
        status: 200,
        headers: { 'content-type': /^application\/linkset\+json/ },
        check: (text) => expect(JSON.parse(text).linkset[0].anchor).toBe(`${site}/api/v1`),
      },
    ),
  ];
}

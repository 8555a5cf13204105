import { expect } from 'vitest';
import type { Article } from '../../../src/core/article.ts';
import type { Case, Expected } from '../case.ts';
import { fields, privateNote, valuesOf } from '../content.ts';
import { type Fixture, site } from '../fixture.ts';
import { keyed, list, one, two } from './requests.ts';

const section = 'Fields of authors';
const [changes, terms] = ['/api/v1/changes', '/api/v1/terms'];
const names = 'series, featured, rating, people';

/** Queries, and the numbers of the articles that each selects. */
const selections: [query: string, isSelected: (id: number) => boolean][] = [
  ['filter[series]=gr%C3%96%C3%9Fe%201', (id) => id % 4 === 1],
  ['filter%5Bseries%5D=Gr%C3%B6%C3%9Fe+1', (id) => id % 4 === 1],
  ['filter[featured]=true', (id) => id % 2 === 0],
  ['filter[featured]=0', (id) => id % 2 === 1],
  ['filter[rating]=2.50', (id) => id % 5 === 2],
  ['filter[people]=p2', (id) => id % 3 === 2],
  ['filter[people]=everyone', () => true],
  ['filter[people]=p2&filter[featured]=TRUE&filter[rating]=0.5', (id) => id % 30 === 20],
  ['filter[featured]=true&ids=1,2,3,4,205', (id) => id === 2 || id === 4],
  ['filter[people]=P2&tag=b', () => false],
  ['filter[series]=none', () => false],
];

/** Queries, and the parameter that is wrong in each, and how. */
const wrong: [query: string, name: string, message: string][] = [
  ['filter[series]=', 'filter[series]', 'The filter[series] field must be a text of 1 to 200 characters.'],
  ['filter[series]=a&filter[series]=a', 'filter[series]', 'must be given once, as filter[series]=value.'],
  ['filter[featured]=maybe', 'filter[featured]', 'must be true or false.'],
  ['filter[rating]=high', 'filter[rating]', 'must be a number.'],
  ...[
    ...['filter[=a', 'filter[series=a', 'filter%5Bseries=a', 'filter=a', 'filter', 'filter[]=a', 'filter[Series]=a'],
    ...['filter[none]=a', 'filter[photo]=a', 'filter[title]=a', 'filter[tag]=a', 'filter[series][]=a'],
    ...['filter[series][eq]=a', 'filter[__proto__]=a', 'filter[constructor]=a'],
  ].map((query): [string, string, string] => [query, 'filter', `as filter[NAME]=value: ${names}.`]),
];

/** What the settings declare, and what is selected by it. */
export function casesOfFields(fixture: Fixture): Case[] {
  const ask = (target: string, coding = 'identity') =>
    keyed(fixture, target, { headers: { 'Accept-Encoding': coding } });
  const json = (check: (found: never, text: string) => void): Expected => ({
    status: 200,
    check: (text) => check(JSON.parse(text) as never, text),
  });
  const { png, svg } = fixture.media;
  const [photo, drawing] = [`${site}/media/${png}`, `${site}/media/${svg}`];
  const expectedOf = (id: number): unknown =>
    id > 61 || id === 60
      ? Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
      : { ...valuesOf(id), photo, gallery: [photo, drawing] };
  const refused: Expected = {
    status: 422,
    check: (text) => expect(Object.keys(JSON.parse(text).errors)).toEqual(['since']),
  };
  const sinces: [title: string, query: string, expected: Expected][] = [
    ['the same', '&filter[people]=P1', json(({ data }: { data: [] }) => expect(data).toEqual([]))],
    ['another value', '&filter[people]=p2', refused],
    ['none', '', refused],
  ];
  const withValues = fixture.articles.map(({ id }) => id).filter((id) => id <= 61 && id !== 60);
  const idsOf = ({ data }: { data: { id: number }[] }): number[] => data.map(({ id }) => id);
  return [
    ...['identity', 'gzip'].flatMap((coding) => [
      one(section, `of one article, ${coding}`, ask(`${list}/7?include_details=1`, coding), {
        ...json(({ details }: Article, text) => {
          expect(JSON.stringify(details?.fields)).toBe(JSON.stringify(expectedOf(7)));
          expect(text).not.toContain(privateNote);
        }),
      }),
      one(section, `of a list, each always there, ${coding}`, ask(`${list}?include_details=1&exclude_html=1`, coding), {
        ...json(({ data }: { data: Article[] }, text) => {
          for (const { id, details } of data)
            expect(JSON.stringify(details?.fields)).toBe(JSON.stringify(expectedOf(id)));
          expect(text).not.toContain(privateNote);
        }),
      }),
    ]),
    one(section, 'without details there are none', ask(`${list}?ids=7`), {
      ...json((_, text) => expect(text).not.toMatch(/"(?:details|fields|series)"/)),
    }),
    ...[list, changes].flatMap((path) => [
      ...selections.map(([query, isSelected]) =>
        one(section, `${path}: ${query}`, ask(`${path}?per_page=100&${query}`), {
          ...json((found: { data: Article[] }) => expect(idsOf(found)).toEqual(withValues.filter(isSelected))),
          headers: { 'galley-ignored': null },
        }),
      ),
      ...wrong.map(([query, name, message]) =>
        one(section, `${path}: ${query}`, ask(`${path}?${query}`), {
          status: 422,
          check(text) {
            const { errors } = JSON.parse(text);
            expect(Object.keys(errors)).toEqual([name]);
            expect(errors[name][0]).toContain(message);
          },
        }),
      ),
    ]),
    two(
      section,
      'a page of a selection, and the next',
      [ask(`${list}?filter[featured]=true&per_page=20`, 'gzip'), { status: 200 }],
      ({ headers }) => {
        const [, next = ''] = /<([^>]*)>; rel="next"/.exec(headers.find(([name]) => name === 'link')?.[1] ?? '') ?? [];
        expect(next).toContain('&filter%5Bfeatured%5D=true');
        return [
          ask(next.slice(site.length)),
          json((found: { data: Article[] }) =>
            expect(idsOf(found)).toEqual(withValues.filter((id) => id % 2 === 0).slice(20, 40)),
          ),
        ];
      },
    ),
    ...sinces.map(([title, query, expected]) =>
      two(
        section,
        `a token of a selection, with ${title}`,
        [ask(`${changes}?filter[people]=p1&per_page=100`), { status: 200 }],
        (response) => {
          const { token } = JSON.parse(String(response.body)).meta;
          return [ask(`${changes}?since=${token}${query}`), expected];
        },
      ),
    ),
    one(section, 'terms of a field', ask(`${terms}?kind=people`), {
      ...json(({ data }: { data: object[] }) =>
        expect(data).toEqual([
          { term: 'Everyone', count: withValues.length },
          ...[0, 1, 2].map((rest) => ({ term: `P${rest}`, count: withValues.filter((id) => id % 3 === rest).length })),
        ]),
      ),
      headers: { 'x-total-count': '4' },
    }),
    one(section, 'terms of true and false', ask(`${terms}?kind=featured`), {
      ...json(({ data }: { data: { term: string }[] }) =>
        expect(data.map(({ term }) => term)).toEqual(['false', 'true']),
      ),
    }),
    ...['photo', 'none', '__proto__'].map((kind) =>
      one(section, `terms of ${kind}, which is no kind`, ask(`${terms}?kind=${kind}`), {
        status: 422,
        check: (text) =>
          expect(JSON.parse(text).errors.kind).toEqual([
            `The kind field must be one of tag, author, section, language, ${names}.`,
          ]),
      }),
    ),
    one(section, 'one article takes no filter', ask(`${list}/7?filter[series]=x`), {
      status: 200,
      headers: { 'galley-ignored': 'filter[series]' },
    }),
    one(
      section,
      'the description has their types',
      { target: '/openapi.json' },
      {
        status: 200,
        check(text) {
          const { ArticleDetails } = JSON.parse(text).components.schemas;
          expect(Object.keys(ArticleDetails.properties.fields.properties)).toEqual(Object.keys(fields));
        },
      },
    ),
    one(
      section,
      'so have the types of the client',
      { target: '/client.d.ts' },
      {
        status: 200,
        check: (text) =>
          expect(text).toMatch(/interface FieldValues \{\n {2}series: string \| null;\n {2}featured: boolean \| null;/),
      },
    ),
  ];
}

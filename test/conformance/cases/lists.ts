import { expect } from 'vitest';
import type { Case, Expected } from '../case.ts';
import { type Fixture, toPlace } from '../fixture.ts';
import { fieldOf } from '../validate-responses.ts';
import { type Page, toPage } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

/** `GET /articles`: parameters, their bounds, the envelope, order and links. */
export function casesOfLists(fixture: Fixture): Case[] {
  const section = 'GET /articles';
  const total = fixture.articles.length;
  const ask = (query: string) => keyed(fixture, `${list}${query === '' ? '' : `?${query}`}`);
  const pages: [query: string, page: Page][] = [
    ['', {}],
    ['page=1', {}],
    ['page=2', { page: 2 }],
    ['page=+2', { page: 2 }],
    ['page=%2B2', { page: 2 }],
    ['page=%202%20', { page: 2 }],
    ['page=%092%0A', { page: 2 }],
    ['page=%0B2%0C%0D', { page: 2 }],
    ['page=3', { page: 3 }],
    ['page=9007199254740991', { page: 9007199254740991 }],
    ['per_page=1', { perPage: 1, given: { perPage: true } }],
    ['per_page=1&page=2', { perPage: 1, page: 2, given: { perPage: true } }],
    [`per_page=1&page=${total}`, { perPage: 1, page: total, given: { perPage: true } }],
    [`per_page=1&page=${total + 1}`, { perPage: 1, page: total + 1, given: { perPage: true } }],
    ['per_page=99', { perPage: 99, given: { perPage: true } }],
    ['per_page=100', { perPage: 100, given: { perPage: true } }],
    ['per_page=%2B7', { perPage: 7, given: { perPage: true } }],
    ['per_page=70&page=2', { perPage: 70, page: 2, given: { perPage: true } }],
    ['per_page=10&page=4', { perPage: 10, page: 4, given: { perPage: true } }],
    ['per_page=50&page=3', { perPage: 50, page: 3, given: { perPage: true } }],
    ['per_page=10&page=99', { perPage: 10, page: 99, given: { perPage: true } }],
    ...['1', 'true', 'True', 'TRUE', 'tRuE'].map((text): [string, Page] => {
      return [`exclude_h1=${text}&per_page=5`, { perPage: 5, given: { perPage: true, excludeH1: true } }];
    }),
    ...['0', 'false', 'False', 'FALSE'].map((text): [string, Page] => {
      return [`exclude_h1=${text}&per_page=5`, { perPage: 5, given: { perPage: true, excludeH1: false } }];
    }),
    ['exclude_h1=true', { given: { excludeH1: true } }],
    ['exclude_h1=true&page=2', { page: 2, given: { excludeH1: true } }],
    ['other=1', {}],
    ['other=1&other=2&a[]=b', {}],
    ['PAGE=2&Per_Page=3', {}],
    ['p%61ge=2', { page: 2 }],
    ['per%5Fpage=3', { perPage: 3, given: { perPage: true } }],
    ['&&page=2&', { page: 2 }],
    ['page=2#fragment', { page: 2 }],
  ];
  const integer = (name: string): string => `The ${name} field must be an integer.`;
  const once = (name: string): string => `The ${name} field must be given once, as ${name}=value.`;
  const between = 'The per_page field must be between 1 and 100.';
  const boolean = 'The exclude_h1 field must be true or false.';
  const wrong: [query: string, errors: Record<string, string[]>][] = [
    ['page=0', { page: ['The page field must be at least 1.'] }],
    ['page=-1', { page: ['The page field must be at least 1.'] }],
    ['page=9007199254740992', { page: ['The page field must not be greater than 9007199254740991.'] }],
    ['page=-0', { page: ['The page field must be at least 1.'] }],
    ['page=+0', { page: ['The page field must be at least 1.'] }],
    ...[
      '',
      'x',
      '1.0',
      '1e3',
      '0x10',
      '01',
      '00',
      '--1',
      '%2B%2B1',
      '%2B',
      '1%202',
      '%C2%A01',
      '%EF%BC%91',
      'NaN',
      '1,2',
    ].map((text): [string, Record<string, string[]>] => [`page=${text}`, { page: [integer('page')] }]),
    ['page', { page: [integer('page')] }],
    ['page=%00', { page: [integer('page')] }],
    ['page=%FF', { page: [integer('page')] }],
    ['page=1&page=1', { page: [once('page')] }],
    ['page[]=1', { page: [once('page')] }],
    ['page%5B%5D=1', { page: [once('page')] }],
    ['page[0]=1', { page: [once('page')] }],
    ['per_page=0', { per_page: [between] }],
    ['per_page=101', { per_page: [between] }],
    ['per_page=-5', { per_page: [between] }],
    ['per_page=', { per_page: [integer('per_page')] }],
    ['per_page=ten', { per_page: [integer('per_page')] }],
    ['per_page=007', { per_page: [integer('per_page')] }],
    ['per_page=1&per_page=2', { per_page: [once('per_page')] }],
    ['per_page[]=1', { per_page: [once('per_page')] }],
    ...['', '2', 'yes', 'no', 'on', 'off', 'null', 't', '%20true', '-1', '01'].map(
      (text): [string, Record<string, string[]>] => [`exclude_h1=${text}`, { exclude_h1: [boolean] }],
    ),
    ['exclude_h1', { exclude_h1: [boolean] }],
    ['exclude_h1=1&exclude_h1=1', { exclude_h1: [once('exclude_h1')] }],
    ['exclude_h1[]=1', { exclude_h1: [once('exclude_h1')] }],
    [
      'page=0&per_page=x&exclude_h1=2',
      { page: ['The page field must be at least 1.'], per_page: [integer('per_page')], exclude_h1: [boolean] },
    ],
  ];
  const follow = (name: 'first' | 'last' | 'next', then: Page): Case => {
    const [start, expected] = [ask('per_page=30'), toPage(fixture, { perPage: 30, given: { perPage: true } })];
    return two(section, `links.${name} leads there`, [start, expected], (response) => {
      const { pathname, search } = new URL(JSON.parse(response.body.toString()).links[name]);
      return [keyed(fixture, pathname + search), toPage(fixture, { ...then, perPage: 30, given: { perPage: true } })];
    });
  };
  return [
    ...pages.map(([query, page]) => one(section, `200: ?${query}`, ask(query), toPage(fixture, page))),
    ...wrong.map(([query, errors]) => one(section, `422: ?${query}`, ask(query), toInvalid(errors))),
    follow('first', {}),
    follow('last', { page: 5 }),
    follow('next', { page: 2, after: toPlace(fixture.articles[29]) }),
    one(section, 'Galley-Release is the one that /healthz names', keyed(fixture, list), {
      status: 200,
      check: (_, response) => expect(fieldOf(response, 'galley-release')).toBe(fixture.release),
    }),
    one(section, 'no scheduled article, and no draft', ask('per_page=100&page=1'), {
      status: 200,
      check: (text) => expect(text).not.toMatch(/not-yet|a-draft/),
    }),
  ];
}

/** The 422 with all errors at once. */
function toInvalid(errors: Record<string, string[]>): Expected {
  return { status: 422, check: (text) => expect(JSON.parse(text).errors).toEqual(errors) };
}

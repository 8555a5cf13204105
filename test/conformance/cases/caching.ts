import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Asked, Case } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import type { ReceivedResponse } from '../send.ts';
import { fieldOf } from '../validate-responses.ts';
import { keyedHeaders, toOne, toPage } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

const absent = [
  ...['cdn-cache-control', 'surrogate-control', 'expires', 'age', 'pragma', 'set-cookie', 'server', 'x-powered-by'],
  ...['transfer-encoding', 'accept-ranges'],
];

/** Caching, tags and conditions. */
export function casesOfCaching(fixture: Fixture): Case[] {
  const section = 'Caching and representation';
  const ask = (target: string, headers: Asked['headers'] = {}, method = 'GET') =>
    keyed(fixture, target, { headers, method });
  const article = `${list}/1`;
  const gzip = { 'Accept-Encoding': 'gzip' };
  const known: [title: string, toField: (tag: string) => string | string[], status: number][] = [
    ['the tag', (tag) => tag, 304],
    ['its weak form', (tag) => `W/${tag}`, 304],
    ['a list with it', (tag) => `"a", ${tag}, "b"`, 304],
    ['a list with its weak form', (tag) => `"a",W/${tag}`, 304],
    ['a list without spaces', (tag) => `"a",${tag},"b"`, 304],
    ['a list with a comma in a tag', (tag) => `"a,b", ${tag}`, 304],
    ['a list that begins with a comma', (tag) => `, ${tag}`, 304],
    ['*', () => '*', 304],
    ['two fields, the second with it', (tag) => ['"a"', tag], 304],
    ['another tag', () => '"a"', 200],
    ['a list of others', () => '"a", W/"b"', 200],
    ['the tag without quotes', (tag) => tag.slice(1, -1), 200],
    ['the tag of the gzip form', (tag) => `${tag.slice(0, -1)}-gz"`, 200],
    ['nothing', () => '', 200],
    ['the tag in capitals', (tag) => tag.toUpperCase().replace(/"[\d"]+"/, '"A"'), 200],
  ];
  const keep = (title: string, first: Asked, second: Asked, isSame: boolean): Case =>
    two(section, title, [first, { status: 200 }], (response) => {
      const tag = fieldOf(response, 'etag');
      const check = (_: string, other: ReceivedResponse): void => {
        expect(fieldOf(other, 'etag') === tag).toBe(isSame);
        expect(decode(other) === decode(response)).toBe(isSame);
      };
      return [second, { status: 200, check }];
    });
  return [
    one(section, 'a list is private and varies by key and coding', ask(list), { status: 200, headers: keyedHeaders }),
    ...absent.map((name) => one(section, `no ${name}`, ask(article), { status: 200, headers: { [name]: null } })),
    ...known.map(([title, toField, status]) =>
      two(section, `If-None-Match: ${title}`, [ask(article), toOne(fixture, 1)], (response) => {
        const tag = fieldOf(response, 'etag') ?? '';
        const headers = {
          etag: tag,
          'last-modified': fieldOf(response, 'last-modified'),
          'galley-release': fieldOf(response, 'galley-release'),
        };
        const own = {
          'cache-control': 'private, no-cache',
          vary: `Accept, ${keyedHeaders.vary}`,
          'content-type': status === 304 ? null : 'application/json',
        };
        return [ask(article, { 'If-None-Match': toField(tag) }), { status, headers: { ...headers, ...own } }];
      }),
    ),
    two(section, '304 of a list holds Link and X-Total-Count', [ask(list), toPage(fixture)], (response) => {
      const headers = {
        link: fieldOf(response, 'link'),
        'x-total-count': fieldOf(response, 'x-total-count'),
        etag: fieldOf(response, 'etag'),
      };
      return [ask(list, { 'If-None-Match': headers.etag ?? '' }), { status: 304, headers }];
    }),
    two(section, '304 of the gzip form', [ask(article, gzip), { status: 200 }], (response) => {
      const tag = fieldOf(response, 'etag') ?? '';
      return [ask(article, { ...gzip, 'If-None-Match': tag }), { status: 304, headers: { etag: tag } }];
    }),
    two(section, '304 with HEAD', [ask(article), { status: 200 }], (response) => {
      const tag = fieldOf(response, 'etag') ?? '';
      return [ask(article, { 'If-None-Match': tag }, 'HEAD'), { status: 304, headers: { etag: tag } }];
    }),
    ...(['If-Match', 'If-Unmodified-Since', 'If-Modified-Since', 'If-Range'] as const).map((name) =>
      one(
        section,
        `${name} is not asked for`,
        ask(article, { [name]: name === 'If-Match' ? '"a"' : 'Wed, 01 Jan 2098 00:00:00 GMT' }),
        toOne(fixture, 1),
      ),
    ),
    keep('the tag is the same by id and by slug', ask(`${list}/201`), ask(`${list}/%C3%BCber-die-br%C3%BCcke`), true),
    keep('the tag is the same where nothing is cut', ask(article), ask(`${article}?exclude_h1=1`), true),
    keep('the tag is another where a heading is cut', ask(`${list}/205`), ask(`${list}/205?exclude_h1=1`), false),
    keep('the tag is another on another page', ask(`${list}?per_page=5`), ask(`${list}?per_page=5&page=2`), false),
    ...['bytes=0-0', 'bytes=0-', 'bytes=-5', 'bytes=999999999-', 'bytes=0-1,3-4', 'items=1'].flatMap((range) => [
      one(section, `Range of an article is ignored: ${range}`, ask(article, { Range: range }), {
        ...toOne(fixture, 1),
      }),
      one(section, `Range of a list is ignored: ${range}`, ask(list, { Range: range }), toPage(fixture)),
    ]),
  ];
}

function decode(response: ReceivedResponse): string {
  return (fieldOf(response, 'content-encoding') === 'gzip' ? gunzipSync(response.body) : response.body).toString();
}

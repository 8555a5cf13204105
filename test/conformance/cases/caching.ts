import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { fieldOf } from '../judge.ts';
import type { Answered } from '../send.ts';
import { keyedHeaders, toOne, toPage } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

/** Caching, representations, HEAD and OPTIONS. */
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
    ['a list without blanks', (tag) => `"a",${tag},"b"`, 304],
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
  const identityFor = [
    ...[null, '', 'identity', 'br', 'deflate, br, zstd', 'notgzip', 'gzip;q=0', 'gzip;q=0.0', 'gzip;q=0.000'],
    ...['gzip ; q=0', 'gzip;Q=0', 'x-gzip;q=0', 'gzip;q=0, *', 'identity;q=1, gzip;q=0.9', '*;q=0, identity'],
    ...['identity;q=0.5, gzip;q=0.4', '*;q=0.5, gzip;q=0'],
    ['gzip;q=0', 'br'],
  ];
  const gzipFor = [
    ...['gzip', 'x-gzip', 'GZIP', 'X-Gzip', '*', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip;q=0.001'],
    ...['identity, gzip', 'identity;q=0.4, gzip;q=0.5', '*;q=0, gzip', ', ,gzip', 'gzip\t;q=1', 'identity;q=0, gzip'],
    'identity;q=0, *',
    ['br', 'gzip'],
  ];
  const noneFor = [
    '*;q=0',
    'gzip;q=0, identity;q=0',
    'identity;q=0',
    'identity;q=0, gzip;q=0, br',
    'x-gzip;q=0, identity;q=0.0',
    '*;q=0.000, br',
  ];
  const negotiate = (field: string | readonly string[] | null, coding: 'identity' | 'gzip' | null): Case => {
    const asked = ask(article, field === null ? {} : { 'Accept-Encoding': field });
    const title = `Accept-Encoding: ${field === null ? 'none' : JSON.stringify(field)}`;
    if (coding === null) return one(section, `${title}: 406`, asked, { status: 406 });
    const expected = toOne(fixture, 1);
    const isGzip = coding === 'gzip';
    const own = {
      'content-encoding': isGzip ? 'gzip' : null,
      etag: isGzip ? /^"[^"]+-gz"$/ : /^"[^"]+(?<!-gz)"$/,
    };
    return one(section, `${title}: ${coding}`, asked, { ...expected, headers: { ...expected.headers, ...own } });
  };
  const inGzip: [title: string, target: string, expected: Expected][] = [
    ['an article', article, toOne(fixture, 1)],
    ['a long article', `${list}/207`, toOne(fixture, 207)],
    ['an article without its headings', `${list}/205?exclude_h1=1`, toOne(fixture, 205, true)],
    ['a list', list, toPage(fixture)],
    ['a list of two page files', `${list}?per_page=70`, toPage(fixture, { perPage: 70, given: { perPage: true } })],
    ['a list without headings', `${list}?exclude_h1=1`, toPage(fixture, { given: { excludeH1: true } })],
    ['a page beyond the end', `${list}?page=9`, toPage(fixture, { page: 9 })],
    [
      'a kept snapshot',
      `${list}?snapshot=${fixture.snapshots.kept}`,
      toPage(fixture, { set: fixture.keptOrder, snapshot: fixture.snapshots.kept }),
    ],
  ];
  const head: [title: string, asked: Asked, status: number][] = [
    ['a list', ask(list), 200],
    ['a list in gzip', ask(list, gzip), 200],
    ['a page beyond the end', ask(`${list}?page=9`), 200],
    ['a kept snapshot', ask(`${list}?snapshot=${fixture.snapshots.kept}`), 200],
    ['an article', ask(article), 200],
    ['a long article in gzip', ask(`${list}/207`, gzip), 200],
    ['a former slug', ask(`${list}/old-name`), 308],
    ['304', ask(article, { 'If-None-Match': '*' }), 304],
    ['401', { target: list }, 401],
    ['404', ask(`${list}/none`), 404],
    ['404 of a route', ask('/api/none'), 404],
    ['406', ask(article, { 'Accept-Encoding': '*;q=0' }), 406],
    ['410', ask(`${list}?snapshot=${fixture.snapshots.gone}`), 410],
    ['422', ask(`${list}?page=0`), 422],
  ];
  const isOneMember = (body: Buffer): boolean => {
    const { engine } = inflateRawSync(body.subarray(10), { info: true }) as unknown as {
      engine: { bytesWritten: number };
    };
    return 10 + engine.bytesWritten + 8 === body.length;
  };
  const keep = (title: string, first: Asked, second: Asked, isSame: boolean): Case =>
    two(section, title, [first, { status: 200 }], (answer) => {
      const tag = fieldOf(answer, 'etag');
      const check = (_: string, other: Answered): void => {
        expect(fieldOf(other, 'etag') === tag).toBe(isSame);
        expect(decode(other) === decode(answer)).toBe(isSame);
      };
      return [second, { status: 200, check }];
    });
  return [
    one(section, 'a list is private and varies by key and coding', ask(list), {
      status: 200,
      headers: { ...keyedHeaders, 's-maxage': null },
    }),
    ...[
      'cdn-cache-control',
      'surrogate-control',
      'expires',
      'age',
      'pragma',
      'set-cookie',
      'server',
      'x-powered-by',
      'transfer-encoding',
      'accept-ranges',
    ].map((name) => one(section, `no ${name}`, ask(article), { status: 200, headers: { [name]: null } })),
    ...known.map(([title, toField, status]) =>
      two(section, `If-None-Match: ${title}`, [ask(article), toOne(fixture, 1)], (answer) => {
        const tag = fieldOf(answer, 'etag') ?? '';
        const headers = {
          etag: tag,
          'last-modified': fieldOf(answer, 'last-modified'),
          'galley-release': fieldOf(answer, 'galley-release'),
        };
        const own = {
          'cache-control': 'private, no-cache',
          vary: keyedHeaders.vary,
          'content-type': status === 304 ? null : 'application/json',
        };
        return [ask(article, { 'If-None-Match': toField(tag) }), { status, headers: { ...headers, ...own } }];
      }),
    ),
    two(section, '304 of a list holds Link and X-Total-Count', [ask(list), toPage(fixture)], (answer) => {
      const headers = {
        link: fieldOf(answer, 'link'),
        'x-total-count': fieldOf(answer, 'x-total-count'),
        etag: fieldOf(answer, 'etag'),
      };
      return [ask(list, { 'If-None-Match': headers.etag ?? '' }), { status: 304, headers }];
    }),
    two(section, '304 of the gzip form', [ask(article, gzip), { status: 200 }], (answer) => {
      const tag = fieldOf(answer, 'etag') ?? '';
      return [ask(article, { ...gzip, 'If-None-Match': tag }), { status: 304, headers: { etag: tag } }];
    }),
    two(section, '304 with HEAD', [ask(article), { status: 200 }], (answer) => {
      const tag = fieldOf(answer, 'etag') ?? '';
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
    keep('the tag is the same where nothing is left out', ask(article), ask(`${article}?exclude_h1=1`), true),
    keep('the tag is another where a heading is left out', ask(`${list}/205`), ask(`${list}/205?exclude_h1=1`), false),
    keep('the tag is another on another page', ask(`${list}?per_page=5`), ask(`${list}?per_page=5&page=2`), false),
    ...['bytes=0-0', 'bytes=0-', 'bytes=-5', 'bytes=999999999-', 'bytes=0-1,3-4', 'items=1'].flatMap((range) => [
      one(section, `Range of an article is ignored: ${range}`, ask(article, { Range: range }), {
        ...toOne(fixture, 1),
      }),
      one(section, `Range of a list is ignored: ${range}`, ask(list, { Range: range }), toPage(fixture)),
    ]),
    ...identityFor.map((field) => negotiate(field, 'identity')),
    ...gzipFor.map((field) => negotiate(field, 'gzip')),
    ...noneFor.map((field) => negotiate(field, null)),
    ...inGzip.map(([title, target, expected]) =>
      one(section, `one gzip member: ${title}`, ask(target, gzip), {
        ...expected,
        headers: { ...expected.headers, 'content-encoding': 'gzip', etag: /-gz"$/ },
        check: (_, { body }) => expect(isOneMember(body)).toBe(true),
      }),
    ),
    two(
      section,
      'the tag of the gzip form is that of the identity and -gz',
      [ask(article), { status: 200 }],
      (answer) => {
        return [
          ask(article, gzip),
          { status: 200, headers: { etag: fieldOf(answer, 'etag')?.replace(/"$/, '-gz"') ?? '' } },
        ];
      },
    ),
    ...head.map(([title, asked, status]) =>
      two('HEAD', `answers as GET without the body: ${title}`, [asked, { status }], (answer) => {
        const headers = Object.fromEntries(answer.headers.filter(([name]) => !ofConnection.has(name)));
        return [
          { ...asked, method: 'HEAD' },
          { status, headers },
        ];
      }),
    ),
    ...[list, `${list}/1`, '/', '/openapi.json', '/healthz', `/media/${fixture.media.png}`, '/nothing'].map((target) =>
      one(
        'OPTIONS',
        `204 with Allow: ${target.replace(/\.[0-9a-f]{32}/, '')}`,
        { method: 'OPTIONS', target },
        { status: 204, headers: { allow: 'GET, HEAD, OPTIONS', 'content-length': null } },
      ),
    ),
  ];
}

const ofConnection = new Set(['date', 'connection', 'keep-alive']);

function decode(answer: Answered): string {
  return (fieldOf(answer, 'content-encoding') === 'gzip' ? gunzipSync(answer.body) : answer.body).toString();
}

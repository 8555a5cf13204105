import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { fieldOf } from '../validate-responses.ts';
import { toOne, toPage } from './expected-list.ts';
import { keyed, list, one, two } from './requests.ts';

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

/** `gzip` by content negotiation, in one member. */
export function casesOfCodings(fixture: Fixture): Case[] {
  const section = 'Caching and representation';
  const ask = (target: string, headers: Asked['headers'] = {}): Asked => keyed(fixture, target, { headers });
  const article = `${list}/1`;
  const gzip = { 'Accept-Encoding': 'gzip' };
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
      'what comes after a place',
      `${list}?page=2&after=${fixture.places.gone}`,
      toPage(fixture, { page: 2, after: fixture.places.gone }),
    ],
  ];
  return [
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
      (response) => {
        return [
          ask(article, gzip),
          { status: 200, headers: { etag: fieldOf(response, 'etag')?.replace(/"$/, '-gz"') ?? '' } },
        ];
      },
    ),
  ];
}

/** Browsers keep only the first. */
function isOneMember(body: Buffer): boolean {
  const { engine } = inflateRawSync(body.subarray(10), { info: true }) as unknown as {
    engine: { bytesWritten: number };
  };
  return 10 + engine.bytesWritten + 8 === body.length;
}

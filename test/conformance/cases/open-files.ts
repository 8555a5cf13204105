import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { fieldOf } from '../validate-responses.ts';
import { headersOf, keyed, one, shorten, two } from './requests.ts';

const section = 'Open, without a key';
const gzip = { 'Accept-Encoding': 'gzip' };

const pages: [target: string, type: string, text: RegExp][] = [
  ['/', 'text/html;charset=utf-8', /^<!doctype html>/i],
  ['/index.md', 'text/markdown;charset=utf-8', /^# Articles/],
  ['/llms.txt', 'text/plain;charset=utf-8', /^# Articles/],
  ['/openapi.json', 'application/json', /"openapi": "3\.1\.\d"/],
  ['/favicon.svg', 'image/svg+xml', /^<svg /],
  ['/client.js', 'text/javascript;charset=utf-8', /\bcreateClient\b/],
  ['/client.d.ts', 'text/plain;charset=utf-8', /^export declare function createClient\b/m],
  ['/feed.js', 'text/javascript;charset=utf-8', /\btoAtom\b/],
  ['/feed.d.ts', 'text/plain;charset=utf-8', /^export declare function toAtom\b/m],
];

/** The pages, and what holds for them and for media. */
export function casesOfOpenFiles(fixture: Fixture): Case[] {
  const open = (title: string, asked: Asked, expected: Expected): Case => one(section, title, asked, expected);
  const { svg, png, video } = fixture.media;
  const media = [svg, png, video].map((name) => `/media/${name}`);
  const targets = pages.map(([target]) => target);
  return [
    ...pages.map(([target, type, text]) =>
      open(
        target,
        { target },
        {
          status: 200,
          headers: { ...ofPages, 'content-type': type, etag: /^"[^"]+"$/ },
          check: (body) => expect(body).toMatch(text),
        },
      ),
    ),
    open(
      '/openapi.json is 3.1, version 1.0.0, and names all operations',
      { target: '/openapi.json' },
      {
        status: 200,
        check: (text) => {
          const { openapi, info, paths } = JSON.parse(text);
          expect([openapi, info.version]).toEqual([expect.stringMatching(/^3\.1\./), '1.0.0']);
          expect(Object.keys(paths)).toEqual(['/articles', '/articles/{article}', '/changes', '/terms']);
        },
      },
    ),
    ...[...targets, `/media/${svg}`].map(inGzip),
    open(
      '/client.tgz is never compressed again',
      { target: '/client.tgz', headers: gzip },
      { status: 200, headers: { ...ofPages, 'content-type': 'application/gzip', etag: /^"\w+"$/ } },
    ),
    ...['*;q=0', 'gzip;q=0, identity;q=0'].map((field) => {
      const asked = { target: '/', headers: { 'Accept-Encoding': field } };
      return open(`the page has one form for whoever takes none: ${field}`, asked, { status: 200, headers: plain });
    }),
    ...[...targets, ...media].flatMap((target) => casesOfFile(fixture, target)),
    ...targets.map((target) =>
      open(
        `a range of ${target} is ignored`,
        { target, headers: { Range: 'bytes=0-1' } },
        {
          status: 200,
          headers: { 'content-range': null },
        },
      ),
    ),
    open(
      '/healthz',
      { target: '/healthz' },
      {
        status: 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: JSON.stringify({ status: 'ok', release: fixture.release }),
      },
    ),
    open('/healthz with HEAD', { method: 'HEAD', target: '/healthz' }, { status: 200 }),
    open('/healthz with a query', { target: '/healthz?verbose=1' }, { status: 200 }),
    open('/healthz takes no POST', { method: 'POST', target: '/healthz' }, { status: 405 }),
  ];
}

const plain = { 'content-encoding': null };
const ofPages = { ...plain, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };

function inGzip(target: string): Case {
  return two(
    section,
    `${shorten(target)} in gzip, under a tag of its own`,
    [{ target }, { status: 200 }],
    (response) => {
      const etag = fieldOf(response, 'etag')?.replace(/"$/, '-gz"') ?? '';
      const headers = { 'content-encoding': 'gzip', etag, vary: 'Accept-Encoding' };
      return [
        { target, headers: gzip },
        { status: 200, headers, body: response.body },
      ];
    },
  );
}

/** Conditions, HEAD, other methods, a query and a key. */
function casesOfFile(fixture: Fixture, target: string): Case[] {
  const name = shorten(target);
  const given = (what: string, headers: Asked['headers'], status: number): Case =>
    one(section, `${name} is ${what}`, { target, headers: headers ?? {} }, { status });
  return [
    two(section, `${name} is 304 to whoever holds it`, [{ target }, { status: 200 }], (response) => {
      const names = ['etag', 'cache-control', 'vary'];
      const headers = Object.fromEntries(names.map((each) => [each, fieldOf(response, each)]));
      return [
        { target, headers: { 'If-None-Match': `"a", W/${headers.etag}` } },
        { status: 304, headers },
      ];
    }),
    given('304 to *', { 'If-None-Match': '*' }, 304),
    given('200 to whoever holds another', { 'If-None-Match': '"a"' }, 200),
    given('412 where another is expected', { 'If-Match': '"a"' }, 412),
    given('200 where any is expected', { 'If-Match': '*' }, 200),
    given('200 since a date', { 'If-Modified-Since': 'Wed, 01 Jan 2098 00:00:00 GMT' }, 200),
    two(section, `HEAD of ${name} responds as GET`, [{ target }, { status: 200 }], (response) => [
      { method: 'HEAD', target },
      { status: 200, headers: headersOf(response) },
    ]),
    one(
      section,
      `${name} takes no POST`,
      { method: 'POST', target },
      {
        status: 405,
        headers: { allow: 'GET, HEAD, OPTIONS' },
      },
    ),
    one(section, `${name} has a query`, { target: `${target}?a=1` }, { status: 200 }),
    one(section, `${name} to whoever shows a key`, keyed(fixture, target), { status: 200 }),
  ];
}

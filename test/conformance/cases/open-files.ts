import { expect } from 'vitest';
import type { Case, Expected } from '../case.ts';
import { pictures } from '../content.ts';
import type { Fixture } from '../fixture.ts';
import { fieldOf } from '../judge.ts';
import { keyed, one, two } from './requests.ts';

/** What is open without a key. */
export function casesOfOpenFiles(fixture: Fixture): Case[] {
  const section = 'Open, without a key';
  const { media } = fixture;
  const [svg, png, film, later] = [media.svg, media.png, media.film, media.scheduled].map(
    (name) => `/media/${name}`,
  ) as [string, string, string, string];
  const pages: [target: string, type: string, text: RegExp][] = [
    ['/', 'text/html;charset=utf-8', /^<!doctype html>/i],
    ['/index.md', 'text/markdown;charset=utf-8', /^# Articles/],
    ['/llms.txt', 'text/plain;charset=utf-8', /^# Articles/],
    ['/openapi.json', 'application/json', /"openapi": "3\.1\.\d"/],
    ['/favicon.svg', 'image/svg+xml', /^<svg /],
  ];
  const files: [target: string, type: string, bytes: Buffer][] = [
    [svg, 'image/svg+xml', pictures['press.svg']],
    [png, 'image/png', pictures['dot.png']],
    [film, 'video/mp4', pictures['film.mp4']],
  ];
  const gzip = { 'Accept-Encoding': 'gzip' };
  const short = (target: string): string => target.replace(/\.[0-9a-f]{32}/, '');
  const ofMedia = {
    ...{ 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'bytes', 'last-modified': null },
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': /^default-src 'none'; .*sandbox$/,
  };
  const all = [...pages.map(([target]) => target), svg, png, film];
  const size = pictures['film.mp4'].length;
  const bytes = pictures['film.mp4'];
  const tag = `"${/\.([0-9a-f]{32})\./.exec(film)?.[1]}"`;
  const ranges: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-1', 0, 1],
    ['bytes=0-', 0, size - 1],
    ['bytes=10-19', 10, 19],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    [`bytes=${size - 10}-${size + 5}`, size - 10, size - 1],
    ['bytes=-1', size - 1, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=-${size * 2}`, 0, size - 1],
    ['Bytes=3-4', 3, 4],
    ['bytes=65530-131080', 65530, 131080],
  ];
  const part = (start: number, end: number): Expected => ({
    status: 206,
    headers: { ...ofMedia, 'content-range': `bytes ${start}-${end}/${size}`, 'content-type': 'video/mp4', etag: tag },
    body: bytes.subarray(start, end + 1),
  });
  const whole: Expected = { status: 200, headers: { ...ofMedia, 'content-range': null, etag: tag }, body: bytes };
  const notThere = [
    ...[
      '/index.html',
      '/index',
      '/openapi',
      '/constructor',
      '/__proto__',
      '/favicon.ico',
      '/robots.txt',
      '/front-matter.schema.json',
    ],
    ...[
      '/media',
      '/media/',
      '/media/none.png',
      '/media/..',
      '/media/.',
      '/media//',
      `${svg}.gz`,
      `${svg}%2egz`,
      `${png}/`,
      `/media/./${media.png}`,
    ],
    ...[
      '/media/%2e%2e/index.html',
      '/media/..%2findex.html',
      '/media/..%5cindex.html',
      '/media/../index.html',
      '/media/../../etc/passwd',
    ],
    ...[
      '/media/%252e%252e/index.html',
      '/media/%c0%ae%c0%ae/index.html',
      `/media/${media.png}%00`,
      `/media/%00${media.png}`,
      '/..',
      '/../',
      '/%2e%2e/etc/passwd',
    ],
    ...[
      '/.git/config',
      '/healthz/',
      '/Healthz',
      '/galley.keys.json',
      '/MEDIA/none.png',
      '//',
      '//index.html',
      '/%',
      '/%zz',
      '/%ff',
      '/\\..\\index.html',
    ],
  ];
  return [
    ...pages.map(([target, type, text]) =>
      one(
        section,
        `${target}`,
        { target },
        {
          status: 200,
          headers: {
            'content-type': type,
            'cache-control': 'no-cache',
            vary: 'Accept-Encoding',
            etag: /^"[^"]+"$/,
            'content-encoding': null,
          },
          check: (body) => expect(body).toMatch(text),
        },
      ),
    ),
    one(
      section,
      '/openapi.json is 3.1, version 1.0.0, and names both operations',
      { target: '/openapi.json' },
      {
        status: 200,
        check: (text) => {
          const { openapi, info, paths } = JSON.parse(text);
          expect([openapi, info.version]).toEqual([expect.stringMatching(/^3\.1\./), '1.0.0']);
          expect(Object.keys(paths).length).toBe(2);
        },
      },
    ),
    ...files.map(([target, type, body]) =>
      one(
        section,
        short(target),
        { target },
        { status: 200, headers: { ...ofMedia, 'content-type': type, 'content-encoding': null }, body },
      ),
    ),
    ...[...pages.map(([target]) => target), svg].map((target) =>
      two(section, `${short(target)} in gzip, under a tag of its own`, [{ target }, { status: 200 }], (plain) => {
        const headers = {
          'content-encoding': 'gzip',
          etag: fieldOf(plain, 'etag')?.replace(/"$/, '-gz"') ?? '',
          vary: 'Accept-Encoding',
        };
        return [
          { target, headers: gzip },
          { status: 200, headers, body: plain.body },
        ];
      }),
    ),
    ...[png, film].map((target) =>
      one(
        section,
        `${short(target)} is not compressed`,
        { target, headers: gzip },
        { status: 200, headers: { 'content-encoding': null } },
      ),
    ),
    ...['*;q=0', 'gzip;q=0, identity;q=0'].map((field) =>
      one(
        section,
        `the page has one form for whoever takes none: ${field}`,
        { target: '/', headers: { 'Accept-Encoding': field } },
        { status: 200, headers: { 'content-encoding': null } },
      ),
    ),
    ...all.flatMap((target): Case[] => [
      two(section, `${short(target)} is 304 to whoever holds it`, [{ target }, { status: 200 }], (answer) => {
        const headers = {
          etag: fieldOf(answer, 'etag'),
          'cache-control': fieldOf(answer, 'cache-control'),
          vary: fieldOf(answer, 'vary'),
        };
        return [
          { target, headers: { 'If-None-Match': `"a", W/${headers.etag}` } },
          { status: 304, headers },
        ];
      }),
      one(section, `${short(target)} is 304 to *`, { target, headers: { 'If-None-Match': '*' } }, { status: 304 }),
      one(
        section,
        `${short(target)} is 200 to whoever holds another`,
        { target, headers: { 'If-None-Match': '"a"' } },
        { status: 200 },
      ),
      one(
        section,
        `${short(target)} is 412 where another is expected`,
        { target, headers: { 'If-Match': '"a"' } },
        { status: 412 },
      ),
      one(
        section,
        `${short(target)} is 200 where any is expected`,
        { target, headers: { 'If-Match': '*' } },
        { status: 200 },
      ),
      one(
        section,
        `${short(target)} is 200 since a date`,
        { target, headers: { 'If-Modified-Since': 'Wed, 01 Jan 2098 00:00:00 GMT' } },
        { status: 200 },
      ),
      two(section, `HEAD of ${short(target)} answers as GET`, [{ target }, { status: 200 }], (answer) => {
        const headers = Object.fromEntries(
          answer.headers.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
        );
        return [
          { method: 'HEAD', target },
          { status: 200, headers },
        ];
      }),
      one(
        section,
        `${short(target)} answers no POST`,
        { method: 'POST', target },
        { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } },
      ),
      one(section, `${short(target)} has a query`, { target: `${target}?a=1` }, { status: 200 }),
      one(section, `${short(target)} to whoever shows a key`, keyed(fixture, target), { status: 200 }),
    ]),
    ...ranges.map(([range, start, end]) =>
      one(section, `206 of media: ${range}`, { target: film, headers: { Range: range } }, part(start, end)),
    ),
    ...[
      'bytes=5-2',
      'bytes=0-1,4-5',
      'bytes=a-b',
      'bytes=-',
      'bytes=',
      'bytes 0-1',
      'lines=0-1',
      'bytes=0-1, 3-4',
      'bytes=+1-2',
    ].map((range) => one(section, `no range of media: ${range}`, { target: film, headers: { Range: range } }, whole)),
    ...[`bytes=${size}-`, `bytes=${size + 1}-${size + 2}`, 'bytes=-0', 'bytes=99999999999999999999-'].map((range) =>
      one(
        section,
        `416 of media: ${range}`,
        { target: film, headers: { Range: range } },
        { status: 416, headers: { 'content-range': `bytes */${size}`, 'cross-origin-resource-policy': null } },
      ),
    ),
    ...(
      [
        [tag, true],
        [`W/${tag}`, false],
        ['"a"', false],
        ['Wed, 01 Jan 2098 00:00:00 GMT', false],
        ['x', false],
      ] as const
    ).map(([field, isRange]) =>
      one(
        section,
        `If-Range: ${field.replace(tag, 'TAG')}`,
        { target: film, headers: { Range: 'bytes=1-2', 'If-Range': field } },
        isRange ? part(1, 2) : whole,
      ),
    ),
    one(
      section,
      'If-None-Match before a range',
      { target: film, headers: { Range: 'bytes=1-2', 'If-None-Match': tag } },
      { status: 304 },
    ),
    one(
      section,
      'If-Match before a range',
      { target: film, headers: { Range: 'bytes=1-2', 'If-Match': '"a"' } },
      { status: 412 },
    ),
    one(
      section,
      'If-Match and a range',
      { target: film, headers: { Range: 'bytes=1-2', 'If-Match': tag } },
      part(1, 2),
    ),
    one(
      section,
      'a range with HEAD is ignored',
      { method: 'HEAD', target: film, headers: { Range: 'bytes=1-2' } },
      { status: 200, headers: { 'content-range': null, 'content-length': String(size) } },
    ),
    one(
      section,
      'a range of a picture with a gzip form',
      { target: svg, headers: { Range: 'bytes=0-3' } },
      { status: 206, body: '<svg' },
    ),
    one(
      section,
      'a range of the gzip form',
      { target: svg, headers: { ...gzip, Range: 'bytes=0-1' } },
      { status: 206, headers: { 'content-range': /^bytes 0-1\/\d+$/ } },
    ),
    ...pages.map(([target]) =>
      one(
        section,
        `a range of ${target} is ignored`,
        { target, headers: { Range: 'bytes=0-1' } },
        { status: 200, headers: { 'content-range': null } },
      ),
    ),
    one(section, 'a picture of a scheduled article is not there', { target: later }, { status: 404 }),
    one(section, 'a picture of a scheduled article is not there for keys either', keyed(fixture, later), {
      status: 404,
    }),
    one(
      section,
      'a part of a picture of a scheduled article is not there',
      { target: later, headers: { Range: 'bytes=0-1' } },
      { status: 404 },
    ),
    two(
      section,
      'a picture of a scheduled article is answered as any other that is not there',
      [{ target: '/media/none.png' }, { status: 404 }],
      ({ body }) => [{ target: later }, { status: 404, body }],
    ),
    ...notThere.map((target) => one(section, `404: ${short(target)}`, { target }, { status: 404 })),
    one(
      section,
      '/healthz',
      { target: '/healthz' },
      {
        status: 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: JSON.stringify({ status: 'ok', release: fixture.release }),
      },
    ),
    one(section, '/healthz with HEAD', { method: 'HEAD', target: '/healthz' }, { status: 200 }),
    one(section, '/healthz with a query', { target: '/healthz?verbose=1' }, { status: 200 }),
    one(section, '/healthz answers no POST', { method: 'POST', target: '/healthz' }, { status: 405 }),
    ...['/api/v1/articles', '/api/v1/articles/1', '/api/v1/articles/headings?exclude_h1=1'].map(
      (target): Case => ({
        ...one(section, `nothing under /api: ${target}`, { target }, { status: 401 }),
        needsKeyCheck: true,
      }),
    ),
  ];
}

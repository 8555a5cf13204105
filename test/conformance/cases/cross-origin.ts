import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import { app, type Fixture } from '../fixture.ts';
import { fieldOf } from '../validate-responses.ts';
import { keyed, list, one } from './requests.ts';

const none = {
  'access-control-allow-origin': null,
  'access-control-expose-headers': null,
  'access-control-allow-methods': null,
  'access-control-allow-credentials': null,
};

/** CORS: for configured origins, and for all where no key is needed. */
export function casesOfCrossOrigin(fixture: Fixture): Case[] {
  const section = 'CORS';
  const { goneChanges, media } = fixture;
  const from = (asked: Asked, origin = app): Asked => ({ ...asked, headers: { ...asked.headers, Origin: origin } });
  const preflight = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' };
  const responses: [title: string, asked: Asked, status: number][] = [
    ['200 of a list', keyed(fixture, list), 200],
    ['200 of an article', keyed(fixture, `${list}/1`), 200],
    ['200 with HEAD', keyed(fixture, list, { method: 'HEAD' }), 200],
    ['200 in gzip', keyed(fixture, list, { headers: { 'Accept-Encoding': 'gzip' } }), 200],
    ['304', keyed(fixture, list, { headers: { 'If-None-Match': '*' } }), 304],
    ['308', keyed(fixture, `${list}/old-name`), 308],
    ['401', { target: list }, 401],
    ['404', keyed(fixture, `${list}/none`), 404],
    ['404 of a route', { target: '/api/none' }, 404],
    ['405', keyed(fixture, list, { method: 'POST' }), 405],
    ['406', keyed(fixture, list, { headers: { 'Accept-Encoding': '*;q=0' } }), 406],
    ['410', keyed(fixture, goneChanges), 410],
    ['414', { target: `${list}?${'a'.repeat(8000)}` }, 414],
    ['422', keyed(fixture, `${list}?page=0`), 422],
    ['501', keyed(fixture, list, { method: 'PURGE' }), 501],
    ['OPTIONS that is no preflight', { method: 'OPTIONS', target: list }, 204],
  ];
  const exposed = ['ETag', 'Link', 'X-Total-Count', 'Retry-After', 'Galley-Release'];
  const isShared = (status: number): Expected => ({
    status,
    headers: {
      'access-control-allow-origin': app,
      'access-control-allow-credentials': null,
      vary: /^(?:Accept, )?Accept-Encoding, X-Api-Key, Origin$/,
    },
    check: (_, response) => {
      const names = fieldOf(response, 'access-control-expose-headers')?.split(/\s*,\s*/);
      expect(names).toEqual(expect.arrayContaining(exposed));
    },
  });
  const open = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range',
    'access-control-allow-credentials': null,
  };
  const png = `/media/${media.png}`;
  const opened: [title: string, asked: Asked, status: number][] = [
    ['the description', { target: '/openapi.json' }, 200],
    ['the client', { target: '/client.js' }, 200],
    ['what makes feeds', { target: '/feed.js' }, 200],
    ['the description, 304', { target: '/openapi.json', headers: { 'If-None-Match': '*' } }, 304],
    ['an image', { target: png }, 200],
    ['an image with HEAD', { method: 'HEAD', target: png }, 200],
    ['a part of an image', { target: png, headers: { Range: 'bytes=0-3' } }, 206],
    ['no part of an image', { target: png, headers: { Range: 'bytes=9999-' } }, 416],
    ['an image that is not there', { target: '/media/none.png' }, 404],
    ['another method', { method: 'POST', target: png }, 405],
  ];
  return [
    ...responses.map(([title, asked, status]) =>
      one(section, `a configured origin reads ${title}`, from(asked), isShared(status)),
    ),
    ...responses
      .slice(0, 2)
      .map(([title, asked, status]) =>
        one(section, `without an origin: ${title}`, asked, { status, headers: { ...none, vary: /Origin$/ } }),
      ),
    ...[
      'https://other.example',
      'null',
      `${app}:8443`,
      app.toUpperCase(),
      `${app}, https://other.example`,
      '*',
      '',
      `${app}/`,
      'http://app.example',
      `${app}.evil.example`,
    ].map((origin) =>
      one(
        section,
        `another origin reads nothing: ${JSON.stringify(origin)}`,
        from(keyed(fixture, `${list}/1`), origin),
        { status: 200, headers: none },
      ),
    ),
    one(section, 'another origin reads no error', from({ target: list }, 'https://other.example'), {
      status: 401,
      headers: none,
    }),
    one(section, 'two fields Origin are no origin', keyed(fixture, `${list}/1`, { headers: { Origin: [app, app] } }), {
      status: 200,
      headers: none,
    }),
    ...[list, `${list}/1`, `${list}/none`].map((target) =>
      one(section, `a preflight allows X-Api-Key: ${target}`, from({ method: 'OPTIONS', target, headers: preflight }), {
        status: 204,
        headers: {
          ...{
            'access-control-allow-origin': app,
            'access-control-allow-methods': 'GET, HEAD',
            'access-control-allow-credentials': null,
          },
          ...{
            'access-control-allow-headers': /\bX-Api-Key\b/,
            'access-control-max-age': /^\d+$/,
            allow: 'GET, HEAD, OPTIONS',
          },
        },
      }),
    ),
    one(
      section,
      'a preflight of another origin is not answered as one',
      from({ method: 'OPTIONS', target: list, headers: preflight }, 'https://other.example'),
      {
        status: 204,
        headers: { ...none, allow: 'GET, HEAD, OPTIONS' },
      },
    ),
    one(section, 'a preflight of no route', from({ method: 'OPTIONS', target: '/api/none', headers: preflight }), {
      status: 404,
      headers: { 'access-control-allow-methods': null },
    }),
    ...opened.flatMap(([title, asked, status]) => [
      one(section, `open to every origin: ${title}`, from(asked, 'https://other.example'), { status, headers: open }),
      one(section, `open without an origin: ${title}`, asked, { status, headers: open }),
    ]),
    one(
      section,
      'a preflight of the description',
      from({ method: 'OPTIONS', target: '/openapi.json', headers: preflight }, 'https://other.example'),
      {
        status: 204,
        headers: { ...open, 'access-control-allow-methods': 'GET, HEAD' },
      },
    ),
    ...['/', '/llms.txt', '/healthz', '/nothing'].map((target) =>
      one(section, `is off for ${target}`, from({ target }), {
        status: target === '/nothing' ? 404 : 200,
        headers: none,
      }),
    ),
  ];
}

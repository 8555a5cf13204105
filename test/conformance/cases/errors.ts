import { expect } from 'vitest';
import type { Asked, Case, Expected } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { keyed, list, one } from './requests.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Statuses of errors, what each says, and the order in which requests are checked. */
export function casesOfErrors(fixture: Fixture): Case[] {
  const section = 'Errors';
  const { goneChanges, places } = fixture;
  const long = (length: number, start = `${list}/`): string => start + 'a'.repeat(length - start.length);
  const neither = { 'Accept-Encoding': '*;q=0' };
  const any = { 'If-None-Match': '*' };
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'LINK'];
  const refused: Expected = { status: 405, headers: { allow } };
  const routes = [
    ...[
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/',
      '/api/v1/article',
      '/api/v1/articlesx',
      '/api/v2/articles',
      '/API/v1/articles',
    ],
    ...['/api/v1/Articles', '/api//v1/articles', '//api/v1/articles', '/api/v1//articles', '/api/v1/articles//1'],
    ...['/api/v1/articles/', '/api/v1/./articles', '/api/v1/x/../articles', '/api/v1/%61rticles', '/%61pi/v1/articles'],
    ...['/api/v1/articles;a', '/api/v1/articles%3Fpage=1', '/api/v1/articles%20', '/api/v1/articles.json'],
    '/api/v1/pages/',
    ...fixture.files.map((path) => `/api/v1/${path}`),
    ...fixture.files.map((path) => `/media/../api/v1/${path}`),
  ];
  const first = (title: string, asked: Asked, expected: Expected): Case =>
    one('Errors: order of the checks', title, asked, expected);
  return [
    one(section, 'type, title, status, detail and message stand in this order', keyed(fixture, `${list}/none`), {
      status: 404,
      check: (text) => expect(Object.keys(JSON.parse(text))).toEqual(['type', 'title', 'status', 'detail', 'message']),
    }),
    one(section, 'errors on 422: all at once', keyed(fixture, `${list}?page=x&per_page=0`), {
      status: 422,
      check: (text) => expect(Object.keys(JSON.parse(text).errors)).toEqual(['page', 'per_page']),
    }),
    ...routes.map((target) =>
      one(section, `404 of a route: ${target.replace(/[0-9a-f]{32}/, 'HASH')}`, keyed(fixture, target), {
        status: 404,
      }),
    ),
    ...routes
      .slice(0, 3)
      .map((target) => one(section, `404 of a route without a key: ${target}`, { target }, { status: 404 })),
    ...fixture.files.map((path) => ({
      ...one(
        section,
        `404 of a file of the release without a key: ${path.replace(/[0-9a-f]{32}/, 'HASH')}`,
        { target: `/api/v1/${path}` },
        { status: 404 },
      ),
    })),
    ...methods.map((method) => one(section, `405: ${method}`, keyed(fixture, list, { method }), refused)),
    ...methods
      .slice(0, 4)
      .map((method) => one(section, `405: ${method} of an article`, keyed(fixture, `${list}/1`, { method }), refused)),
    ...['PURGE', 'BREW', 'get', 'Get'].map((method) =>
      one(section, `501: ${method}`, keyed(fixture, list, { method }), { status: 501 }),
    ),
    one(section, '406 of a list', keyed(fixture, list, { headers: neither }), { status: 406 }),
    one(section, '406 of an article', keyed(fixture, `${list}/1`, { headers: neither }), { status: 406 }),
    one(
      section,
      '406 of what comes after a place',
      keyed(fixture, `${list}?after=${places.gone}`, { headers: neither }),
      {
        status: 406,
      },
    ),
    one(section, '414 of more than 8,000 bytes', keyed(fixture, long(8001)), { status: 414 }),
    one(section, '414 of a query', keyed(fixture, long(8001, `${list}?a=`)), { status: 414 }),
    one(section, '8,000 bytes are read', keyed(fixture, long(8000)), { status: 404 }),
    one(section, '8,000 bytes of query are read', keyed(fixture, long(8000, `${list}?per_page=1&a=`)), { status: 200 }),
    one(section, '414 of a target of 20,000 bytes', keyed(fixture, long(20_000)), { status: 414 }),
    one(section, '414 of what needs no key', { target: long(8001, '/') }, { status: 414 }),
    ...['GET', 'HEAD', 'POST', 'OPTIONS'].map((method) =>
      first(`length before all else: ${method}`, { method, target: long(8001, '/api/nothing') }, { status: 414 }),
    ),
    first('route before OPTIONS', { method: 'OPTIONS', target: '/api/nothing' }, { status: 404 }),
    first('route before method', { method: 'POST', target: '/api/nothing' }, { status: 404 }),
    first('route before key', { target: '/api/nothing' }, { status: 404 }),
    first('OPTIONS before key', { method: 'OPTIONS', target: list }, { status: 204, headers: { allow } }),
    first(
      'OPTIONS of an article, known or not',
      { method: 'OPTIONS', target: `${list}/none` },
      { status: 204, headers: { allow } },
    ),
    first(
      'OPTIONS before parameters',
      { method: 'OPTIONS', target: `${list}?page=x` },
      { status: 204, headers: { allow } },
    ),
    first('method before key', { method: 'DELETE', target: `${list}/1` }, refused),
    first('method before parameters', keyed(fixture, `${list}?page=x`, { method: 'POST' }), refused),
    first('parameters before existence', keyed(fixture, `${list}/none?exclude_h1=x`), { status: 422 }),
    first('parameters before preconditions', keyed(fixture, `${list}?page=x`, { headers: any }), { status: 422 }),
    first('parameters before the coding', keyed(fixture, `${list}?page=x`, { headers: neither }), { status: 422 }),
    first('existence before preconditions', keyed(fixture, `${list}/none`, { headers: any }), { status: 404 }),
    first('existence before the coding', keyed(fixture, `${list}/none`, { headers: neither }), { status: 404 }),
    first('an unknown token before preconditions', keyed(fixture, goneChanges, { headers: any }), { status: 410 }),
    first('an unknown token before the coding', keyed(fixture, goneChanges, { headers: neither }), { status: 410 }),
    first('a former slug before preconditions', keyed(fixture, `${list}/old-name`, { headers: any }), { status: 308 }),
    first('a former slug before the coding', keyed(fixture, `${list}/old-name`, { headers: neither }), { status: 308 }),
    first('the coding before preconditions', keyed(fixture, `${list}/1`, { headers: { ...any, ...neither } }), {
      status: 406,
    }),
  ];
}

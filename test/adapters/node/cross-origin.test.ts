import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBunFetch } from '../../../src/adapters/bun.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { encodeTestArticle, key, makeArticle } from '../../support/release.ts';
import { type Fetched, get, startServer, talk } from '../../support/server.ts';

const articles = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id })));
const list = '/api/v1/articles';
const app = 'https://app.example';
const other = 'https://other.example';
const exposed = 'ETag, Link, X-Total-Count, Retry-After, Galley-Release, Galley-Ignored, RateLimit, RateLimit-Policy';
const preflight = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' };

function shared({ headers }: Pick<Fetched, 'headers'>): unknown {
  return [headers['access-control-allow-origin'], headers['access-control-expose-headers']];
}

const varies = ({ headers }: Pick<Fetched, 'headers'>): boolean => /\bOrigin\b/.test(headers.vary ?? '');

describe('an origin that is configured', () => {
  test.each([
    ['200', list, {}, 200],
    ['200 for HEAD', list, { method: 'HEAD' }, 200],
    ['304', list, { headers: { 'If-None-Match': '*' } }, 304],
    ['401', list, { headers: { 'X-Api-Key': 'none' } }, 401],
    ['404', `${list}/none`, {}, 404],
    ['404 of no route', '/api/none', {}, 404],
    ['405', list, { method: 'POST' }, 405],
    ['414', `${list}?x=${'x'.repeat(8000)}`, {}, 414],
    ['422', `${list}?page=0`, {}, 422],
  ])('reads %s', async (_, target, { method, headers }: { method?: string; headers?: object }, status) => {
    const { port } = await startServer(articles, { cors: [app, other] });
    for (const origin of [app, other]) {
      const found = await get(port, target, { ...(method && { method }), headers: { ...headers, Origin: origin } });
      expect([found.status, shared(found), varies(found)]).toEqual([status, [origin, exposed], true]);
    }
    const plain = await get(port, target, { ...(method && { method }), headers: { ...headers } });
    expect([plain.status, shared(plain), varies(plain)]).toEqual([status, [undefined, undefined], true]);
  });

  test('reads 429, and 503 before there is a release', async () => {
    const { port, publish } = await startServer(null, { cors: [app], rateLimit: { requests: 1, seconds: 100 } });
    const headers = { Origin: app };
    const early = await get(port, list, { headers });
    expect([early.status, shared(early)]).toEqual([503, [app, exposed]]);
    await publish(articles);
    const late = await get(port, list, { headers });
    expect([late.status, shared(late), late.headers['retry-after']]).toEqual([429, [app, exposed], expect.anything()]);
  });

  test('asks before, and learns what it may send', async () => {
    const { port } = await startServer(articles, { cors: [app] });
    const { status, headers } = await get(port, list, { method: 'OPTIONS', headers: { ...preflight, Origin: app } });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'X-Api-Key, If-None-Match',
      'access-control-max-age': '7200',
      allow: 'GET, HEAD, OPTIONS',
    });
    expect(headers.vary).toMatch(/\bOrigin\b/);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const none = await get(port, list, { method: 'OPTIONS', headers: { ...preflight, Origin: other } });
    expect(Object.keys(none.headers).filter((name) => /^access-control/.test(name))).toEqual([]);
    const noPreflight = await get(port, list, { method: 'OPTIONS', headers: { Origin: app } });
    expect(noPreflight.headers['access-control-allow-methods']).toBeUndefined();
  });
});

test.each([other, 'null', `${app}:8443`, app.toUpperCase(), `${app}, ${other}`, '*', ''])(
  'the origin %j, which is not configured, reads nothing',
  { tags: ['long'] },
  async (origin) => {
    const { port } = await startServer(articles, { cors: [app] });
    expect(shared(await get(port, list, { headers: { Origin: origin } }))).toEqual([undefined, undefined]);
  },
);

test('two fields Origin are no origin', async () => {
  const { port } = await startServer(articles, { cors: [app] });
  const text = `GET ${list} HTTP/1.1\r\nHost: a\r\nOrigin: ${app}\r\nOrigin: ${app}\r\nX-Api-Key: ${key}\r\n\r\n`;
  expect(await talk(port, text, /\r\n\r\n/)).not.toMatch(/Access-Control/);
});

test.each([
  ['400', app, `GET ${list} HTTP/1.1\r\nHost: a\r\nHost: b\r\nOrigin: ${app}\r\n\r\n`],
  ['400', app, `GET ${list} HTTP/1.1\r\nHost: a\r\nOrigin: ${app}\r\nContent-Length: x\r\n\r\n`],
  ['431', '*', `GET ${list} HTTP/1.1\r\nHost: a\r\nOrigin: ${app}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
])('a refusal is shared: %s with %s', async (status, origin, text) => {
  const { port } = await startServer(articles, { cors: [origin] });
  const answer = await talk(port, text, /\}$/);
  expect([answer.slice(9, 12), /^Access-Control-Allow-Origin: (.*)\r$/m.exec(answer)?.[1]]).toEqual([status, origin]);
});

test('node:http and the fast path respond alike, again and again, to whichever origin', async () => {
  const { port } = await startServer(articles, { cors: [app, other] });
  const ask = (fields: string) =>
    talk(port, `GET ${list} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n${fields}\r\n`, /\}$/);
  const withoutTransport = (text: string) => text.replace(/^(?:Date|Connection|Keep-Alive):.*\r\n/gm, '');
  for (const fields of ['', `Origin: ${app}\r\n`, `Origin: ${other}\r\n`, 'Origin: null\r\n', `Origin: ${app}\r\n`]) {
    const [plainly, handedOver] = [await ask(fields), await ask(`TE: trailers\r\n${fields}`)];
    expect(withoutTransport(plainly)).toBe(withoutTransport(handedOver));
    const [, origin] = /^Access-Control-Allow-Origin: (.*)\r$/m.exec(plainly) ?? [];
    expect(origin).toBe(/https\S+/.exec(fields)?.[0]);
  }
});

test('with * every page reads, and caches need not tell origins apart', async () => {
  const { port } = await startServer(articles, { cors: ['*'] });
  for (const headers of [{}, { Origin: app }, { Origin: 'null' }]) {
    const found = await get(port, list, { headers });
    expect([shared(found), varies(found)]).toEqual([['*', exposed], false]);
  }
  const { headers } = await get(port, list, { method: 'OPTIONS', headers: { ...preflight, Origin: app } });
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-max-age': '7200' });
});

test('off, no response of the API names origins', async () => {
  const { port } = await startServer(articles);
  const found = await get(port, list, { headers: { Origin: app } });
  expect([shared(found), varies(found)]).toEqual([[undefined, undefined], false]);
});

test.each(['/openapi.json', '/media/picture.900fbe934249ad120004bd249391f7c4.svg', '/media/none.svg'])(
  '%s is open to every origin',
  async (path) => {
    const { port } = await startServer(articles);
    for (const headers of [{}, { Origin: app }]) {
      const found = await get(port, path, { headers });
      expect(found.headers['access-control-allow-origin']).toBe('*');
    }
    const { headers } = await get(port, path, { method: 'OPTIONS', headers: { ...preflight, Origin: app } });
    expect(headers['access-control-allow-headers']).toMatch(/\bRange\b.*/);
  },
);

test.each(['/', '/healthz', '/none'])('%s is not', async (path) => {
  const { port } = await startServer(articles);
  expect((await get(port, path, { headers: { Origin: app } })).headers['access-control-allow-origin']).toBeUndefined();
});

test('the adapter for Bun shares as well, errors included', async () => {
  const { out } = await startServer(articles);
  const fetch = await createBunFetch({ out, keys: () => [{ name: 'tests', digest: sha256(key) }], cors: [app] });
  const ask = async (target: string) => {
    const headers = { 'X-Api-Key': key, Origin: app };
    const answer = await fetch(new Request(`http://a${target}`, { headers }));
    const isVaried = /\bOrigin\b/.test(answer.headers.get('vary') ?? '');
    return [answer.status, answer.headers.get('access-control-allow-origin'), isVaried];
  };
  expect(await ask(list)).toEqual([200, app, true]);
  await rm(join(out, 'api', 'v1', 'lookup'), { recursive: true });
  expect(await ask(`${list}/1`)).toEqual([503, app, true]);
});

test('an error is shared by node:http and by the fast path', async () => {
  const { port, out } = await startServer(articles, { cors: [app] });
  const plain = `GET ${list}/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nOrigin: ${app}\r\n`;
  await rm(join(out, 'api', 'v1', 'lookup'), { recursive: true });
  for (const more of ['', 'TE: trailers\r\n']) {
    expect(await talk(port, `${plain}${more}\r\n`, /\}$/)).toMatch(
      /^HTTP\/1\.1 50[03] [\s\S]*Access-Control-Allow-Origin: https:\/\/app\.example\r/,
    );
  }
});

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

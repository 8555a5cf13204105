import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBunFetch } from '../../../src/adapters/bun.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import type { Quota } from '../../../src/core/rate-limit.ts';
import { ask, encodeTestArticle, key, makeArticle, makeRelease } from '../../support/release.ts';
import { get, startServer, talk } from '../../support/server.ts';

const articles = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id })));
const list = '/api/v1/articles';
const limit = { requests: 3, seconds: 100 };
const keys = [
  { name: 'tests', digest: sha256(key) },
  { name: 'others', digest: sha256('another key') },
];

/** As a browser or a program sends it on a connection that stays: answered straight on the connection. */
const plainly = (port: number, target: string, fields = `X-Api-Key: ${key}\r\n`) =>
  talk(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`, /\r\n\r\n/);

const rateFields = (text: string) => text.match(/^RateLimit.*$/gm) ?? [];

describe('a key may ask so often', () => {
  test('each response says what is left, then comes 429 with the time to wait, as a problem document', async () => {
    const { port } = await startServer(articles, { rateLimit: limit });
    for (const left of [2, 1, 0]) {
      const { status, headers } = await get(port, list);
      expect([status, headers.ratelimit]).toEqual([200, expect.stringMatching(`^"default";r=${left};t=(?:100|9\\d)$`)]);
      expect(headers['ratelimit-policy']).toBe('"default";q=3;w=100');
    }
    const { status, headers, body } = await get(port, list);
    expect([status, headers['content-type']]).toEqual([429, 'application/problem+json']);
    expect(headers.ratelimit).toBe(`"default";r=0;t=${headers['retry-after']}`);
    expect(JSON.parse(body)).toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      detail: `This key has sent more than 3 requests in 100 seconds. Ask again in ${headers['retry-after']} seconds.`,
    });
  });

  test('both ways in count together, and say the same', async () => {
    const { port } = await startServer(articles, { rateLimit: limit });
    expect(rateFields(await plainly(port, list))).toEqual([
      expect.stringMatching(/^RateLimit: "default";r=2;t=\d+\r?$/),
      expect.stringMatching(/^RateLimit-Policy: "default";q=3;w=100\r?$/),
    ]);
    expect((await get(port, list)).headers.ratelimit).toMatch(/r=1/);
    expect(rateFields(await plainly(port, list))[0]).toMatch(/r=0/);
    expect(await plainly(port, list)).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
    expect((await get(port, list)).status).toBe(429);
  });

  test.each([
    ['HEAD', list, { method: 'HEAD' }, 200, true],
    ['304', list, { headers: { 'If-None-Match': '*' } }, 304, true],
    ['an unknown article', `${list}/none`, {}, 404, true],
    ['wrong parameters', `${list}?page=0`, {}, 422, true],
    ['OPTIONS', list, { method: 'OPTIONS' }, 204, false],
    ['another method', list, { method: 'POST' }, 405, false],
    ['an unknown key', list, { headers: { 'X-Api-Key': 'none' } }, 401, false],
    ['no route', '/api/v2/articles', {}, 404, false],
    ['health', '/healthz', {}, 200, false],
  ])('%s', async (_, target, options, status, isCounted) => {
    const { port } = await startServer(articles, { rateLimit: limit });
    const found = await get(port, target, options);
    expect([found.status, found.headers.ratelimit !== undefined]).toEqual([status, isCounted]);
    expect((await get(port, list)).headers.ratelimit).toMatch(isCounted ? /r=1/ : /r=2/);
  });

  test('each key by itself', async () => {
    const { port } = await startServer(articles, { rateLimit: limit, keys: () => keys });
    for (let i = 0; i < 4; i++) await get(port, list);
    expect((await get(port, list)).status).toBe(429);
    expect((await get(port, list, { headers: { 'X-Api-Key': 'another key' } })).status).toBe(200);
  });

  test('after its seconds it may ask again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = await startServer(articles, { rateLimit: { requests: 1, seconds: 1 } });
    const one = `GET ${list} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n`;
    const both = await talk(port, `${one}\r\n${one}Connection: close\r\n\r\n`);
    expect(both.match(/HTTP\/1\.1 \d+|Retry-After: \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 429', 'Retry-After: 1']);
    vi.advanceTimersByTime(1000);
    expect((await get(port, list)).status).toBe(200);
  });

  test('without the setting no response names limits', async () => {
    const { port } = await startServer(articles);
    expect(rateFields(await plainly(port, list))).toEqual([]);
    expect(Object.keys((await get(port, list)).headers).filter((name) => /rate/.test(name))).toEqual([]);
  });

  test('the adapter for Bun counts as well', async () => {
    const { out } = await startServer(articles);
    const fetch = await createBunFetch({ out, keys: () => keys, rateLimit: limit });
    const statuses: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      const { status, headers } = await fetch(new Request(`http://a${list}`, { headers: { 'X-Api-Key': key } }));
      statuses.push([status, headers.get('ratelimit')?.replace(/t=\d+/, 't')]);
    }
    expect(statuses).toEqual([
      [200, '"default";r=2;t'],
      [200, '"default";r=1;t'],
      [200, '"default";r=0;t'],
      [429, '"default";r=0;t'],
    ]);
  });
});

test('where nobody can say how often a key asked, it is served', async () => {
  const limiter = { limit, count: (): Quota | null => null };
  const { status, headers } = await ask(await makeRelease(articles), list, { service: { limiter } });
  expect([status, headers.RateLimit]).toEqual([200, undefined]);
});

test('the rate is checked before the parameters, and after the key', async () => {
  const asked: string[] = [];
  const limiter = {
    limit,
    count(name: string): Quota {
      asked.push(name);
      return { isOver: true, remaining: 0, renewal: 7 };
    },
  };
  const release = await makeRelease(articles);
  expect((await ask(release, `${list}?page=0`, { service: { limiter } })).status).toBe(429);
  const stranger = { service: { limiter }, headers: { 'x-api-key': 'none' } };
  expect((await ask(release, list, stranger)).status).toBe(401);
  expect(asked).toEqual(['tests']);
});

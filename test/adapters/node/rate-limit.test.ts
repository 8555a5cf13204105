import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Quota } from '../../../src/core/rate-limit.ts';
import { ask, encodeTestArticle, key, makeArticle, makeRelease } from '../../support/release.ts';
import { get, startServer, talk } from '../../support/server.ts';

const articles = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id })));
const list = '/api/v1/articles';
const limit = { requests: 3, seconds: 100 };

/** As a browser or a program sends it on a connection that stays: answered straight on the connection. */
const plainly = (port: number, target: string, fields = `X-Api-Key: ${key}\r\n`) =>
  talk(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`, /\r\n\r\n/);

const rateFields = (text: string) => text.match(/^RateLimit.*$/gm) ?? [];

describe('a key may ask so often', () => {
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
});

test('where nobody can say how often a key asked, it is served', async () => {
  const limiter = { limit, count: (): Quota | null => null };
  const { status, headers } = await ask(await makeRelease(articles), list, { service: { limiter } });
  expect([status, headers.RateLimit]).toEqual([200, undefined]);
});

/** @module-tag program */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';
import { hasCommand } from '../support/needs.ts';
import { encodeTestArticle, key, makeArticle } from '../support/release.ts';
import { startServer } from '../support/server.ts';

const articles = Array.from({ length: 30 }, (_, n) => encodeTestArticle(makeArticle({ id: n + 1 })));
const list = '/api/v1/articles?per_page=10';

/** What a page found: the status and the fields it could read, or that its browser kept the response from it. */
interface Read {
  status: number;
  fields: Record<string, string>;
  body: string;
}

describe.skipIf(!hasCommand('chromium'))('a page of another origin in Chromium', () => {
  let browser: Browser;
  let client = '';
  beforeAll(async () => {
    const bundle = await rolldown({ input: `${packageFolder()}/src/client.ts`, platform: 'browser' });
    client = (await bundle.generate()).output[0].code;
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });
  afterAll(() => browser?.close());

  /** A page of an origin of its own, on another port, and what it asks. */
  async function openPage(): Promise<{ page: Page; origin: string }> {
    const server = createServer((asked, response) => {
      const isClient = asked.url === '/client.js';
      response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html');
      response.end(isClient ? client : '<title>P</title>');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const context = await browser.newContext();
    onTestFinished(async () => {
      await context.close();
      server.close();
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await context.newPage();
    await page.goto(origin);
    return { page, origin };
  }

  const read = (page: Page, url: string, init: object = {}): Promise<Read | string> =>
    page.evaluate(
      async ([address, options]) => {
        try {
          const asked: object = { cache: 'no-store', ...options };
          const response = await fetch(address, asked);
          return { status: response.status, fields: Object.fromEntries(response.headers), body: await response.text() };
        } catch (error) {
          return String(error);
        }
      },
      [url, init] as const,
    );

  const withKey = (more: Record<string, string> = {}) => ({ headers: { 'X-Api-Key': key, ...more } });

  test('reads a list with its key after a preflight, what it may know of it, 304 and every error', async () => {
    const { page, origin } = await openPage();
    const { port } = await startServer(articles, { cors: [origin], rateLimit: { requests: 7, seconds: 1000 } });
    const api = `http://127.0.0.1:${port}`;
    const first = (await read(page, `${api}${list}`, withKey())) as Read;
    expect([first.status, JSON.parse(first.body).data.length]).toEqual([200, 10]);
    expect(first.fields).toMatchObject({
      etag: expect.stringMatching(/^"/),
      link: expect.stringMatching(/rel="next"/),
      'x-total-count': '30',
      'galley-release': expect.stringMatching(/^[0-9a-f]+$/),
      ratelimit: expect.stringMatching(/^"default";r=6;t=\d+$/),
      'ratelimit-policy': '"default";q=7;w=1000',
    });
    const known = { 'If-None-Match': first.fields.etag ?? '' };
    const statuses = [
      await read(page, `${api}${list}`, withKey(known)),
      await read(page, `${api}/api/v1/articles/7`, withKey()),
      await read(page, `${api}/api/v1/articles/none`, withKey()),
      await read(page, `${api}/api/v1/articles?page=0`, withKey()),
      await read(page, `${api}${list}`),
      await read(page, `${api}${list}`, { ...withKey(), method: 'HEAD' }),
      await read(page, `${api}/api/v1/changes?since=${'a'.repeat(32)}-1`, withKey()),
      await read(page, `${api}${list}`, withKey()),
    ];
    expect(statuses.map((found) => (typeof found === 'string' ? found : found.status))).toEqual([
      304, 200, 404, 422, 401, 200, 410, 429,
    ]);
    const last = statuses.at(-1) as Read;
    expect(last.fields['retry-after']).toMatch(/^\d+$/);
    expect(JSON.parse(last.body)).toMatchObject({ status: 429 });
    expect(JSON.parse((statuses[3] as Read).body).errors).toHaveProperty('page');
  });

  /** What the client gets of an article, or its error. */
  const fetchSlug = (page: Page, site: string, article: string): Promise<string | undefined> =>
    page.evaluate(
      `import('/client.js').then(({ createClient }) =>
        createClient({ site: '${site}', key: '${key}', attempts: 1 })
          .get('${article}', { exclude_html: true })
          .then(({ slug, html }) => slug + '|' + html, String))`,
    );

  test('gets an article by a former slug with the client', async () => {
    const { page, origin } = await openPage();
    const moved = encodeTestArticle(makeArticle({ id: 1, slug: 'nové' }), { aliases: ['old', 'älter'] });
    const { port, publish } = await startServer(null, { cors: [origin] });
    const site = `http://127.0.0.1:${port}`;
    await publish([moved], site);
    expect(await fetchSlug(page, site, 'old')).toBe('nové|');
    expect(await fetchSlug(page, site, 'älter')).toBe('nové|');
    expect(await fetchSlug(page, site, '1')).toBe('nové|');
    // One that calls itself otherwise is not followed there.
    await publish([moved], `http://localhost:${port}`);
    expect(await fetchSlug(page, site, 'old')).toContain(`The key goes to ${site} alone: check the setting site.`);
  });

  test('shows its key to no other host, wherever a redirect leads', async () => {
    const keys: unknown[] = [];
    const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'X-Api-Key' };
    const startOther = async (respond: (path: string) => [status: number, fields: Record<string, string>]) => {
      const server = createServer((asked, response) => {
        if (asked.url === '/login') keys.push(asked.headers['x-api-key']);
        const [status, fields] = asked.method === 'OPTIONS' ? [204, {}] : respond(asked.url ?? '');
        response.writeHead(status, { ...open, ...fields }).end('{"id":1,"slug":"there"}');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const other = await startOther(() => [200, { 'Content-Type': 'application/json' }]);
    const site = await startOther((path) => [302, { Location: path.endsWith('hop') ? 'next' : `${other}/login` }]);
    const { page } = await openPage();
    expect(await fetchSlug(page, site, 'a')).toContain(`leads to ${other}/login. The key goes to ${site} alone`);
    expect(await fetchSlug(page, site, 'hop')).toContain(`leads to ${other}/login`);
    expect(keys).toEqual([undefined, undefined]);
  });

  test('may send nothing but its key and tags, and no method that writes', async () => {
    const { page, origin } = await openPage();
    const { port } = await startServer(articles, { cors: [origin] });
    const url = `http://127.0.0.1:${port}${list}`;
    expect(await read(page, url, withKey({ 'X-Other': '1' }))).toMatch(/Failed to fetch/);
    expect(await read(page, url, { ...withKey(), method: 'DELETE' })).toMatch(/Failed to fetch/);
    expect(await read(page, url, { ...withKey(), credentials: 'include' })).toMatch(/Failed to fetch/);
  });

  test('reads nothing of the API where its origin is not configured', async () => {
    const { page } = await openPage();
    for (const cors of [[], ['https://app.example']]) {
      const { port, log } = await startServer(articles, { cors });
      const url = `http://127.0.0.1:${port}${list}`;
      expect(await read(page, url, withKey())).toMatch(/Failed to fetch/);
      expect(await read(page, url)).toMatch(/Failed to fetch/);
      // The preflight was refused: the key was never sent.
      expect(log.filter((entry) => entry.event === 'response').map((entry) => [entry.method, entry.key])).toEqual([
        ['OPTIONS', null],
        ['GET', null],
      ]);
    }
  });

  test('with * any page reads', async () => {
    const { page } = await openPage();
    const { port } = await startServer(articles, { cors: ['*'] });
    expect(await read(page, `http://127.0.0.1:${port}${list}`, withKey())).toMatchObject({ status: 200 });
  });

  test('reads the description and assets, and shows an image, whatever is configured', async () => {
    const { page } = await openPage();
    const { port } = await startServer(articles);
    const server = `http://127.0.0.1:${port}`;
    expect(await read(page, `${server}/openapi.json`)).toMatchObject({ status: 200, body: '{"openapi":"3.1.1"}' });
    const ranged = { headers: { Range: 'bytes=0-3', 'If-None-Match': '"none"' } };
    expect(await read(page, `${server}/media/picture.900fbe934249ad120004bd249391f7c4.svg`, ranged)).toMatchObject({
      status: expect.any(Number),
      body: expect.stringMatching(/^<svg/),
    });
    expect(await read(page, `${server}/media/none.svg`)).toMatchObject({ status: 404 });
    const isShown = await page.evaluate<boolean>(`new Promise((resolve) => {
      const image = new Image();
      image.crossOrigin = 'anonymous';
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      image.src = '${server}/media/picture.900fbe934249ad120004bd249391f7c4.svg';
    })`);
    expect(isShown).toBe(true);
  });
});

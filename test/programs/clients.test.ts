/** @module-tag program */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Article, ListEnvelope } from '../../src/core/article.ts';
import { runProgram } from '../conformance/run-program.ts';
import { cli, galley, root } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { encodeTestArticle, makeArticle, key as testKey } from '../support/release.ts';
import { makeFolder, startServer } from '../support/server.ts';

const run = promisify(execFile);

const asBuffer = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const;

/** The guide, built and served as `npm start` does it. */
const guide = { address: '', key: '' };
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const out = await makeFolder((end) => ends.push(end));
  const args = [cli, 'start', '--content', join(root, 'content'), '--out', out, '--port', '0'];
  const running = await runProgram(process.execPath, args, /curl -H "X-Api-Key: (\S+)" '(http:\S+)'/, { cwd: out });
  ends.unshift(running.stop);
  const [, key = '', url = ''] = running.match;
  Object.assign(guide, { address: new URL(url).origin, key });
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Ids of the guide's articles that are published, newest first. */
async function idsOfGuide(): Promise<number[]> {
  const response = await fetch(`${guide.address}/api/v1/articles`, { headers: { 'X-Api-Key': guide.key } });
  return ((await response.json()) as ListEnvelope).data.map(({ id }) => id);
}

/** Articles of real length, with headings to cut, over three page files; the last is not full. */
const articles = Array.from({ length: 230 }, (_, index) => {
  const heading = `<h1>Überschrift ${index}</h1>\n`;
  const html = `${heading}<p>${'“Gedruckt”, gelesen. '.repeat(index)}</p>\n`;
  return encodeTestArticle(
    makeArticle({ id: index + 1, html }),
    index % 3 === 0 ? { htmlCuts: [[0, heading.length]] } : {},
  );
});

/** Targets whose gzip form is put together in every way: across files, one article, none, with cuts and without. */
const spliced = [
  '?per_page=100',
  '?per_page=7&page=5',
  '?per_page=70&page=2&exclude_h1=1',
  '?per_page=100&page=3&exclude_h1=1',
  '?per_page=1&page=230',
  '?page=99',
  '/229',
  '/100?exclude_h1=true',
].map((rest) => `/api/v1/articles${rest}`);

/** Asks a server for each target by `decode`, which takes the gzip form, and plainly; they must be equal. */
async function expectDecoded(decode: (url: string) => Promise<string | Buffer>): Promise<void> {
  await expectAllDecoded(async (urls) => {
    const texts: (string | Buffer)[] = [];
    for (const url of urls) texts.push(await decode(url));
    return texts;
  });
}

async function expectAllDecoded(decode: (urls: string[]) => Promise<(string | Buffer)[]>): Promise<void> {
  const { port } = await startServer(articles);
  const urls = spliced.map((target) => `http://127.0.0.1:${port}${target}`);
  const decoded = await decode(urls);
  for (const [index, url] of urls.entries()) {
    const plain = await fetch(url, { headers: { 'X-Api-Key': testKey, 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(String(decoded[index])).toBe(await plain.text());
  }
}

test('fetch of Node decodes what is spliced', async () => {
  await expectDecoded(async (url) => {
    const response = await fetch(url, { headers: { 'X-Api-Key': testKey, 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    return response.text();
  });
});

test('the guide builds without a problem', async () => {
  const out = await makeFolder();
  const { code, out: printed } = await galley(out, [
    'build',
    '--content',
    join(root, 'content'),
    '--out',
    out,
    '--json',
  ]);
  const { articles, scheduled, others, problems } = JSON.parse(printed);
  expect({ code, problems, others }).toEqual({ code: 0, problems: [], others: { draft: 1 } });
  expect(articles - scheduled).toBeGreaterThanOrEqual(8);
  expect(scheduled).toBeGreaterThanOrEqual(1);
});

describe.skipIf(!hasCommand('curl'))('curl', () => {
  const curl = (...args: string[]) => run('curl', ['-sS', '-H', `X-Api-Key: ${testKey}`, ...args], asBuffer);

  test('decodes what is spliced', async () => {
    await expectDecoded(async (url) => {
      const { stdout } = await curl('-D', '-', '-o', '/dev/null', '-H', 'Accept-Encoding: gzip', url);
      expect(String(stdout)).toMatch(/^content-encoding: gzip/im);
      return (await curl('--compressed', url)).stdout;
    });
  });

  test.skipIf(!hasCommand('gzip'))('gzip decodes what is spliced, and finds no error in it', async () => {
    const folder = await makeFolder();
    await expectDecoded(async (url) => {
      const file = join(folder, 'response.gz');
      await curl('-o', file, '-H', 'Accept-Encoding: gzip', url);
      expect((await run('gzip', ['--test', '--verbose', file])).stderr).toMatch(/OK$/m);
      return (await run('gzip', ['-dc', file], asBuffer)).stdout;
    });
  });

  test('crawls by the links it is given', async () => {
    const seen: number[] = [];
    let next: string | null = `${guide.address}/api/v1/articles?per_page=4&exclude_h1=1`;
    while (next !== null) {
      const { stdout } = await run('curl', ['-sS', '--fail', '-H', `X-Api-Key: ${guide.key}`, next]);
      const page: ListEnvelope = JSON.parse(stdout);
      seen.push(...page.data.map(({ id }) => id));
      next = page.links.next;
    }
    expect(seen).toEqual(await idsOfGuide());
  });

  test('asks again with what it holds, and follows a former slug', async () => {
    const { address, key } = guide;
    const curl = async (...args: string[]) => (await run('curl', ['-sS', '-H', `X-Api-Key: ${key}`, ...args])).stdout;
    const list = `${address}/api/v1/articles`;
    const tag = /^etag: (.*)$/im.exec(await curl('-I', list))?.[1]?.trim() ?? '';
    expect(await curl('-o', '/dev/null', '-w', '%{http_code}', '-H', `If-None-Match: ${tag}`, list)).toBe('304');
    expect(JSON.parse(await curl('-L', `${list}/getting-started`)).slug).toBe('what-galley-is');
  });
});

describe.skipIf(!hasCommand('python3'))("Python's standard library", () => {
  test('decodes what is spliced', async () => {
    const script = `
import gzip, json, sys, urllib.request
texts = []
for url in sys.argv[2:]:
    request = urllib.request.Request(url, headers={'X-Api-Key': sys.argv[1], 'Accept-Encoding': 'gzip'})
    with urllib.request.urlopen(request) as response:
        assert response.headers['Content-Encoding'] == 'gzip'
        texts.append(gzip.decompress(response.read()).decode())
print(json.dumps(texts))
`;
    await expectAllDecoded(async (urls) => {
      const { stdout } = await run('python3', ['-c', script, testKey, ...urls], asBuffer);
      return JSON.parse(String(stdout));
    });
  });

  test('reads lists, articles and errors', async () => {
    const script = `
import json, sys, urllib.error, urllib.parse, urllib.request
address, key = sys.argv[1:]
def ask(target):
    request = urllib.request.Request(address + target, headers={'X-Api-Key': key})
    with urllib.request.urlopen(request) as response:
        return json.load(response)
ids, next = [], '/api/v1/articles?' + urllib.parse.urlencode({'per_page': 5, 'exclude_h1': True})
while next:
    page = ask(next)
    ids += [article['id'] for article in page['data']]
    next = page['links']['next'] and page['links']['next'][len(address):]
article = ask('/api/v1/articles/' + urllib.parse.quote('reading-the-api'))
try:
    ask('/api/v1/articles?page=0')
except urllib.error.HTTPError as error:
    errors = json.load(error)['errors']
print(json.dumps({'ids': ids, 'slug': article['slug'], 'errors': errors}))
`;
    const { stdout } = await run('python3', ['-c', script, guide.address, guide.key]);
    expect(JSON.parse(stdout)).toEqual({
      ids: await idsOfGuide(),
      slug: 'reading-the-api',
      errors: { page: ['The page field must be at least 1.'] },
    });
  });
});

describe.skipIf(!hasCommand('chromium'))('Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
  });
  afterAll(() => browser?.close());

  test('decodes what is spliced', async () => {
    const page = await browser.newPage();
    await page.setExtraHTTPHeaders({ 'X-Api-Key': testKey });
    await expectDecoded(async (url) => {
      const response = await page.goto(url);
      expect(response?.headers()['content-encoding']).toBe('gzip');
      return (await response?.body()) ?? '';
    });
    await page.close();
  });

  test('shows the page and the description without a key, and articles with one', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('requestfailed', (request) => errors.push(request.url()));
    expect((await page.goto(guide.address))?.status()).toBe(200);
    expect(await page.locator('h1').textContent()).toBe('Articles');
    expect(await page.locator('a[href="/openapi.json"]').count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    expect((await page.goto(`${guide.address}/api/v1/articles`))?.status()).toBe(401);

    await page.setExtraHTTPHeaders({ 'X-Api-Key': guide.key });
    const response = await page.goto(`${guide.address}/api/v1/articles/what-galley-is`);
    const article = (await response?.json()) as Article;
    expect(response?.status()).toBe(200);
    expect(article.header_image_url).toMatch(/\/media\/[^/]+\.svg$/);
    expect((await page.goto(article.header_image_url ?? ''))?.headers()['content-type']).toBe('image/svg+xml');
    await page.close();
  });
});

/** @module-tag program */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { hasCommand } from '../support/needs.ts';
import { encodeTestArticle, key, makeArticle } from '../support/release.ts';
import { makeFolder, startServer } from '../support/server.ts';

const run = promisify(execFile);
const asBuffer = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
const asked = { 'X-Api-Key': key, 'Accept-Encoding': 'gzip' };

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

const curl = async (...args: string[]): Promise<Buffer> =>
  (await run('curl', ['-sS', '-H', `X-Api-Key: ${key}`, ...args], asBuffer)).stdout;

/** What asks for the gzip form of an address, and gives what it decoded. */
type Decode = (url: string) => Promise<string | Buffer | undefined>;

const python = `
import gzip, sys, urllib.request
request = urllib.request.Request(sys.argv[2], headers={'X-Api-Key': sys.argv[1], 'Accept-Encoding': 'gzip'})
with urllib.request.urlopen(request) as response:
    assert response.headers['Content-Encoding'] == 'gzip'
    sys.stdout.buffer.write(gzip.decompress(response.read()))
`;

test.each<[client: string, isHere: boolean, open: () => Promise<Decode>]>([
  [
    'fetch of Node',
    true,
    async () => async (url) => {
      const response = await fetch(url, { headers: asked });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      return response.text();
    },
  ],
  [
    'curl',
    hasCommand('curl'),
    async () => async (url) => {
      const head = await curl('-D', '-', '-o', '/dev/null', '-H', 'Accept-Encoding: gzip', url);
      expect(String(head)).toMatch(/^content-encoding: gzip/im);
      return curl('--compressed', url);
    },
  ],
  [
    'gzip, which finds no error in it',
    hasCommand('curl') && hasCommand('gzip'),
    async () => {
      const file = join(await makeFolder(), 'response.gz');
      return async (url) => {
        await curl('-o', file, '-H', 'Accept-Encoding: gzip', url);
        expect((await run('gzip', ['--test', '--verbose', file])).stderr).toMatch(/OK$/m);
        return (await run('gzip', ['-dc', file], asBuffer)).stdout;
      };
    },
  ],
  [
    "Python's standard library",
    hasCommand('python3'),
    async () => async (url) => (await run('python3', ['-c', python, key, url], asBuffer)).stdout,
  ],
  [
    'Chromium',
    hasCommand('chromium'),
    async () => {
      const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
      onTestFinished(() => browser.close());
      const page = await browser.newPage({ extraHTTPHeaders: { 'X-Api-Key': key } });
      return async (url) => {
        const response = await page.goto(url);
        expect(response?.headers()['content-encoding']).toBe('gzip');
        return response?.body();
      };
    },
  ],
])('%s decodes what is spliced', async (_, isHere, open) => {
  if (!isHere) return;
  const { port } = await startServer(articles);
  const decode = await open();
  for (const target of spliced) {
    const url = `http://127.0.0.1:${port}${target}`;
    const decoded = await decode(url);
    const plain = await fetch(url, { headers: { ...asked, 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(String(decoded)).toBe(await plain.text());
  }
});

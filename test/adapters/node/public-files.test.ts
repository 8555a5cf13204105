import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { selectRange } from '../../../src/public-files/conditions.ts';
import { encodeTestArticle, makeArticle } from '../../support/release.ts';
import { get, startServer, type TestServer } from '../../support/server.ts';

const film = Buffer.from(Array.from({ length: 1000 }, (_, i) => 32 + (i % 90)));
const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1"/>'.repeat(99)}</svg>`);
const filmPath = `/media/film.${hashBytes(film)}.mp4`;
const drawingPath = `/media/drawing.${hashBytes(drawing)}.svg`;
const emptyPath = `/media/empty.${hashBytes(Buffer.alloc(0))}.mp4`;
const written = 'Tue, 03 Mar 2026 10:00:00 GMT';
const earlier = 'Mon, 02 Mar 2026 10:00:00 GMT';
const later = 'Wed, 04 Mar 2026 10:00:00 GMT';

let server: TestServer;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const media = [filmPath, drawingPath, emptyPath].map((path) => path.slice('/media/'.length));
  const articles = [encodeTestArticle(makeArticle({ id: 1 }), { media })];
  server = await startServer(articles, {}, (end) => ends.push(end));
  const { out, publish } = server;
  const files: [string, Buffer][] = [
    [filmPath, film],
    [drawingPath, drawing],
    [`${drawingPath}.gz`, gzipSync(drawing)],
    ['/media/by-hand.mp4', film],
    [emptyPath, Buffer.alloc(0)],
  ];
  for (const [path, bytes] of files) await writeFile(join(out, path), bytes);
  for (const path of [...files.map(([path]) => path), '/index.html', '/openapi.json']) {
    await utimes(join(out, path), new Date(written), new Date(written));
  }
  await writeFile(join(out, 'favicon.svg'), drawing);
  await writeFile(join(out, 'favicon.svg.gz'), gzipSync(drawing));
  await publish([...articles, encodeTestArticle(makeArticle({ id: 2 }))]);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  get(server.port, target, { headers: { 'X-Api-Key': '', ...headers }, method });

describe.each([
  '/',
  '/openapi.json',
  '/favicon.svg',
  filmPath,
  drawingPath,
  '/media/picture.900fbe934249ad120004bd249391f7c4.svg',
])('%s', (target) => {
  test('is 304 to whoever holds it, by tag alone', async () => {
    const { headers } = await ask(target);
    const { etag = '' } = headers;
    // Their content is their validator, not the time of the file.
    expect('last-modified' in headers).toBe(false);
    const rows: [Record<string, string>, number][] = [
      [{ 'If-None-Match': etag }, 304],
      [{ 'If-None-Match': `"a", W/${etag.replace('W/', '')}, "b"` }, 304],
      [{ 'If-None-Match': `"a",${etag}` }, 304],
      [{ 'If-None-Match': '*' }, 304],
      [{ 'If-None-Match': '"a"' }, 200],
      [{ 'If-None-Match': '"a"', 'If-Modified-Since': later }, 200],
      [{ 'If-None-Match': etag, 'If-Modified-Since': earlier }, 304],
      [{ 'If-Modified-Since': later }, 200],
      [{ 'If-Modified-Since': 'yesterday' }, 200],
      [{ 'If-Match': '"a"' }, 412],
      [{ 'If-Match': '*' }, 200],
      [{ 'If-Match': etag }, 200],
      [{ 'If-Match': `W/${etag}` }, 412],
      [{ 'If-Unmodified-Since': earlier }, 200],
    ];
    for (const [fields, status] of rows) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(target, fields, method);
        expect.soft(answer.status, `${method} ${JSON.stringify(fields)}`).toBe(status);
        if (status !== 304) continue;
        expect(answer.body).toBe('');
        for (const name of ['etag', 'last-modified', 'cache-control', 'vary', 'content-security-policy']) {
          expect(answer.headers[name]).toBe(headers[name]);
        }
      }
    }
  });
});

test('a tag changes with the content, and only with it', async () => {
  const { out } = server;
  const before = (await ask('/openapi.json')).headers.etag;
  await utimes(join(out, 'openapi.json'), new Date(later), new Date(later));
  expect((await ask('/openapi.json')).headers.etag).toBe(before);
  await writeFile(join(out, 'openapi.json'), '{"openapi":"3.1.2"}');
  const after = await ask('/openapi.json');
  expect([after.headers.etag === before, after.body]).toEqual([false, '{"openapi":"3.1.2"}']);
});

describe('ranges of media', () => {
  test('of a file without bytes there are none', async () => {
    expect((await ask(emptyPath, { Range: 'bytes=0-' })).status).toBe(416);
    const whole = await ask(emptyPath);
    expect([whole.status, whole.body, whole.headers['content-length']]).toEqual([200, '', '0']);
  });

  test('are parts of the file, however it is cut', () => {
    for (let size = 1; size < 5; size++) {
      for (let start = 0; start < size; start++) {
        for (let end = start; end < 6; end++) {
          expect(selectRange(`bytes=${start}-${end}`, size)).toEqual({ start, end: Math.min(end + 1, size) });
        }
      }
    }
  });
});

test.each([
  '/media/by-hand.mp4',
  `${drawingPath}.gz`,
  `${drawingPath}%2egz`,
  '/media/film',
  '/index.html',
  '/index',
  '/openapi',
  '/constructor',
  '/__proto__',
])('%s is not there', async (target) => {
  for (const field of ['gzip', 'identity']) {
    expect((await ask(target, { 'Accept-Encoding': field })).status).toBe(404);
  }
});

test('what is broken off keeps no file open', async () => {
  const open = async () => (await readdir('/proc/self/fd')).length;
  const before = await open();
  for (let i = 0; i < 30; i++) await ask(filmPath, { Range: 'bytes=1-2' });
  for (let i = 0; i < 30; i++) await ask(filmPath, { 'If-None-Match': '*' });
  await expect.poll(open, { interval: 10 }).toBeLessThan(before + 10);
});

test('a page that is gone is 404', async () => {
  await rm(join(server.out, 'favicon.svg'));
  expect((await ask('/favicon.svg')).status).toBe(404);
});

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
  await writeFile(join(out, 'favicon.svg'), drawing);
  await publish([...articles, encodeTestArticle(makeArticle({ id: 2 }))]);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  get(server.port, target, { headers: { 'X-Api-Key': '', ...headers }, method });

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

test('a file that no build named is not there', async () => {
  expect((await ask('/media/by-hand.mp4')).status).toBe(404);
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

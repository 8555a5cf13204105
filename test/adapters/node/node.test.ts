import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { newKey } from '../../../src/adapters/node/keys/new-key.ts';
import { writeTestRelease } from '../../support/in-memory-release.ts';
import { encodeTestArticle, key, makeArticle, site } from '../../support/release.ts';
import { exchange, get, startServer, talk } from '../../support/server.ts';

const list = '/api/v1/articles';
const article = (id: number, title = `Article ${id}`) => encodeTestArticle(makeArticle({ id, title }));
const articles = [1, 2, 3].map((id) => article(id));

/** One for all tests that only ask. */
let port = 0;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  ({ port } = await startServer(articles, {}, (end) => ends.push(end)));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

describe('what is open', () => {
  test('an image that a new release brings is there with it', async () => {
    const { port, out, publish } = await startServer(articles);
    await writeFile(
      join(out, 'media', 'new.900fbe934249ad120004bd249391f7c4.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    const shown = { ...article(4), media: ['new.900fbe934249ad120004bd249391f7c4.svg'] };
    expect((await get(port, '/media/new.900fbe934249ad120004bd249391f7c4.svg')).status).toBe(404);
    await publish([...articles, shown]);
    expect((await get(port, `${list}/4`)).status).toBe(200);
    expect((await get(port, '/media/new.900fbe934249ad120004bd249391f7c4.svg')).status).toBe(200);
    await publish(articles);
    expect((await get(port, '/media/new.900fbe934249ad120004bd249391f7c4.svg')).status).toBe(404);
  });
});

describe('the API over a socket', () => {
  test('the log shows no key that stands in an address, on either path', async () => {
    const { port, log } = await startServer(articles);
    const key = newKey();
    const text = `GET ${list}?x-api-key=${key}&page=1 HTTP/1.1\r\nHost: a\r\n\r\n`;
    for (const cut of [text.length, 1]) {
      await exchange(
        port,
        [Buffer.from(text.slice(0, cut)), Buffer.from(text.slice(cut))].filter(({ length }) => length),
      );
    }
    await get(port, `/media/${key.replace('_', '%5f')}`);
    expect(log.filter(({ event }) => event === 'response')).toMatchObject([
      { status: 401, target: `${list}?x-api-key=gly_***&page=1` },
      { status: 401, target: `${list}?x-api-key=gly_***&page=1` },
      { status: 404, target: '/media/gly_***' },
    ]);
    expect(JSON.stringify(log)).not.toContain(key.slice(4));
  });

  test('the log shows the name of the key and never the key', async () => {
    const { port, log } = await startServer(articles);
    await get(port, list);
    await get(port, list, { headers: { 'X-Api-Key': 'wrong-key' } });
    const answers = log.filter(({ event }) => event === 'response');
    expect(answers).toMatchObject([
      { status: 200, key: 'tests' },
      { status: 401, key: null },
    ]);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${key}|wrong-key`));
  });
});

describe('a release', () => {
  test('is activated without a restart, and without a word to the server', async () => {
    const { port, out } = await startServer(articles);
    await writeTestRelease(join(out, 'api/v1'), [...articles, article(4)], site);
    await expect.poll(async () => (await get(port, `${list}/4`)).status, { interval: 20 }).toBe(200);
  });
});

test.each([
  [1, /^release\.json has format 1, which an older version .* Build again .* An older release may be served\.$/],
  [99, /^release\.json has format 99, which a newer version .* Install that version here, .* may be served\.$/],
])('a new release in format %d leaves the one that is served', async (format, reason) => {
  const { port, out, log, refresh } = await startServer(articles);
  await writeFile(join(out, 'api/v1/release.json'), `{"format":${format},"release":"${'0'.repeat(32)}"}`);
  await refresh();
  expect(log.filter(({ event }) => event === 'error')).toHaveLength(1);
  expect((await get(port, list)).status).toBe(200);
  const health = await get(port, '/healthz');
  expect([health.status, JSON.parse(health.body)]).toEqual([
    200,
    {
      status: 'degraded',
      release: health.body.match(/[0-9a-f]{32}/)?.[0],
      reasons: [expect.stringMatching(reason)],
    },
  ]);
  await writeFile(join(out, 'api/v1/release.json'), 'no JSON');
  await refresh();
  expect(log.filter(({ event }) => event === 'error')).toHaveLength(2);
  expect((await get(port, list)).status).toBe(200);
  const { reasons } = JSON.parse((await get(port, '/healthz')).body);
  expect(reasons).toEqual(['release.json is damaged. An older release may be served.']);
});

describe('slow and rude clients', () => {
  test('headers have ten seconds', async () => {
    expect((await startServer(articles)).server.headersTimeout).toBe(10_000);
  });

  test('headers that trickle in are cut off', { tags: ['long'] }, async () => {
    const { port, server } = await startServer(articles);
    server.headersTimeout = 100;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const trickle = setInterval(() => socket.write('X-A: b\r\n'), 20);
    onTestFinished(() => clearInterval(trickle));
    socket.resume();
    await once(socket, 'close');
  });
});

test('a request behind a chunked one does not keep the server from closing', async () => {
  const { port, close } = await startServer(articles);
  const head = `GET ${list}/1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n`;
  await talk(port, `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${head}\r\n`);
  await close();
});

test('a client that leaves keeps no file open, and an image that is gone ends no server', async () => {
  const { port, out, publish } = await startServer(articles);
  // More than the system takes of a connection.
  const bytes = Buffer.alloc(12_000_000);
  const name = `big.${hashBytes(bytes)}.png`;
  await writeFile(join(out, 'media', name), bytes);
  await publish([...articles, { ...article(4), media: [name] }]);
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
  const before = await open();
  for (let i = 0; i < 30; i++) {
    expect(await talk(port, `GET /media/${name} HTTP/1.1\r\nHost: x\r\n\r\n`, /./)).toMatch(/^HTTP\/1\.1 200 /);
  }
  await expect.poll(open, { interval: 20 }).toBeLessThan(before + 10);
  await rm(join(out, 'media', name));
  expect((await get(port, `/media/${name}`)).status).toBe(503);
  expect((await get(port, '/healthz')).status).toBe(200);
});

test('requests sent ahead wait for their turn, and are dropped with the connection', { tags: ['long'] }, async () => {
  const { port, log } = await startServer([encodeTestArticle(makeArticle({ id: 1, html: 'x'.repeat(8_000_000) }))]);
  const one = `GET ${list}/1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(one.repeat(100));
  await expect.poll(() => log.filter(({ event }) => event === 'response').length, { interval: 20 }).toBe(1);
  await setTimeout(50);
  socket.destroy();
  await setTimeout(50);
  expect(log.filter(({ event }) => event === 'response')).toHaveLength(1);
});

test('a client that takes a response late, whatever little of it is left over, gets the next one, too', {
  tags: ['long'],
}, async () => {
  const { port, server } = await startServer([encodeTestArticle(makeArticle({ id: 1, html: 'x'.repeat(16_000_000) }))]);
  // As much as no answer has: what is left over is always less, as in newer versions of Node between slow machines.
  Object.assign(server, { highWaterMark: 2 ** 30 });
  const accepted: Socket[] = [];
  server.on('connection', (each: Socket) => accepted.push(each));
  const socket = connect(port, '127.0.0.1');
  let size = 0;
  socket.on('data', (piece) => {
    size += piece.length;
  });
  for (const all of [16_000_000, 32_000_000]) {
    socket.pause();
    socket.write(`GET ${list}/1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`);
    await expect.poll(() => accepted[0]?.writableLength, { interval: 20 }).toBeGreaterThan(0);
    socket.resume();
    await expect.poll(() => size, { interval: 20 }).toBeGreaterThan(all);
  }
  socket.destroy();
});

test('a client may close its sending half before the response', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(`GET ${list}/1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`);
  let answer = '';
  for await (const piece of socket) answer += piece;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('close does not wait for a connection that asks nothing, or asks by half', async () => {
  const { port, close } = await startServer(articles);
  for (const text of ['', 'GET / HTTP/1.1\r\nHo']) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
  }
  await setTimeout(50);
  await close();
});

test('close finishes the responses under way', async () => {
  const big = encodeTestArticle(makeArticle({ id: 1, html: 'x'.repeat(6_000_000) }));
  const { port, close } = await startServer([big]);
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${list}/1 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`);
  let size = 0;
  let closed: Promise<void> | undefined;
  socket.on('data', (piece) => {
    size += piece.length;
    closed ??= close();
  });
  await once(socket, 'end');
  await closed;
  expect(size).toBeGreaterThan(6_000_000);
  await expect(get(port, list)).rejects.toThrow('ECONNREFUSED');
});

test.each([undefined, '', 'gly_x', 'A'.repeat(64)])('a key whose digest is %s refuses to start', async (digest) => {
  const keys = [{ name: 'web', digest: digest as string }];
  const starting = startServer(articles, { keys: () => keys });
  await expect(starting).rejects.toThrow('Key web: Expected a SHA-256 digest');
});

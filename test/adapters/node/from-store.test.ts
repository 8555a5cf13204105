import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type LogEntry, storeSource } from '../../../src/adapters/node.ts';
import { adapterArticles, openRequests, writeMedia } from '../../support/adapter-requests.ts';
import { firstOf } from '../../support/amount.ts';
import { flipped } from '../../support/damage.ts';
import { fillStore } from '../../support/fill-store.ts';
import { type FakeStore, fail, startObjectStore } from '../../support/object-store.ts';
import { encodeTestArticle, key, makeArticle } from '../../support/release.ts';
import { get, serveNode, startServer, type TestServer } from '../../support/server.ts';
import { holdTimeouts, skipPauses } from '../../support/timeouts.ts';

const articles = '/api/v1/articles';
const prefix = 'live';

interface FromStore {
  port: number;
  log: LogEntry[];
  refresh(): Promise<void>;
}

/** A server that reads from a store; it waits 2000 ms for an answer at most. */
async function serveFrom(store: FakeStore, { interval = 60_000 } = {}): Promise<FromStore> {
  const log: LogEntry[] = [];
  const patience = { attemptTimeout: 2000, timeout: 60_000, attempts: 2 };
  skipPauses();
  const { port, refresh } = await serveNode({
    out: storeSource({ ...store, prefix, ...patience, interval }),
    log: (entry) => log.push(entry),
  });
  return { port, log, refresh };
}

/** The same files on a disk and in a store. */
async function startBoth(set = adapterArticles.slice(0, 12)): Promise<{ disk: TestServer; store: FakeStore }> {
  const disk = await startServer(set);
  await writeMedia(disk.out);
  const store = await startObjectStore();
  await fillStore(store, disk.out, `${prefix}/`);
  return { disk, store };
}

const drawing = openRequests.find(([what]) => what === 'a drawing')?.[1] ?? '';
const pointerOf = `${prefix}/api/v1/release.json`;

/** The pointer is as it was `before` to who asks without a condition. */
function lagBehind(store: FakeStore, before: Buffer | undefined): void {
  store.meddle = ({ headers }, response, path) => {
    if (path !== pointerOf || headers['if-none-match'] !== undefined) return false;
    response.writeHead(200, { 'Content-Length': String(before?.length) }).end(before);
    return true;
  };
}

test('a new release is activated, and the pointer is asked for by its tag', async () => {
  const { disk, store } = await startBoth();
  const { port, log } = await serveFrom(store, { interval: 10 });
  const before = (await get(port, `${articles}?per_page=1`)).headers['galley-release'];
  await disk.publish([...adapterArticles.slice(0, 12), encodeTestArticle(makeArticle({ id: 999 }))]);
  await fillStore(store, disk.out, `${prefix}/`);
  await expect.poll(async () => (await get(port, `${articles}/999`)).status, { interval: 20 }).toBe(200);
  expect((await get(port, `${articles}?per_page=1`)).headers['galley-release']).not.toBe(before);
  expect(log.filter(({ event }) => event === 'release')).toHaveLength(2);
});

test('a new release is activated from a store whose servers lag behind each other', async () => {
  const { disk, store } = await startBoth();
  const { port } = await serveFrom(store, { interval: 10 });
  lagBehind(store, store.objects.get(pointerOf));
  await disk.publish([...adapterArticles.slice(0, 12), encodeTestArticle(makeArticle({ id: 999 }))]);
  await fillStore(store, disk.out, `${prefix}/`);
  await expect.poll(async () => (await get(port, `${articles}/999`)).status, { interval: 20 }).toBe(200);
});

describe('a store that gives nothing', () => {
  const outages: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['answers 503', (_, response) => fail(response, 503, 'SlowDown')],
    ['does not answer', () => {}],
    ['cuts connections', (request) => request.socket.destroy()],
  ];

  test.each(firstOf(1, outages))(
    '%s: what is in memory is served on, all else is 503, and health says so',
    { tags: ['scaled'] },
    async (what, outage) => {
      const { store } = await startBoth(adapterArticles);
      const expire = holdTimeouts();
      const { port, log, refresh } = await serveFrom(store);
      const warm = [`${articles}/7`, `${articles}?per_page=2`, '/', '/index.md', drawing];
      const before = await Promise.all(warm.map((target) => get(port, target)));
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const video = openRequests.find(([what]) => /video|asset/.test(what))?.[1] ?? '';
      store.meddle = (request, response) => {
        outage(request, response);
        if (what === 'does not answer') expire(2000);
        return true;
      };
      await refresh();
      const during = await Promise.all(warm.map((target) => get(port, target)));
      expect(during.map(({ status, body }) => [status, body])).toEqual(
        before.map(({ status, body }) => [status, body]),
      );
      const cold = await get(port, `${articles}?page=2`);
      expect([cold.status, cold.headers['retry-after']]).toEqual([503, expect.any(String)]);
      expect((await get(port, video)).status).toBe(503);
      expect((await get(port, `${articles}/7`, { headers: { 'X-Api-Key': 'another' } })).status).toBe(401);
      expect(JSON.parse((await get(port, '/healthz')).body)).toMatchObject({
        status: 'degraded',
        reasons: [expect.stringContaining('The store of the release does not respond')],
      });
      expect(log.filter(({ event }) => event === 'error').length).toBeLessThanOrEqual(2);
      store.meddle = () => false;
      await refresh();
      expect(JSON.parse((await get(port, '/healthz')).body)).toMatchObject({ status: 'ok' });
      expect((await get(port, `${articles}?page=2`)).status).toBe(200);
    },
  );

  test('at the start: 503 until it is there', async () => {
    const { store } = await startBoth();
    store.meddle = (_, response) => {
      fail(response, 503, 'SlowDown');
      return true;
    };
    const { port } = await serveFrom(store, { interval: 10 });
    expect((await get(port, articles)).status).toBe(503);
    expect((await get(port, '/healthz')).status).toBe(503);
    store.meddle = () => false;
    await expect.poll(async () => (await get(port, articles)).status, { interval: 20 }).toBe(200);
  });

  test('after a publish: what the new release shares with the one before is in memory', async () => {
    const { disk, store } = await startBoth(adapterArticles);
    const { port, refresh } = await serveFrom(store);
    await get(port, `${articles}/7`);
    await disk.publish([...adapterArticles, encodeTestArticle(makeArticle({ id: 999 }))]);
    await fillStore(store, disk.out, `${prefix}/`);
    await refresh();
    store.asked.length = 0;
    expect((await get(port, `${articles}/7`)).status).toBe(200);
    expect(store.asked.filter((each) => /\.table$/.test(each))).toEqual([]);
  });

  test('half-way through a publish: the release before is served on', async () => {
    const { disk, store } = await startBoth();
    const { port, refresh } = await serveFrom(store);
    await get(port, articles);
    const before = (await get(port, articles)).headers['galley-release'];
    await disk.publish(adapterArticles.slice(0, 5));
    await fillStore(store, disk.out, `${prefix}/`);
    store.meddle = (_, response, asked) => {
      if (!asked.includes('/index.')) return false;
      fail(response, 500, 'InternalError');
      return true;
    };
    await refresh();
    expect((await get(port, articles)).headers['galley-release']).toBe(before);
    expect(JSON.parse((await get(port, '/healthz')).body)).toMatchObject({ status: 'degraded' });
  });
});

test('a store that refuses to give the pointer is no store without one', async () => {
  const { store } = await startBoth();
  const { port, refresh } = await serveFrom(store);
  store.meddle = (_, response) => {
    fail(response, 403, 'AccessDenied');
    return true;
  };
  await refresh();
  expect(JSON.parse((await get(port, '/healthz')).body)).toMatchObject({
    status: 'degraded',
    reasons: [expect.stringContaining('The store of the release does not respond')],
  });
});

test('a short asset is read once, and is missing when the store has it no more', async () => {
  const { store } = await startBoth();
  const { port } = await serveFrom(store);
  const before = await get(port, drawing);
  store.asked.length = 0;
  const again = await get(port, drawing);
  expect([again.status, again.body]).toEqual([200, before.body]);
  const object = `${prefix}${decodeURI(drawing)}`;
  expect(store.asked).toEqual([`HEAD ${object}`]);
  store.objects.delete(object);
  expect((await get(port, drawing)).status).toBe(503);
  expect((await get(port, '/healthz')).body).toContain('.svg is missing');
});

test.each([
  ['table', /\.table$/, articles],
  ['lookup shard', /\/lookup\//, `${articles}/7`],
  ['page', /\/pages\/\w+\.json$/, articles],
  ['asset', /\/media\/[^/]+\.svg$/, drawing],
])('a %s that came damaged is not kept: 503, named, and asked for again', async (_, pattern, target) => {
  const { store } = await startBoth();
  const { port } = await serveFrom(store);
  const whole = new Map(store.objects);
  for (const [key, bytes] of whole) if (pattern.test(key)) store.objects.set(key, flipped(bytes, 20));
  // The head of an asset may have been sent by then.
  expect((await get(port, target).catch(() => null))?.status ?? 503).toBe(503);
  const { reasons } = JSON.parse((await get(port, '/healthz')).body);
  expect(reasons).toEqual([expect.stringMatching(/^\S+ is damaged/)]);
  for (const [key, bytes] of whole) store.objects.set(key, bytes);
  expect((await get(port, target)).status).toBe(200);
});

test('many who ask at once cost one request for each block and table', async () => {
  const { store } = await startBoth();
  const { port } = await serveFrom(store);
  store.asked.length = 0;
  const asked = Array.from({ length: 60 }, (_, i) => [articles, `${articles}/7`, '/'][i % 3] ?? '');
  const answers = await Promise.all(asked.map((target) => get(port, target)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(store.asked.length).toBeGreaterThan(3);
  // Pages that are open are read again by who comes before the first of them is hashed.
  const files = store.asked.filter((each) => each.includes('/api/'));
  expect(files).toEqual([...new Set(files)]);
  store.asked.length = 0;
  await get(port, articles);
  expect(store.asked).toEqual([]);
});

test('a pointer that was damaged on its way is read again', async () => {
  const { disk, store } = await startBoth();
  const { port, refresh } = await serveFrom(store);
  await disk.publish([encodeTestArticle(makeArticle({ id: 77 }))]);
  await fillStore(store, disk.out, `${prefix}/`);
  let damaged = 0;
  store.meddle = ({ headers }, response, path) => {
    if (path !== pointerOf || damaged > 0) return false;
    damaged++;
    const bytes = Buffer.from(String(store.objects.get(pointerOf)).replace(/[0-9a-f]{32}/, '0'.repeat(32)));
    // With the tag of what the store has.
    const tag = `"${createHash('md5')
      .update(store.objects.get(pointerOf) ?? '')
      .digest('hex')}"`;
    expect(headers['if-none-match']).not.toBe(tag);
    response.writeHead(200, { 'Content-Length': bytes.length, ETag: tag }).end(bytes);
    return true;
  };
  await refresh();
  const total = async () => (await get(port, articles, { headers: { 'X-Api-Key': key } })).headers['x-total-count'];
  expect([damaged, await total()]).toEqual([1, '12']);
  await refresh();
  expect(await total()).toBe('1');
});

import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';
import { createClient, memoryStore, ProblemError } from '../../src/client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Row = Response | Error | ((address: URL, init: RequestInit) => Response | Promise<Response>);

/** A client whose requests get these responses in turn, and the addresses that it asked for. */
function clientOf(...rows: Row[]) {
  const asked: string[] = [];
  const send = (async (address: string, init: RequestInit) => {
    asked.push(address.replace('https://x.test/api/v1', ''));
    const row = rows.shift();
    if (row === undefined) throw new RangeError(`nobody expects ${address}`);
    if (row instanceof Error) throw row;
    return typeof row === 'function' ? row(new URL(address), init) : row;
  }) as typeof fetch;
  return { client: createClient({ site: 'https://x.test/', key: 'gly_1', fetch: send }), asked, rows };
}

const json = (body: unknown, headers = {}) => Response.json(body, { headers });
const problem = (status: number, headers = {}, body: object = { detail: `It is ${status}.` }) =>
  Response.json(body, { status, headers });
const article = (id: number) => ({ id, slug: `a${id}` });
const page = (ids: number[], next: string | null) =>
  json({ data: ids.map(article), links: { next: next && `https://other.test/api/v1/articles${next}` } });
const changes = (ids: number[], removed: number[], token: string | null, next: string | null = null) =>
  json({
    data: ids.map(article),
    removed,
    meta: { token },
    links: { next: next && `https://x.test/api/v1/changes${next}` },
  });

/** Runs all timers until a promise is settled. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

async function idsOf(articles: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of articles) ids.push(id);
  return ids;
}

test('a list has the parameters that are given, the key, and the total', async () => {
  const { client, asked } = clientOf((_address, init) => {
    expect(new Headers(init.headers).get('X-Api-Key')).toBe('gly_1');
    return json({ data: [], links: {} }, { 'X-Total-Count': '7' });
  });
  const found = await client.list({
    page: 2,
    exclude_html: true,
    tag: ['a b', 'ü'],
    ids: [1, 2],
    author: undefined as never,
  });
  expect(found.total).toBe(7);
  expect(asked).toEqual(['/articles?page=2&exclude_html=true&tag=a+b&tag=%C3%BC&ids=1%2C2']);
});

test('all articles are read by the queries of links, at the site of the client alone', async () => {
  const { client, asked } = clientOf(page([3, 2], '?page=2&snapshot=3-a'), page([1], null));
  expect(await idsOf(client.all({ exclude_h1: true }))).toEqual([3, 2, 1]);
  expect(asked).toEqual(['/articles?per_page=100&exclude_h1=true', '/articles?page=2&snapshot=3-a']);
});

test('all articles without bodies are read a thousand at a time', async () => {
  const { client, asked } = clientOf(page([1], null));
  expect(await idsOf(client.all({ exclude_html: true, exclude_markdown: true }))).toEqual([1]);
  expect(asked).toEqual(['/articles?per_page=1000&exclude_html=true&exclude_markdown=true']);
});

test('after 410 all articles are read again, and none is given twice', async () => {
  const { client } = clientOf(page([3, 2], '?page=2'), problem(410), page([4, 3, 2], '?page=2'), page([1], null));
  expect(await idsOf(client.all())).toEqual([3, 2, 4, 1]);
});

test('after four times 410 the error is thrown', async () => {
  const { client } = clientOf(problem(410), problem(410), problem(410), problem(410));
  await expect(idsOf(client.all())).rejects.toMatchObject({ name: 'ProblemError', status: 410, message: 'It is 410.' });
});

test.each([
  ['429 with seconds', problem(429, { 'Retry-After': '3' }), 3000, 3000],
  ['503 with a date', problem(503, { 'Retry-After': new Date(61_000).toUTCString() }), 61_000, 61_000],
  ['503 with a date that is past', problem(503, { 'Retry-After': new Date(0).toUTCString() }), 0, 0],
  ['500', problem(500), 500, 1000],
  ['a failure of the network', new TypeError('fetch failed'), 500, 1000],
  ['a body that is cut off', new Response('{"data":'), 500, 1000],
])('%s is waited for', async (_name, row, least, most) => {
  vi.setSystemTime(0);
  const { client, asked } = clientOf(row, json({ data: [], links: {} }));
  await settle(client.list());
  expect(asked.length).toBe(2);
  expect(Date.now()).toBeGreaterThanOrEqual(least);
  expect(Date.now()).toBeLessThanOrEqual(most);
});

test('the fifth failure is thrown', async () => {
  const { client, asked } = clientOf(...Array.from({ length: 5 }, () => problem(503)));
  await expect(settle(client.list())).rejects.toMatchObject({ status: 503 });
  expect(asked.length).toBe(5);
});

test.each([401, 404, 422])('%d is not tried again', async (status) => {
  const { client, asked } = clientOf(
    problem(status, {}, { detail: 'No.', errors: { page: ['The page field is odd.'] } }),
  );
  const error = await client.list().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ status, message: 'No.', errors: { page: ['The page field is odd.'] } });
  expect(asked.length).toBe(1);
});

test('an error of another server names its address', async () => {
  const { client } = clientOf(new Response('<h1>No</h1>', { status: 403 }));
  await expect(client.list()).rejects.toMatchObject({ status: 403, message: expect.stringContaining('403') });
});

test('a signal ends the wait for another try', async () => {
  const { client } = clientOf(problem(503, { 'Retry-After': '3600' }));
  const controller = new AbortController();
  const listed = client.list({}, { signal: controller.signal });
  listed.catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error('enough'));
  await expect(listed).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('an article is found by id and slug, and null where there is none', async () => {
  const { client, asked } = clientOf(json(article(1)), json(article(2)), problem(404));
  expect([await client.get(1), await client.get('a/ü', { exclude_h1: true }), await client.get('b')]).toEqual([
    article(1),
    article(2),
    null,
  ]);
  expect(asked).toEqual(['/articles/1', '/articles/a%2F%C3%BC?exclude_h1=true', '/articles/b']);
});

test('terms are read from all pages', async () => {
  const terms = (term: string, next: string | null) =>
    json({ data: [{ term, count: 1 }], links: { next: next && `https://x.test/api/v1/terms${next}` } });
  const { client, asked } = clientOf(terms('a', '?kind=tag&page=2'), terms('b', null));
  expect(await client.terms('tag')).toEqual([
    { term: 'a', count: 1 },
    { term: 'b', count: 1 },
  ]);
  expect(asked).toEqual(['/terms?kind=tag&per_page=100', '/terms?kind=tag&page=2']);
});

test('the first sync reads everything, the next one what changed', async () => {
  const store = memoryStore();
  const { client, asked } = clientOf(
    changes([3, 2], [], null, '?page=2'),
    changes([1], [], 't1'),
    changes([2, 4], [1], 't2'),
    changes([], [], 't2'),
  );
  expect(await client.sync(store)).toEqual({ changed: [3, 2, 1], removed: [], token: 't1' });
  expect(await client.sync(store)).toEqual({ changed: [2, 4], removed: [1], token: 't2' });
  expect(await client.sync(store)).toEqual({ changed: [], removed: [], token: 't2' });
  expect([...store.articles.keys()].sort()).toEqual([2, 3, 4]);
  expect(asked).toEqual([
    '/changes?per_page=100',
    '/changes?page=2',
    '/changes?per_page=100&since=t1',
    '/changes?per_page=100&since=t2',
  ]);
});

test('after 410 everything is read, and what is not there any more is removed', async () => {
  const store = memoryStore();
  const { client } = clientOf(
    changes([1, 2, 3], [], 't1'),
    problem(410),
    // What a round brought that did not end may be gone as well.
    changes([2, 9], [], null, '?page=2'),
    problem(410),
    changes([2], [], null, '?page=2'),
    changes([4], [], 't2'),
  );
  await client.sync(store);
  const { changed, removed, token } = await client.sync(store);
  expect([changed, [...removed].sort(), token]).toEqual([[2, 4], [1, 3, 9], 't2']);
  expect([...store.articles.keys()].sort()).toEqual([2, 4]);
});

test('a sync that fails commits nothing', async () => {
  const store = memoryStore();
  const { client } = clientOf(changes([1], [], null, '?page=2'), problem(401));
  await expect(client.sync(store)).rejects.toMatchObject({ status: 401 });
  expect(store.token).toBe(null);
});

test('the client is one file of at most 3 kB, compressed, and asks for no other', async () => {
  const bundle = await rolldown({ input: `${packageFolder()}/src/client.ts`, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  expect(output.map(({ type }) => type)).toEqual(['chunk']);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  expect(gzipSync(code).length).toBeLessThanOrEqual(3 * 1024);
});

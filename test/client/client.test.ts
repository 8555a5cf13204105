import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';
import { type ClientOptions, createClient, memoryStore, type Page, ProblemError } from '../../src/client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Row = Response | Error | ((address: URL, init: RequestInit) => Response | Promise<Response>);

/** A client whose requests get these responses in turn, and the addresses that it asked for. */
function clientWith(options: Partial<ClientOptions>, ...rows: Row[]) {
  const asked: string[] = [];
  const send = (async (address: string, init: RequestInit) => {
    asked.push(address.replace('https://x.test/api/v1', ''));
    const row = rows.shift();
    if (row === undefined) throw new RangeError(`nobody expects ${address}`);
    if (row instanceof Error) throw row;
    return typeof row === 'function' ? row(new URL(address), init) : row;
  }) as typeof fetch;
  return { client: createClient({ site: 'https://x.test/', key: 'gly_1', fetch: send, ...options }), asked, rows };
}

const clientOf = (...rows: Row[]) => clientWith({}, ...rows);

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
  ['503 with a date', problem(503, { 'Retry-After': new Date(60_000).toUTCString() }), 60_000, 60_000],
  ['503 with a date that is past', problem(503, { 'Retry-After': new Date(0).toUTCString() }), 0, 0],
  ['500', problem(500), 500, 1000],
  ['a failure of the network', new TypeError('fetch failed'), 500, 1000],
  ['JSON that is cut off', new Response('{"data":', { headers: { 'Content-Type': 'application/json' } }), 500, 1000],
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

test('a longer Retry-After than maxRetryAfter is thrown at once, with the time in it', async () => {
  const { client, asked } = clientOf(problem(429, { 'Retry-After': '86400' }));
  const error = { name: 'ProblemError', status: 429, retryAfter: 86_400, message: 'It is 429. Try again in 86400 s.' };
  await expect(client.list()).rejects.toMatchObject(error);
  expect(asked.length).toBe(1);
});

test('a wait longer than a timer can be is as long as one', async () => {
  const late = problem(503, { 'Retry-After': '9999999' });
  const { client, asked } = clientWith({ maxRetryAfter: Number.POSITIVE_INFINITY }, late, page([], null));
  const listed = client.list();
  await vi.advanceTimersByTimeAsync(2 ** 31 - 2);
  expect(asked.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await listed;
});

test('a request without a whole response within the timeout is sent again, and then fails', async () => {
  const silent = (_: URL, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const { client, asked } = clientWith({ attempts: 2 }, silent, silent);
  await expect(settle(client.list())).rejects.toThrow('/api/v1/articles sent no whole response within 30000 ms');
  expect(asked.length).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('a 200 that is no JSON is an error at once', async () => {
  const { client, asked } = clientOf(new Response('<h1>Log in</h1>', { headers: { 'Content-Type': 'text/html' } }));
  await expect(client.list()).rejects.toThrow('responded with text/html, not JSON. Check the setting site.');
  expect(asked.length).toBe(1);
});

const redirect = (location: string, status = 308) => new Response(null, { status, headers: { Location: location } });

test('redirects are followed at the origin of the API', async () => {
  const { client, asked } = clientOf(
    redirect('/api/v1/articles/b'),
    redirect('https://public.test/api/v1/articles/c?exclude_h1=true', 301),
    json(article(1)),
  );
  expect((await client.get('a'))?.id).toBe(1);
  expect(asked).toEqual(['/articles/a', '/articles/b', '/articles/c?exclude_h1=true']);
});

test.each([
  [
    'to another address of another origin',
    redirect('https://other.test/login', 302),
    'leads to https://other.test/login',
  ],
  [
    'to the same with another scheme',
    redirect('https://other.test/api/v1/articles'),
    'The key goes to https://x.test alone',
  ],
  ['that a browser hides', Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' }), 'does not give'],
])('a redirect %s is an error at once', async (_name, row, message) => {
  const { client, asked } = clientOf(row);
  await expect(client.list()).rejects.toThrow(message);
  expect(asked.length).toBe(1);
});

test('a redirect that never ends is an error', async () => {
  const { client } = clientOf(...Array.from({ length: 6 }, (_, n) => redirect(`/api/v1/articles/${n}`)));
  await expect(client.list()).rejects.toThrow('leads to /api/v1/articles/5');
});

test('in a browser a page that gets nothing hears of cors, and one of the same origin follows redirects there alone', async () => {
  const asked = async (origin: string) => {
    vi.stubGlobal('location', { origin });
    let found: RequestInit = {};
    const { client } = clientWith({ attempts: 1 }, (_, init) => {
      found = init;
      throw new TypeError('Failed to fetch');
    });
    const error = await client.list().catch((thrown) => thrown);
    vi.unstubAllGlobals();
    return [found.mode, found.redirect, error.message];
  };
  const refused = 'https://x.test cannot be reached, or its setting cors does not list https://y.test.';
  expect(await asked('https://y.test')).toEqual([undefined, 'manual', refused]);
  expect(await asked('https://x.test')).toEqual(['same-origin', undefined, 'Failed to fetch']);
});

test('parameters that the API ignored are a warning', async () => {
  const onWarning = vi.fn();
  const { client } = clientWith({ onWarning }, json({ data: [], links: {} }, { 'Galley-Ignored': 'tags (tag)' }));
  await client.list();
  expect(onWarning).toHaveBeenCalledExactlyOnceWith('https://x.test/api/v1/articles: the API ignored tags (tag).');
});

test('a page gives the next one, until the last', async () => {
  const { client, asked } = clientOf(page([3], '?page=2&snapshot=3-a'), page([2], null));
  const ids: number[] = [];
  for (let each = (await client.list({ per_page: 1 })) as Page | null; each !== null; each = await each.next())
    ids.push(...each.data.map(({ id }) => id));
  expect([ids, asked]).toEqual([
    [3, 2],
    ['/articles?per_page=1', '/articles?page=2&snapshot=3-a'],
  ]);
});

test('a signal ends the loop over all articles within a page', async () => {
  const { client } = clientOf(page([3, 2, 1], null));
  const controller = new AbortController();
  const ids: number[] = [];
  const reading = async () => {
    for await (const { id } of client.all({}, { signal: controller.signal })) {
      ids.push(id);
      controller.abort(new Error('enough'));
    }
  };
  await expect(reading()).rejects.toThrow('enough');
  expect(ids).toEqual([3]);
});

test('a signal ends the wait for another try', async () => {
  const { client } = clientOf(problem(503, { 'Retry-After': '60' }));
  const controller = new AbortController();
  const listed = client.list({}, { signal: controller.signal });
  listed.catch(() => {});
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error('enough'));
  await expect(listed).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('an article is found by id and slug, and null where there is none', async () => {
  const link = (id: number, rel: string, title: string) =>
    `<https://x.test/api/v1/articles/${id}>; rel="${rel}"; ${title}`;
  const both = [link(8, 'prev', "title*=UTF-8''%C3%9C%2C%20%28b%27"), link(9, 'next', 'title=""')].join(', ');
  const { client, asked } = clientOf(
    json(article(1), { Link: link(7, 'next', 'title="Old"') }),
    json(article(2), { Link: both }),
    problem(404),
  );
  expect([await client.get(1), await client.get('a/ü', { exclude_h1: true }), await client.get('b')]).toEqual([
    { ...article(1), neighbours: { newer: null, older: { id: 7, title: 'Old' } } },
    { ...article(2), neighbours: { newer: { id: 8, title: "Ü, (b'" }, older: { id: 9, title: '' } } },
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

test('with other parameters than those of the token everything is read, and what is not there any more is removed', async () => {
  const store = memoryStore();
  const { client, asked } = clientOf(
    changes([1, 2], [], 't1'),
    changes([2], [], 't2'),
    changes([3], [], 't3'),
    changes([1, 2, 3], [], 't4'),
  );
  await client.sync(store);
  expect(await client.sync(store, { tag: 'a?b', exclude_html: true })).toMatchObject({ changed: [2], removed: [1] });
  expect(await client.sync(store, { tag: 'a?b', exclude_html: true })).toMatchObject({ changed: [3], removed: [] });
  await client.sync(store);
  expect([...store.articles.keys()].sort()).toEqual([1, 2, 3]);
  const selected = '/changes?per_page=100&tag=a%3Fb&exclude_html=true';
  expect(asked).toEqual(['/changes?per_page=100', selected, `${selected}&since=t2`, '/changes?per_page=100']);
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

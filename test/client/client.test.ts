import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
    filter: { series: 'a b', featured: true },
  });
  expect(found.total).toBe(7);
  expect(asked).toEqual([
    '/articles?page=2&exclude_html=true&tag=a+b&tag=%C3%BC&ids=1%2C2&filter%5Bseries%5D=a+b&filter%5Bfeatured%5D=true',
  ]);
});

test('all articles are read by the queries of links, at the site of the client alone', async () => {
  const { client, asked } = clientOf(page([3, 2], '?page=2&after=3-2'), page([1], null));
  expect(await idsOf(client.all({ exclude_h1: true }))).toEqual([3, 2, 1]);
  expect(asked).toEqual(['/articles?per_page=100&exclude_h1=true', '/articles?page=2&after=3-2']);
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
  ['429 with a part of a second', problem(429, { 'Retry-After': '2.25' }), 3000, 3000],
  ['429 with less than nothing', problem(429, { 'Retry-After': '-7' }), 500, 1000],
  ['429 with two numbers', problem(429, { 'Retry-After': '0, 1' }), 500, 1000],
  ['503 with a word', problem(503, { 'Retry-After': 'May' }), 500, 1000],
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

test.each([
  ['1'.repeat(400), 2 ** 31 - 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 2 ** 31 - 1],
])('a Retry-After of %s is as long as a number of 31 bits', async (value, retryAfter) => {
  const { client } = clientOf(problem(429, { 'Retry-After': value }));
  await expect(client.list()).rejects.toMatchObject({ retryAfter });
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

const jsonText = (text: string) => () => new Response(text, { headers: { 'Content-Type': 'application/json' } });
const noPage = { data: [], links: { next: null } };

test.each<[call: 'list' | 'get' | 'terms' | 'sync', text: string]>([
  ['list', '{"data":[{"id":1,"slug":"a"}],"li'],
  ['list', ''],
  ['list', 'null'],
  ['list', '"data"'],
  ['list', '[{"id":1,"slug":"a"}]'],
  ['list', '{"message":"hello"}'],
  ['list', '{"data":{"id":1},"links":{}}'],
  ['list', '{"data":[],"links":null}'],
  ['list', '{"data":[],"links":{"next":"page=2"}}'],
  ['list', '{"data":[],"links":{"next":2}}'],
  ['list', '{"data":[{"id":"1","type":"articles","attributes":{}}],"links":{}}'],
  ['list', '{"data":[null],"links":{}}'],
  ['get', '{"id":7,"title":{"rendered":"T"}}'],
  ['get', '{"data":[{"id":1,"slug":"a"}],"links":{}}'],
  ['terms', '{"data":[{"id":1,"slug":"a"}],"links":{}}'],
  ['sync', JSON.stringify(noPage)],
  ['sync', JSON.stringify({ ...noPage, removed: [] })],
  ['sync', JSON.stringify({ ...noPage, removed: [], meta: { token: null } })],
])('%s: %j is an error at once', async (call, text) => {
  const row = jsonText(text);
  const { client, asked } = clientOf(row, row, row, row, row);
  const calls = { get: () => client.get(7), list: client.list, terms: () => client.terms('tag') };
  const result = call === 'sync' ? client.sync(memoryStore()) : calls[call]();
  const message = expect.stringContaining('responded with JSON that is broken, or not of this API. Check the setting');
  await expect(result).rejects.toMatchObject({ name: 'ProblemError', status: 200, message });
  expect(asked.length).toBe(1);
});

test.each(['null', '[]', '"no"', '{}', '{"detail":{"a":1}}', '{"errors":"none"}'])(
  'an error with the JSON %s names its status',
  async (text) => {
    const { client } = clientOf(new Response(text, { status: 400, headers: { 'Content-Type': 'application/json' } }));
    await expect(client.list()).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/with 400\.$/) });
  },
);

test.each([
  ['gly_\u201c1', 'is no plain ASCII'],
  ['gly_1\nX-Other: 1', 'is no plain ASCII'],
  ['gly_\u00e9', 'is no plain ASCII'],
  [undefined, 'is undefined'],
  [null, 'is null'],
])('the key %j is an error at once, which does not show it', async (key, found) => {
  const { client, asked } = clientWith({ key: key as string }, page([], null));
  await expect(client.list()).rejects.toThrow(`The setting key ${found}. Copy it again.`);
  expect(asked).toEqual([]);
});

test('white space around a key, as of a file, is none of it', async () => {
  const { client, asked } = clientWith({ key: ' gly_1\r\n' }, page([], null));
  await client.list();
  expect(asked.length).toBe(1);
});

describe('links that lead in a circle are an error:', () => {
  const rows = [page([3], '?page=2'), page([2], '?page=3'), page([1], '?page=2')];
  const error = 'leads in a circle';

  test('of all articles', async () => {
    const { client } = clientOf(...rows.map((row) => row.clone()));
    await expect(idsOf(client.all())).rejects.toThrow(error);
  });

  test('of pages, each of which gives its next one again', async () => {
    const { client } = clientOf(...[0, 1, 1, 2].map((n) => rows[n]?.clone() as Response));
    const first = await client.list();
    await first.next();
    const third = await (await first.next())?.next();
    expect(third?.data).toEqual([article(1)]);
    await expect(third?.next()).rejects.toThrow(error);
  });

  test('of terms and of changes', async () => {
    const terms = () => json({ data: [], links: { next: 'https://x.test/api/v1/terms?kind=tag' } });
    await expect(clientOf(terms(), terms()).client.terms('tag')).rejects.toThrow(error);
    const store = memoryStore();
    const { client } = clientOf(changes([1], [], null, '?page=2'), changes([1], [], null, '?page=2'));
    await expect(client.sync(store)).rejects.toThrow(error);
    expect(store.token).toBe(null);
  });
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
])('a redirect %s is an error at once', async (_name, row, message) => {
  const { client, asked } = clientOf(row);
  await expect(client.list()).rejects.toThrow(message);
  expect(asked.length).toBe(1);
});

const hidden = () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
const redirected = (url: string) =>
  Object.defineProperties(json(article(1)), { redirected: { value: true }, url: { value: url } });
/** A page of an API that has this origin in its links. */
const named = (origin: string) => json({ data: [], links: { first: `${origin}/api/v1/articles?page=1`, next: null } });
/** What a request without a key gets. */
const withoutKey =
  (row: Response | Error): Row =>
  (_, { headers }) => {
    expect(headers).toBe(undefined);
    if (row instanceof Error) throw row;
    return row;
  };

test('of redirects that a browser hides, it follows one that only a key gets', async () => {
  const { client, asked } = clientOf(hidden(), withoutKey(problem(401)), named('https://x.test'), (_, init) => {
    expect([init.redirect, init.headers]).toEqual(['follow', { 'X-Api-Key': 'gly_1' }]);
    return redirected('https://x.test/api/v1/articles/b');
  });
  expect((await client.get('a'))?.id).toBe(1);
  expect(asked).toEqual(['/articles/a', '/articles/a', '/terms?kind=tag&per_page=1', '/articles/a']);
});

test('one that everybody gets is followed by hand', async () => {
  const there = redirected('https://x.test/api/v1/articles/b');
  const { client, asked } = clientOf(hidden(), withoutKey(there), json(article(1)));
  expect((await client.get('a'))?.id).toBe(1);
  expect(asked).toEqual(['/articles/a', '/articles/a', '/articles/b']);
});

test.each<[name: string, message: string, ...rows: Row[]]>([
  ['to another origin', 'leads to https://o.test/in', withoutKey(redirected('https://o.test/in'))],
  ['to where browsers let nobody read', 'this browser does not give', withoutKey(new TypeError('Failed to fetch'))],
  ['that others do not get', 'this browser does not give', withoutKey(problem(404))],
  ['of an API with other links', 'this browser does not give', withoutKey(problem(401)), named('https://x.test.o')],
  ['of all that a key gets', 'this browser does not give', withoutKey(problem(401)), hidden()],
])('and one %s is an error', async (_name, message, ...rows) => {
  const { client, asked } = clientOf(hidden(), ...rows);
  await expect(client.get('a')).rejects.toThrow(message);
  expect(asked.length).toBe(1 + rows.length);
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
  const { client, asked } = clientOf(page([3], '?page=2&after=3-2'), page([2], null));
  const ids: number[] = [];
  for (let each = (await client.list({ per_page: 1 })) as Page | null; each !== null; each = await each.next())
    ids.push(...each.data.map(({ id }) => id));
  expect([ids, asked]).toEqual([
    [3, 2],
    ['/articles?per_page=1', '/articles?page=2&after=3-2'],
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

test('an article is found by id and slug, with its neighbours, and null where there is none', async () => {
  const link = (name: number | string, rel: string, more = '') =>
    `<https://x.test/api/v1/articles/${name}>; rel="${rel}"${more}`;
  const newer = `${link(8, 'prev', "; title*=UTF-8''%C3%9C%2C%20%28b%27")}, ${link('%C3%BC-b', 'prev')}`;
  const { client } = clientOf(
    // Of a release of an earlier version, without slugs.
    json(article(1), { Link: link(7, 'next', '; title="Old"') }),
    json(article(2), { Link: `${newer}, ${link(9, 'next', '; title=""')}, ${link('a9', 'next')}` }),
    problem(404),
  );
  expect([await client.get('a1'), await client.get('a2'), await client.get('b')]).toEqual([
    { ...article(1), neighbours: { newer: null, older: { id: 7, slug: '7', title: 'Old' } }, movedTo: null },
    {
      ...article(2),
      neighbours: { newer: { id: 8, slug: 'ü-b', title: "Ü, (b'" }, older: { id: 9, slug: 'a9', title: '' } },
      movedTo: null,
    },
    null,
  ]);
});

test.each([1, '1', 'former', 'a/ü'])('an article that is asked for as %j says which slug it has', async (name) => {
  const { client, asked } = clientOf(json(article(1)));
  expect((await client.get(name, { exclude_h1: true }))?.movedTo).toBe('a1');
  expect(asked).toEqual([`/articles/${encodeURIComponent(name)}?exclude_h1=true`]);
});

test('changes since a token come from all pages; where they are not known any more, and of no token, as the API says', async () => {
  const { client, asked } = clientOf(
    changes([2], [], null, '?page=2'),
    json({
      data: [],
      removed: [1],
      former_slugs: [{ id: 1, slug: 'a1' }],
      meta: { token: 't2' },
      links: { next: null },
    }),
    problem(410),
    problem(422, {}, { detail: 'No.', errors: { since: ['No.'] } }),
  );
  expect(await client.changes('t1', { exclude_html: true })).toEqual({
    ...{ changed: [article(2)], removed: [1], formerSlugs: [{ id: 1, slug: 'a1' }], token: 't2' },
  });
  expect(await client.changes('t1')).toBe(null);
  await expect(client.changes('x')).rejects.toMatchObject({ status: 422 });
  expect(asked.slice(0, 2)).toEqual([
    '/changes?per_page=100&include_details=true&exclude_html=true&since=t1',
    '/changes?page=2',
  ]);
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

test('after 422 of its token, as of one that names no selection, everything is read', async () => {
  const store = memoryStore();
  const refused = problem(422, {}, { detail: 'No.', errors: { since: ['The since field must come with …'] } });
  const { client, asked } = clientOf(changes([1, 2], [], 't1'), refused, changes([2], [], 't2-s'));
  await client.sync(store, { tag: 'x' });
  expect(await client.sync(store, { tag: 'x' })).toMatchObject({ changed: [2], removed: [1], token: 't2-s?tag=x' });
  expect(asked.slice(1)).toEqual(['/changes?per_page=100&tag=x&since=t1', '/changes?per_page=100&tag=x']);
});

test('a sync that fails commits nothing', async () => {
  const store = memoryStore();
  const { client } = clientOf(changes([1], [], null, '?page=2'), problem(401));
  await expect(client.sync(store)).rejects.toMatchObject({ status: 401 });
  expect(store.token).toBe(null);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ProblemDetailsSchema } from '../support/description-schemas.ts';
import { ask, encodeTestArticle, key, makeArticle, makeRelease, site, type TestRelease } from '../support/release.ts';

const list = '/api/v1/articles';
let release: TestRelease;

beforeAll(async () => {
  release = await makeRelease([
    encodeTestArticle(makeArticle({ id: 1, slug: 'first', publish_at: '2026-01-01T00:00:00Z' }), {
      aliases: ['erste', '漢字'],
    }),
    encodeTestArticle(
      makeArticle({ id: 2, slug: 'zweiter-größe', publish_at: '2026-02-01T00:00:00Z', html: '<h1>A</h1><p>b</p>' }),
      { htmlCuts: [[0, 10]], aliases: ['second'] },
    ),
    encodeTestArticle(
      makeArticle({ id: 3, slug: '__proto__', publish_at: '2026-03-01T00:00:00Z', updated_at: '2026-04-02T00:00:00Z' }),
    ),
    encodeTestArticle(makeArticle({ id: 4, slug: 'later', publish_at: '2026-07-01T12:00:00Z' }), { aliases: ['soon'] }),
  ]);
});

describe('errors', () => {
  test.each<[string, string, { noRelease?: boolean; method?: string; headers?: Record<string, string> }, number]>([
    ['a target of 8,001 bytes, even without a key', `${list}?x=${'a'.repeat(8001 - list.length - 3)}`, {}, 414],
    ['another route, before the key', '/api/v1/nothing', { headers: { 'x-api-key': '' } }, 404],
    ['the bare base address', '/api/v1', {}, 404],
    ['a route below an article', `${list}/1/comments`, {}, 404],
    ['another method, before the key', list, { method: 'DELETE', headers: { 'x-api-key': '' } }, 405],
    ['a method that HTTP does not know', list, { method: 'BREW' }, 501],
    ['a method in small letters', list, { method: 'get' }, 501],
    ['no key', list, { headers: { 'x-api-key': '' } }, 401],
    ['an unknown key', list, { headers: { 'x-api-key': 'x' } }, 401],
    ['a key sent twice', list, { headers: { 'x-api-key': `${key}, ${key}` } }, 401],
    ['a key before parameters', `${list}?page=0`, { headers: { 'x-api-key': 'x' } }, 401],
    ['parameters before existence', `${list}/unknown?exclude_h1=x`, {}, 422],
    ['an unknown slug', `${list}/unknown`, {}, 404],
    ['an unknown id', `${list}/99`, {}, 404],
    ['an id with a leading zero', `${list}/01`, {}, 404],
    ['an id beyond 31 bits', `${list}/99999999999999999999`, {}, 404],
    ['a name that every object has', `${list}/constructor`, {}, 404],
    ['a slug that is no UTF-8', `${list}/%ff`, {}, 404],
    ['a path that climbs', `${list}/..%2f..%2frelease.json`, {}, 404],
    ['an article not yet published, by slug', `${list}/later`, {}, 404],
    ['an article not yet published, by id', `${list}/4`, {}, 404],
    ['a former slug of an article not yet published', `${list}/soon`, {}, 404],
    ['a token of a release that is not known', `/api/v1/changes?since=${'a'.repeat(32)}-1`, {}, 410],
    ['no release yet', list, { noRelease: true }, 503],
  ])('%s', async (_, target, { noRelease, ...options }, status) => {
    const answer = await ask(
      noRelease ? { storage: memoryStorage(new Map()), release: null } : release,
      target,
      options,
    );
    expect(answer.status).toBe(status);
    const details = ProblemDetailsSchema.parse(JSON.parse(answer.text));
    expect(details.status).toBe(status);
    expect(details.message).toBe(details.detail);
    expect(details.errors !== undefined).toBe(status === 422);
    expect(details.start).toBe(status === 410 ? /<(.*)>/.exec(answer.headers.Link ?? '')?.[1] : undefined);
    expect(answer.headers).toMatchObject({
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding, X-Api-Key',
      'Content-Type': 'application/problem+json',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
    });
    if (status === 401) expect(answer.headers['WWW-Authenticate']).toBe('ApiKey realm="articles"');
    if (status === 405) expect(answer.headers.Allow).toBe('GET, HEAD, OPTIONS');
    if (status === 503) expect(answer.headers['Retry-After']).toBe('5');
  });

  test('an article not yet published gets the response of an unknown one', async () => {
    expect(await ask(release, `${list}/later`)).toEqual(await ask(release, `${list}/unknown`));
  });

  test('every refused key gets the same response', async () => {
    const keys = [
      { name: 'expired', digest: sha256('expired'), expires: Date.parse('2026-06-01T00:00:00Z') / 1000 },
      { name: 'revoked', digest: sha256('revoked'), revoked: true },
    ];
    const answers = await Promise.all(
      ['', 'expired', 'revoked', 'x'.repeat(10_000)].map((shown) =>
        ask(release, list, { headers: { 'x-api-key': shown }, service: { keys: () => keys } }),
      ),
    );
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 401 });
  });

  test('all errors of the parameters are reported at once', async () => {
    const { text } = await ask(release, `${list}?page=0&per_page=101&exclude_h1=x`);
    expect(Object.keys(JSON.parse(text).errors)).toEqual(['page', 'per_page', 'exclude_h1']);
  });

  test.each([
    ['page=0', 'The page field must be at least 1.'],
    ['page=0&per_page=0', 'The page field must be at least 1. (and 1 more error)'],
    ['page=0&per_page=0&exclude_h1=x', 'The page field must be at least 1. (and 2 more errors)'],
  ])('the message of %s counts its errors', async (query, message) => {
    expect(JSON.parse((await ask(release, `${list}?${query}`)).text).message).toBe(message);
  });
});

test.each([
  ['a target of 8,000 bytes', `${list}?x=${'a'.repeat(8000 - list.length - 3)}`],
  ['a target with a fragment', `${list}#part`],
  ['a query before a fragment', `${list}?page=1#part`],
])('%s is served', async (_, target) => {
  expect((await ask(release, target)).status).toBe(200);
});

test('OPTIONS gives 204 without a key', async () => {
  const answer = await ask(release, list, { method: 'OPTIONS', headers: { 'x-api-key': '' } });
  expect(answer).toMatchObject({ status: 204, text: '', headers: { Allow: 'GET, HEAD, OPTIONS' } });
});

test('HEAD responds as GET without the body', async () => {
  for (const target of [list, `${list}/1`, `${list}/99`, `${list}?page=0`]) {
    const get = await ask(release, target);
    const head = await ask(release, target, { method: 'HEAD' });
    expect(head).toEqual({ ...get, text: '', bytes: Buffer.alloc(0) });
  }
});

describe('the envelope', () => {
  test('its keys, and the order of the articles', async () => {
    const { text } = await ask(release, `${list}?per_page=2`);
    const body = JSON.parse(text);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([3, 2]);
    expect(Object.keys(body)).toEqual(['data', 'links', 'meta']);
    expect(body.links).toEqual({
      first: `${site}${list}?page=1&per_page=2`,
      last: `${site}${list}?page=2&per_page=2`,
      prev: null,
      next: `${site}${list}?page=2&after=${Date.UTC(2026, 1) / 1000}-2&per_page=2`,
    });
    expect(body.meta).toEqual({ current_page: 1, from: 1, path: `${site}${list}`, per_page: 2, to: 2 });
  });

  test('links repeat what was given, in its plain form', async () => {
    const { text } = await ask(release, `${list}?per_page=%2B2&exclude_h1=True&other=1`);
    expect(JSON.parse(text).links.first).toBe(`${site}${list}?page=1&per_page=2&exclude_h1=true`);
    const plain = await ask(release, list);
    expect(JSON.parse(plain.text).links.first).toBe(`${site}${list}?page=1`);
  });

  test('the same as headers', async () => {
    const { text, headers } = await ask(release, `${list}?page=2&per_page=2`);
    const { links } = JSON.parse(text);
    expect(headers.Link).toBe(
      `<${links.first}>; rel="first", <${links.prev}>; rel="prev", <${links.last}>; rel="last"`,
    );
    expect(headers['X-Total-Count']).toBe('3');
    expect(headers['Galley-Release']).toBe(release.release.id);
    expect(headers['Content-Type']).toBe('application/json');
  });

  test('beyond the end', async () => {
    const { text, status } = await ask(release, `${list}?page=9007199254740991&per_page=2`);
    const { data, links, meta } = JSON.parse(text);
    expect([status, data, links.next, meta.from, meta.to]).toEqual([200, [], null, null, null]);
    expect(links.prev).toBe(links.last);
    expect(links.prev).toContain('page=2&per_page=2');
  });

  test('of an empty set', async () => {
    const empty = await makeRelease([]);
    for (const page of [1, 7]) {
      const { text, headers } = await ask(empty, `${list}?page=${page}`);
      const { data, links } = JSON.parse(text);
      expect(data).toEqual([]);
      expect(links).toEqual({
        first: `${site}${list}?page=1`,
        last: `${site}${list}?page=1`,
        prev: null,
        next: null,
      });
      expect(headers['X-Total-Count']).toBe('0');
      expect(headers['Last-Modified']).toBeUndefined();
    }
    expect((await ask(empty, `${list}/1`)).status).toBe(404);
  });
});

describe('one article', () => {
  test.each([
    ['by id', `${list}/1`, 1],
    ['by slug', `${list}/first`, 1],
    ['by a percent-encoded slug', `${list}/zweiter-gr%C3%B6%C3%9Fe`, 2],
    ['by a slug in decomposed form', `${list}/zweiter-gro%CC%88%C3%9Fe`, 2],
    ['by a slug that names a prototype', `${list}/__proto__`, 3],
  ])('%s', async (_, target, id) => {
    const { status, text, headers } = await ask(release, target);
    expect([status, JSON.parse(text).id]).toEqual([200, id]);
    expect(headers).toMatchObject({
      'Galley-Release': release.release.id,
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, X-Api-Key',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test.each([
    [`${list}/erste`, `${site}${list}/first`],
    [`${list}/%E6%BC%A2%E5%AD%97?exclude_h1=1`, `${site}${list}/first?exclude_h1=true`],
    [`${list}/second`, `${site}${list}/zweiter-gr%C3%B6%C3%9Fe`],
  ])('a former slug: %s', async (target, location) => {
    const { status, headers } = await ask(release, target);
    expect([status, headers.Location]).toEqual([308, location]);
    expect(headers).toMatchObject({
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding, X-Api-Key',
      'Content-Length': '0',
      'Galley-Release': release.release.id,
    });
  });
});

describe('time', () => {
  test.each([
    ['2026-07-01T11:59:59Z', 404, 3],
    ['2026-07-01T12:00:00Z', 200, 4],
    ['2026-07-01T11:59:59Z', 404, 3],
    ['1969-01-01T00:00:00Z', 404, 0],
    ['2126-01-01T00:00:00Z', 200, 4],
  ])('at %s an article to be published at 12:00 gives %d', async (now, status, total) => {
    expect((await ask(release, `${list}/later`, { now })).status).toBe(status);
    expect((await ask(release, list, { now })).headers['X-Total-Count']).toBe(String(total));
  });
});

describe('entity tags', () => {
  test('a response that the client has is not sent again', async () => {
    for (const target of [list, `${list}/2`, `${list}/2?exclude_h1=1`]) {
      const { headers } = await ask(release, target);
      const tag = headers.ETag ?? '';
      expect(tag).toMatch(/^"[!#-~]+"$/);
      for (const held of [tag, `W/${tag}`, `"a", W/"b,c",${tag}`, '*', ' * ']) {
        const answer = await ask(release, target, { headers: { 'if-none-match': held } });
        expect([answer.status, answer.text, answer.headers.ETag]).toEqual([304, '', tag]);
        expect(answer.headers['Cache-Control']).toBe('private, no-cache');
        expect(answer.headers.Vary).toBe('Accept-Encoding, X-Api-Key');
        expect(answer.headers['Content-Length']).toBeUndefined();
      }
      for (const other of ['"x"', tag.slice(1, -1), `"${tag}`]) {
        expect((await ask(release, target, { headers: { 'if-none-match': other } })).status).toBe(200);
      }
    }
  });

  test('differ exactly where bodies do', async () => {
    const answers = await Promise.all(
      [
        list,
        `${list}?page=1`,
        `${list}?page=2`,
        `${list}?per_page=2`,
        `${list}?exclude_h1=true`,
        `${list}/1`,
        `${list}/1?exclude_h1=true`,
        `${list}/2`,
        `${list}/2?exclude_h1=true`,
      ].map((target) => ask(release, target)),
    );
    for (const a of answers) {
      for (const b of answers) expect(a.headers.ETag === b.headers.ETag).toBe(a.text === b.text);
    }
  });

  test('an edit leaves the tags of pages that do not show it', async () => {
    const articles = (title: string) =>
      [1, 2, 3, 4].map((id) => encodeTestArticle(makeArticle({ id, ...(id === 1 && { title }) })));
    const [before, after] = [await makeRelease(articles('Before')), await makeRelease(articles('After'))];
    for (const [page, isSame] of [
      [1, true],
      [2, false],
    ] as const) {
      const [a, b] = await Promise.all([before, after].map((one) => ask(one, `${list}?per_page=2&page=${page}`)));
      expect(a?.headers.ETag === b?.headers.ETag).toBe(isSame);
    }
  });

  test('Last-Modified is the newest change, whichever article it was made to', async () => {
    const one = await makeRelease([
      encodeTestArticle(makeArticle({ id: 1, updated_at: '2026-05-01T00:00:00Z' })),
      encodeTestArticle(makeArticle({ id: 2 })),
    ]);
    expect((await ask(one, list)).headers['Last-Modified']).toBe('Fri, 01 May 2026 00:00:00 GMT');
  });

  test('Last-Modified is the newest change shown, never later than now', async () => {
    const shown = async (target: string, now?: string) =>
      (await ask(release, target, now ? { now } : {})).headers['Last-Modified'];
    expect(await shown(list)).toBe('Thu, 02 Apr 2026 00:00:00 GMT');
    expect(await shown(`${list}/2`)).toBe('Sun, 01 Feb 2026 00:00:00 GMT');
    expect(await shown(list, '2026-03-02T00:00:00Z')).toBe('Mon, 02 Mar 2026 00:00:00 GMT');
  });
});

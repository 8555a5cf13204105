import { beforeAll, expect, test } from 'vitest';
import { ask, encodeTestArticle, makeArticle, makeRelease, site, type TestRelease } from '../support/release.ts';

// What every request gets is in test/conformance/cases; here is what takes a release of its own.

const list = '/api/v1/articles';
let release: TestRelease;

beforeAll(async () => {
  release = await makeRelease([
    encodeTestArticle(makeArticle({ id: 1, publish_at: '2026-01-01T00:00:00Z' })),
    encodeTestArticle(
      makeArticle({ id: 2, slug: 'größe', publish_at: '2026-02-01T00:00:00Z', html: '<h1>A</h1><p>b</p>' }),
      { htmlCuts: [[0, 10]] },
    ),
    encodeTestArticle(
      makeArticle({ id: 3, slug: '__proto__', publish_at: '2026-03-01T00:00:00Z', updated_at: '2026-04-02T00:00:00Z' }),
    ),
    encodeTestArticle(makeArticle({ id: 4, publish_at: '2026-07-01T12:00:00Z' })),
  ]);
});

test.each([
  ['page=0', 'The page field must be at least 1.'],
  ['page=0&per_page=0', 'The page field must be at least 1. (and 1 more error)'],
  ['page=0&per_page=0&exclude_h1=x', 'The page field must be at least 1. (and 2 more errors)'],
])('the message of %s counts its errors', async (query, message) => {
  expect(JSON.parse((await ask(release, `${list}?${query}`)).text).message).toBe(message);
});

test.each([
  ['in decomposed form', 'gro%CC%88%C3%9Fe', 2],
  ['that names a prototype', '__proto__', 3],
])('a slug %s is found', async (_, slug, id) => {
  const { status, text } = await ask(release, `${list}/${slug}`);
  expect([status, JSON.parse(text).id]).toEqual([200, id]);
});

test('the list of an empty release has one page', async () => {
  const empty = await makeRelease([]);
  for (const page of [1, 7]) {
    const { text, headers } = await ask(empty, `${list}?page=${page}`);
    const { data, links } = JSON.parse(text);
    const only = `${site}${list}?page=1`;
    expect({ data, links }).toEqual({ data: [], links: { first: only, last: only, prev: null, next: null } });
    expect([headers['X-Total-Count'], headers['Last-Modified']]).toEqual(['0', undefined]);
  }
  expect((await ask(empty, `${list}/1`)).status).toBe(404);
});

test('no page comes after one that has all that is selected', async () => {
  const nextOf = async (query: string) => JSON.parse((await ask(release, `${list}?${query}`)).text).links.next;
  expect([await nextOf('ids=1,2&per_page=2'), await nextOf('per_page=3')]).toEqual([null, null]);
  expect(await nextOf('ids=1,2,3&per_page=2')).toContain('page=2');
});

test.each([
  ['1969-01-01T00:00:00Z', 0],
  ['2126-01-01T00:00:00Z', 4],
])('at %s there are %d articles', async (now, total) => {
  expect((await ask(release, list, { now })).headers['X-Total-Count']).toBe(String(total));
});

test('entity tags differ exactly where bodies do', async () => {
  const pages = ['', '?page=1', '?page=2', '?per_page=2', '?exclude_h1=true'];
  const articles = ['/1', '/1?exclude_h1=true', '/2', '/2?exclude_h1=true'];
  const answers = await Promise.all([...pages, ...articles].map((rest) => ask(release, list + rest)));
  for (const a of answers) {
    for (const b of answers) expect(a.headers.ETag === b.headers.ETag).toBe(a.text === b.text);
  }
});

test('Last-Modified is the newest change shown, whichever article it was made to, and never later than now', async () => {
  const shown = async (target: string, now?: string) =>
    (await ask(release, target, now ? { now } : {})).headers['Last-Modified'];
  expect(await shown(list)).toBe('Thu, 02 Apr 2026 00:00:00 GMT');
  expect(await shown(`${list}/2`)).toBe('Sun, 01 Feb 2026 00:00:00 GMT');
  expect(await shown(list, '2026-03-02T00:00:00Z')).toBe('Mon, 02 Mar 2026 00:00:00 GMT');
});

/** @module-tag scaled */
import { beforeAll, describe, expect, test } from 'vitest';
import { pointerPath } from '../../src/core/format.ts';
import { amount } from '../support/amount.ts';
import type { TestArticle } from '../support/in-memory-release.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site, type TestRelease } from '../support/release.ts';

const list = '/api/v1/articles';
const start = Date.parse('2020-01-01T00:00:00Z');
const now = '2026-06-01T00:00:00Z';
const count = amount({ test: 100, all: 3000, soak: 10_000 });
const pages = count / 10;

/** An article of each hour from `start` on; the last one is not yet published. */
function article(
  id: number,
  text = 'Text',
  more: { hour?: number; updated?: string; media?: string[] } = {},
): TestArticle {
  const heading = `<h1>Article ${id}</h1>`;
  const hour = more.hour ?? id;
  const at = hour > count ? '2027-01-01T00:00:00Z' : new Date(start + hour * 3_600_000).toISOString();
  return encodeTestArticle(
    makeArticle({
      id,
      html: `${heading}<p>${text}</p>`,
      publish_at: at.replace('.000Z', 'Z'),
      updated_at: more.updated ?? null,
    }),
    { htmlCuts: [[0, heading.length]], aliases: [`former-${id}`], media: more.media ?? [] },
  );
}

/** `ETag` and `Last-Modified` of the responses to targets. */
type Held = Map<string, string>;

interface Pages {
  live: Held;
  /** Pages that say what they come after. */
  behind: Held;
  /** Articles by themselves, some of all. */
  articles: Held;
}

const forms = [
  { coding: 'identity', query: '' },
  { coding: 'gzip', query: '' },
  { coding: 'identity', query: '&exclude_h1=1' },
  { coding: 'gzip', query: '&exclude_h1=1' },
] as const;
type Form = (typeof forms)[number];

async function validatorsOf(one: TestRelease, target: string, coding: string): Promise<string> {
  const headers = { 'accept-encoding': coding };
  const { status, headers: found } = await ask(one, target, { now, headers, method: 'HEAD' });
  return `${status} ${found.ETag} ${found['Last-Modified']}`;
}

/** When the article of a number is published, in seconds. */
const secondsOf = (id: number): number => start / 1000 + id * 3600;

/** What a client has after a crawl by page number, one by `next`, and one of articles. */
async function hold(one: TestRelease, { coding, query }: Form): Promise<Pages> {
  const held: Pages = { live: new Map(), behind: new Map(), articles: new Map() };
  for (let page = 1; page <= pages; page++) {
    const last = count + 1 - (page - 1) * 10;
    const targets = {
      live: `${list}?per_page=10&page=${page}${query}`,
      behind: `${list}?per_page=10&page=${page}${query}&after=${secondsOf(last)}-${last}`,
      articles: `${list}/${page * 10}?${query.slice(1)}`,
    };
    for (const kind of ['live', 'behind', 'articles'] as const) {
      held[kind].set(targets[kind], await validatorsOf(one, targets[kind], coding));
    }
  }
  return held;
}

const held = new Map<string, Promise<Pages>>();

/** The same, asked once for each release. */
function recall(one: TestRelease, form: Form): Promise<Pages> {
  const key = JSON.stringify([one.release.id, form]);
  const pages = held.get(key) ?? hold(one, form);
  held.set(key, pages);
  return pages;
}

function countKept(before: Pages, after: Pages): Record<keyof Pages, number> {
  const kept = (a: Held, b: Held): number => [...a].filter(([target, held]) => b.get(target) === held).length;
  return {
    live: kept(before.live, after.live),
    behind: kept(before.behind, after.behind),
    articles: kept(before.articles, after.articles),
  };
}

let articles: TestArticle[];
let first: TestRelease;
beforeAll(async () => {
  articles = Array.from({ length: count + 1 }, (_, i) => article(i + 1));
  first = await makeRelease(articles);
});

const without = (id: number): TestArticle[] => articles.filter((each) => each.id !== id);
const old = 0.4 * count;

describe(`of ${pages} pages of 10 articles, and of ${pages} articles, these keep ETag and Last-Modified`, () => {
  const rows: [what: string, then: () => TestArticle[], kept: Record<keyof Pages, number>][] = [
    [
      'one old article is edited',
      () => [...without(old), article(old, 'edited')],
      { live: pages - 1, behind: pages - 1, articles: pages - 1 },
    ],
    [
      'one old article is edited, with a date of the change',
      () => [...without(old), article(old, 'edited', { updated: '2026-05-31T00:00:00Z' })],
      { live: pages - 1, behind: pages - 1, articles: pages - 1 },
    ],
    [
      'one old article becomes many times as long',
      () => [...without(old), article(old, 'longer '.repeat(5000))],
      { live: pages - 1, behind: pages - 1, articles: pages - 1 },
    ],
    [
      'one article is published',
      () => [...articles, article(20_001, '', { hour: count })],
      { live: 0, behind: pages - 1, articles: pages },
    ],
    [
      'a scheduled article is added',
      () => [...articles, article(20_001, '', { hour: count + 1 })],
      { live: pages, behind: pages, articles: pages },
    ],
    [
      'a scheduled article is edited',
      () => [...without(count + 1), article(count + 1, 'edited')],
      { live: pages, behind: pages, articles: pages },
    ],
    ['a scheduled article is removed', () => without(count + 1), { live: pages, behind: pages, articles: pages }],
    [
      'an article gets an image that its text has had before',
      () => [...without(old), article(old, 'Text', { media: ['a.svg'] })],
      { live: pages, behind: pages, articles: pages },
    ],
    ['nothing changes', () => [...articles].reverse(), { live: pages, behind: pages, articles: pages }],
  ];
  test.each(rows)('where %s', async (what, then, kept) => {
    const second = await makeRelease(then());
    for (const form of what === 'one old article is edited' ? forms : forms.slice(-1)) {
      expect([form, countKept(await recall(first, form), await hold(second, form))]).toEqual([form, kept]);
    }
    // Only the release says that there was a build.
    const isSame = String(first.files.get(pointerPath)) === String(second.files.get(pointerPath));
    expect(isSame).toBe(first.release.id === second.release.id);
  });

  const shifts: [what: string, then: () => TestArticle[], kept: Omit<Record<keyof Pages, number>, 'articles'>][] = [
    // Behind it all live pages move; of the others one shows one article more of the next.
    ['is removed', () => without(old), { live: pages - old / 10, behind: pages - 1 }],
    ['comes between', () => [...articles, article(20_001, 'Text', { hour: old })], { live: 0, behind: pages - 1 }],
  ];
  test.each(shifts)('where an old article %s', async (_, then, kept) => {
    const { articles: __, ...found } = countKept(
      await recall(first, forms[0]),
      await hold(await makeRelease(then()), forms[0]),
    );
    expect(found).toEqual(kept);
  });
});

test('when an article comes by its date, pages that say what they come after keep theirs, and live ones change', async () => {
  const later = '2027-01-01T00:00:00Z';
  const at = (target: string, time: string) => ask(first, target, { now: time, method: 'HEAD' });
  for (let page = 1; page <= pages; page += 37) {
    const live = `${list}?per_page=10&page=${page}`;
    const last = count + 1 - (page - 1) * 10;
    const behind = `${live}&after=${secondsOf(last)}-${last}`;
    const [before, after] = [await at(behind, now), await at(behind, later)];
    expect([after.status, after.headers.ETag]).toEqual([200, before.headers.ETag]);
    expect((await at(live, later)).headers.ETag).not.toBe((await at(live, now)).headers.ETag);
  }
});

test('a tag that is kept gives 304, with the release that is served', async () => {
  const second = await makeRelease([...without(old), article(old, 'edited')]);
  const target = `${list}?per_page=10&page=3`;
  const { headers } = await ask(first, target, { now });
  const answer = await ask(second, target, { now, headers: { 'if-none-match': headers.ETag ?? '' } });
  expect([answer.status, answer.headers['Galley-Release']]).toEqual([304, second.release.id]);
  expect(answer.headers['Last-Modified']).toBe(headers['Last-Modified']);
  expect(headers.Link).toContain(site);
});

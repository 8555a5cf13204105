/** @module-tag scaled */
import { beforeAll, describe, expect, test } from 'vitest';
import { pointerPath } from '../../src/core/format.ts';
import { amount } from '../support/amount.ts';
import type { TestArticle } from '../support/in-memory-release.ts';
import { publishedReleases } from '../support/published-releases.ts';
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
  pinned: Held;
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

/** What a client has after a crawl by page number, one of the pinned addresses of these pages, and one of articles. */
async function hold(one: TestRelease, { coding, query }: Form, token: string): Promise<Pages> {
  const held: Pages = { live: new Map(), pinned: new Map(), articles: new Map() };
  for (let page = 1; page <= pages; page++) {
    const targets = {
      live: `${list}?per_page=10&page=${page}${query}`,
      pinned: `${list}?per_page=10&page=${page}${query}&snapshot=${token}`,
      articles: `${list}/${page * 10}?${query.slice(1)}`,
    };
    for (const kind of ['live', 'pinned', 'articles'] as const) {
      held[kind].set(targets[kind], await validatorsOf(one, targets[kind], coding));
    }
  }
  return held;
}

const held = new Map<string, Promise<Pages>>();

/** The same, asked once for each release. */
function recall(one: TestRelease, form: Form, token: string): Promise<Pages> {
  const key = JSON.stringify([one.release.id, form, token]);
  const pages = held.get(key) ?? hold(one, form, token);
  held.set(key, pages);
  return pages;
}

async function tokenOf(one: TestRelease): Promise<string> {
  const { text } = await ask(one, `${list}?per_page=10`, { now });
  return new URL(JSON.parse(text).links.last).searchParams.get('snapshot') ?? '';
}

function countKept(before: Pages, after: Pages): Record<keyof Pages, number> {
  const kept = (a: Held, b: Held): number => [...a].filter(([target, held]) => b.get(target) === held).length;
  return {
    live: kept(before.live, after.live),
    pinned: kept(before.pinned, after.pinned),
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
      { live: pages - 1, pinned: pages - 1, articles: pages - 1 },
    ],
    [
      'one old article is edited, with a date of the change',
      () => [...without(old), article(old, 'edited', { updated: '2026-05-31T00:00:00Z' })],
      { live: pages - 1, pinned: pages - 1, articles: pages - 1 },
    ],
    [
      'one old article becomes many times as long',
      () => [...without(old), article(old, 'longer '.repeat(5000))],
      { live: pages - 1, pinned: pages - 1, articles: pages - 1 },
    ],
    [
      'one article is published',
      () => [...articles, article(20_001, '', { hour: count })],
      { live: 0, pinned: pages, articles: pages },
    ],
    [
      'a scheduled article is added',
      () => [...articles, article(20_001, '', { hour: count + 1 })],
      { live: pages, pinned: pages, articles: pages },
    ],
    [
      'a scheduled article is edited',
      () => [...without(count + 1), article(count + 1, 'edited')],
      { live: pages, pinned: pages, articles: pages },
    ],
    ['a scheduled article is removed', () => without(count + 1), { live: pages, pinned: pages, articles: pages }],
    [
      'an article gets an image that its text has had before',
      () => [...without(old), article(old, 'Text', { media: ['a.svg'] })],
      { live: pages, pinned: pages, articles: pages },
    ],
    ['nothing changes', () => [...articles].reverse(), { live: pages, pinned: pages, articles: pages }],
  ];
  test.each(rows)('where %s', async (what, then, kept) => {
    const second = await makeRelease(then());
    const token = await tokenOf(first);
    for (const form of what === 'one old article is edited' ? forms : forms.slice(-1)) {
      expect([form, countKept(await recall(first, form, token), await hold(second, form, token))]).toEqual([
        form,
        kept,
      ]);
    }
    // Only the release says that there was a build.
    const isSame = String(first.files.get(pointerPath)) === String(second.files.get(pointerPath));
    expect(isSame).toBe(first.release.id === second.release.id);
  });

  test('where one old article is removed: of the live pages none, since all links name the new set', async () => {
    const second = await makeRelease(without(old));
    const token = await tokenOf(first);
    const { live, articles: single } = countKept(
      await recall(first, forms[0], token),
      await hold(second, forms[0], token),
    );
    expect([live, single]).toEqual([0, pages - 1]);
    // The pages of the new set are as good as any from then on.
    const third = await makeRelease(without(old).map((each) => (each.id === 10 ? article(10, 'edited') : each)));
    const next = await tokenOf(second);
    expect(countKept(await hold(second, forms[0], next), await hold(third, forms[0], next))).toEqual({
      live: pages - 1,
      pinned: pages - 1,
      articles: pages - 1,
    });
  });

  const shifts: [what: string, then: () => TestArticle[], pinned: number][] = [
    ['is removed', () => without(old), pages - 1],
    ['is re-dated', () => [...without(old), article(old, 'Text', { hour: 17 })], pages - 1],
    ['slips in between', () => [...articles, article(20_001, 'Text', { hour: 17 })], pages],
  ];
  test.each(shifts)(
    'where an old article %s: of the pinned pages, while the release before is kept',
    async (_, then, pinned) => {
      const published = publishedReleases();
      const seconds = Date.parse(now) / 1000;
      await published.publish(articles, seconds - 60);
      const token = await tokenOf(first);
      await published.publish(then(), seconds - 30);
      let kept = 0;
      for (let page = 1; page <= pages; page++) {
        const target = `${list}?per_page=10&page=${page}&snapshot=${token}`;
        const { headers } = await ask(first, target, { now, method: 'HEAD' });
        const after = await ask(published, target, { now, method: 'HEAD', service: { kept: published.kept } });
        const isSame =
          after.headers.ETag === headers.ETag && after.headers['Last-Modified'] === headers['Last-Modified'];
        if (after.status === 200 && isSame) kept++;
      }
      expect(kept).toBe(pinned);
    },
  );

  test('where a release is rolled back, and published again', async () => {
    const second = await makeRelease([...without(old), article(old, 'edited')]);
    const token = await tokenOf(first);
    const [a, b] = [await recall(first, forms[1], token), await hold(second, forms[1], token)];
    const back = await makeRelease(articles);
    const forth = await makeRelease([...without(old), article(old, 'edited')]);
    expect(back.release.id).toBe(first.release.id);
    expect(countKept(a, await hold(back, forms[1], token))).toEqual({ live: pages, pinned: pages, articles: pages });
    expect(countKept(b, await hold(forth, forms[1], token))).toEqual({ live: pages, pinned: pages, articles: pages });
  });
});

test('when an article is published, pinned pages keep theirs, and live ones change', async () => {
  const token = await tokenOf(first);
  const later = '2027-01-01T00:00:00Z';
  const at = (target: string, time: string) => ask(first, target, { now: time, method: 'HEAD' });
  for (let page = 1; page <= pages; page += 37) {
    const live = `${list}?per_page=10&page=${page}`;
    const pinned = `${live}&snapshot=${token}`;
    const [before, after] = [await at(pinned, now), await at(pinned, later)];
    expect(after).toEqual(before);
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

import { describe, expect, test } from 'vitest';
import { openRelease } from '../../src/core/release.ts';
import type { Storage } from '../../src/core/storage.ts';
import { firstOf } from '../support/amount.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site } from '../support/release.ts';

const list = '/api/v1/articles';
const start = Date.parse('2026-06-01T12:00:00Z') / 1000;

/** RFC 3339. */
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** An article that is due `due` seconds after `start`, and was changed `updated` seconds after it. */
const article = (id: number, due: number, updated: number | null = null) =>
  encodeTestArticle(
    makeArticle({
      id,
      slug: `slug-${id}`,
      html: `<h1>Heading ${id}</h1><p>Text</p>`,
      publish_at: timeOf(start + due),
      updated_at: updated === null ? null : timeOf(start + updated),
    }),
    { aliases: [`former-${id}`], htmlCuts: [[0, `<h1>Heading ${id}</h1>`.length]] },
  );

/** All of a response, except which release it is from. */
async function told(
  one: Parameters<typeof ask>[0],
  target: string,
  now: number,
  asked: Parameters<typeof ask>[2] = {},
) {
  const { status, headers, bytes } = await ask(one, target, { ...asked, now: timeOf(start + now) });
  return { status, headers: { ...headers, 'Galley-Release': '' }, bytes: bytes.toString('latin1') };
}

const lists = [
  list,
  `${list}?per_page=1`,
  `${list}?per_page=3&page=2`,
  `${list}?page=9`,
  `${list}?page=2`,
  `${list}?exclude_h1=1&per_page=7`,
  `${list}?after=${start + 99}-2147483647&per_page=3`,
  `${list}?after=${start}-1&page=2`,
  `${list}?page=x`,
];
const articles = (id: number): string[] =>
  [`${id}`, `slug-${id}`, `former-${id}`].flatMap((name) =>
    ['', '?exclude_h1=1'].map((query) => `${list}/${name}${query}`),
  );
const asks: Parameters<typeof ask>[2][] = [
  {},
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': '*;q=0' } },
  { headers: { 'if-none-match': '*' } },
  { method: 'HEAD' },
  { method: 'OPTIONS' },
  { method: 'POST' },
];

describe('what is not yet published is as if it were not there', () => {
  const sets: [what: string, due: number[], scheduled: number[]][] = [
    ['three at the same second', [-9, -5], [0, 0, 0]],
    ['some now and some later', [-9], [0, 0, 1, 99]],
    ['all of the release', [], [0, 0]],
    ['both sides of the border of two page files', Array.from({ length: 98 }, (_, i) => i - 200), [0, 0, 0, 0]],
    ['one', [-9, -5], [0]],
    ['the first of a page file', Array.from({ length: 100 }, (_, i) => i - 200), [0]],
    ['the last of a page file', Array.from({ length: 99 }, (_, i) => i - 200), [0, 5]],
    ['a page file of their own', Array.from({ length: 100 }, (_, i) => i - 200), Array.from({ length: 120 }, () => 0)],
  ];
  test.each(firstOf(4, sets))('%s', { tags: ['scaled'] }, async (_, due, scheduled) => {
    const all = [...due, ...scheduled].map((at, index) => article(index + 1, at));
    const [with_, without] = [await makeRelease(all), await makeRelease(all.slice(0, due.length))];
    const hidden = Array.from({ length: scheduled.length }, (_, i) => due.length + i + 1).slice(0, 4);
    const targets = [...lists, ...hidden.flatMap(articles)];
    for (const target of targets) {
      for (const asked of asks) {
        // The second response may be one that is remembered.
        for (let i = 0; i < 2; i++) {
          expect(await told(with_, target, -1, asked)).toEqual(await told(without, target, -1, asked));
        }
      }
    }
    for (const id of hidden.filter((id) => scheduled[id - due.length - 1] === 0)) {
      const [byId = '', , bySlug = '', , byFormer = ''] = articles(id);
      expect([(await told(with_, byId, 0)).status, (await told(with_, bySlug, 0)).status]).toEqual([200, 200]);
      expect((await told(with_, byFormer, 0)).headers).toMatchObject({ Location: `${site}${bySlug}` });
    }
    const isDue = (at: number): boolean => at <= 0;
    const count = String(due.length + scheduled.filter(isDue).length);
    expect((await told(with_, list, 0)).headers).toMatchObject({ 'X-Total-Count': count });
    // Set back by a second, the clock hides them again, and what was remembered of them.
    for (const target of targets) expect(await told(with_, target, -1)).toEqual(await told(without, target, -1));
  });

  test('nor do tags that were guessed or seen reveal it', async () => {
    const [with_, without] = [await makeRelease([article(1, -9), article(2, 0)]), await makeRelease([article(1, -9)])];
    for (const target of [...lists, ...articles(2)]) {
      const { headers } = await told(with_, target, 0);
      const known = { headers: { 'if-none-match': 'ETag' in headers ? String(headers.ETag) : '"a"' } };
      expect((await told(with_, target, 0, known)).status).toBe(
        'ETag' in headers ? 304 : (await told(with_, target, 0)).status,
      );
      expect(await told(with_, target, -1, known)).toEqual(await told(without, target, -1, known));
    }
  });

  test('Last-Modified is never later than now, and goes back with the clock', async () => {
    const one = await makeRelease([article(1, -9, 50)]);
    const seen: unknown[] = [];
    for (const now of [50, 10, 99, 10]) {
      const { headers } = await told(one, `${list}/1`, now);
      seen.push(Date.parse(String('Last-Modified' in headers && headers['Last-Modified'])) / 1000 - start);
    }
    expect(seen).toEqual([50, 10, 50, 10]);
  });
});

describe('a 404 costs the same', () => {
  // Several parts of the lookup.
  const all = Array.from({ length: 300 }, (_, i) => article(i + 1, i < 290 ? -9 : 9));
  const made = makeRelease(all);

  /** What is read for the first response to a target, and for the second. */
  async function readsOf(name: string): Promise<number[]> {
    const { storage, release } = await made;
    let reads = 0;
    const counting: Storage = {
      read(path, from, to) {
        reads++;
        return storage.read(path, from, to);
      },
    };
    const one = { storage: counting, release: await openRelease(release.id, counting) };
    await ask(one, list, { now: timeOf(start) });
    const counts: number[] = [];
    for (let i = 0; i < 2; i++) {
      reads = 0;
      expect((await ask(one, `${list}/${name}`, { now: timeOf(start) })).status).toBe(404);
      counts.push(reads);
    }
    return counts;
  }

  const unknown = ['301', '2147483647', 'slug-301', 'none', 'former-301'];
  const scheduled = [291, 292, 293, 294].flatMap((id) => [`${id}`, `slug-${id}`, `former-${id}`]);
  test.each([...unknown, ...scheduled])('%s: one part of the lookup is read, once', async (name) => {
    expect(await readsOf(name)).toEqual([1, 0]);
  });
});

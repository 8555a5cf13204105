import { describe, expect, test } from 'vitest';
import { seeded } from '../bench/seeded.ts';
import { amount, seed } from '../support/amount.ts';
import { publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site, type TestRelease } from '../support/release.ts';

const list = '/api/v1/articles';
const start = Date.parse('2026-06-01T00:00:00Z') / 1000;
const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

interface Row {
  id: number;
  title: string;
  tag: string;
  /** Seconds behind `start`. */
  at: number;
}

const encode = ({ id, title, tag, at }: Row) =>
  encodeTestArticle(makeArticle({ id, slug: `a${id}`, title, publish_at: toDate(start + at) }), {
    details: { tags: [tag] },
  });
const isOlder = (one: Pick<Row, 'id' | 'at'>, other: Pick<Row, 'id' | 'at'>): boolean =>
  one.at < other.at || (one.at === other.at && one.id < other.id);
const newestFirst = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (isOlder(a, b) ? 1 : -1));

interface Crawled {
  /** By how often it came: articles that were there all the time, and did not come once. */
  missed: number;
  twice: number;
}

/**
 * Crawls while articles of few seconds are published, removed, re-dated, edited, rolled back and fall due. Each page is compared with the
 * slow obvious way: all articles, filtered and sorted. `toNext` makes an address of the one that a page gives.
 */
async function crawlUnderPublishes(world: number, toNext: (next: string) => string): Promise<Crawled> {
  const random = seeded(seed + world);
  const published = publishedReleases();
  const releases = new Map<string, Row[]>();
  let now = 20;
  let nextId = 1000;
  const make = (id: number): Row => ({ id, title: `T${id}`, tag: `t${random(2)}`, at: random(24) });
  let rows = Array.from({ length: random(world % 10 === 0 ? 130 : 30) }, (_, i) => make(i + 1));
  const publish = async (): Promise<void> => {
    releases.set(await published.publish(rows.map(encode), start + now), rows);
  };
  await publish();
  const query = ['', '', '&tag=t1', '&tag_any=t0&tag_any=T1', '&exclude_html=1&exclude_markdown=1'][world % 5];
  const due = (): Row[] => {
    const all = releases.get(published.release?.id ?? '') ?? [];
    return newestFirst(all.filter(({ at, tag }) => at <= now && (query !== '&tag=t1' || tag === 't1')));
  };
  const perPage = 2 + random(world % 10 === 0 ? 30 : 8);
  const stays = new Map(due().map((row) => [row.id, row]));
  const times = new Map<number, number>();
  let last: Row | null = null;
  let address: string | null = `${list}?per_page=${perPage}${query}`;
  for (let page = 1; address !== null; page++) {
    const response: Awaited<ReturnType<typeof ask>> = await ask(published, address, { now: toDate(start + now) });
    expect(response.status, address).toBe(200);
    const { data, links, meta } = JSON.parse(response.text);
    const titles = data.map(({ title }: Row) => title);
    for (const { id } of data) times.set(id, (times.get(id) ?? 0) + 1);
    if (toNext === asGiven) {
      const behind = due().filter((row) => last === null || isOlder(row, last));
      const shown = behind.slice(0, perPage);
      expect(titles, address).toEqual(shown.map(({ title }) => title));
      const from = (page - 1) * perPage + 1;
      const count = shown.length === 0 ? [null, null] : [from, from + shown.length - 1];
      expect([meta.current_page, meta.from, meta.to]).toEqual([page, ...count]);
      expect(response.headers['X-Total-Count']).toBe(String(due().length));
      expect(links.next === null).toBe(behind.length <= perPage);
      last = shown.at(-1) ?? last;
    }
    address = links.next && toNext(links.next.slice(site.length));
    for (let step = random(3); step > 0; step--) await change();
    const current = new Map(due().map((row) => [row.id, row]));
    for (const [id, { at }] of stays) if (current.get(id)?.at !== at) stays.delete(id);
  }
  const counts = [...stays.keys()].map((id) => times.get(id) ?? 0);
  return { missed: counts.filter((count) => count === 0).length, twice: counts.filter((count) => count > 1).length };

  async function change(): Promise<void> {
    const kind = random(6);
    const chosen = rows[random(rows.length + 1)]?.id;
    if (kind === 0) rows = [...rows, ...Array.from({ length: 1 + random(9) }, () => make(nextId++))];
    if (kind === 1) rows = rows.filter(({ id }) => id !== chosen);
    if (kind === 2) rows = rows.map((row) => (row.id === chosen ? { ...row, at: random(24) } : row));
    if (kind === 3) rows = rows.map((row) => (row.id === chosen ? { ...row, title: `${row.title}!` } : row));
    if (kind === 4) now += random(3);
    if (kind < 4) await publish();
    const [before] = published.ledger.slice(-2);
    if (kind === 5 && before !== undefined) await published.rollBack(before.release, start + now);
    // A crawl needs no other release.
    if (kind === 5) published.prune(2);
    rows = releases.get(published.release?.id ?? '') ?? rows;
  }
}

const asGiven = (next: string): string => next;
const worlds = amount({ test: 5, all: 150, soak: 3000 });

describe('crawls under publishes', () => {
  test('see each article that stays once, in order, as it is', { tags: ['scaled'], timeout: 600_000 }, async () => {
    for (let world = 0; world < worlds; world++)
      expect(await crawlUnderPublishes(world, asGiven), `world ${world}`).toEqual({ missed: 0, twice: 0 });
  });

  test('by the number of the page alone miss some and see some twice', async () => {
    const sum: Crawled = { missed: 0, twice: 0 };
    for (let world = 0; world < 5; world++) {
      const found = await crawlUnderPublishes(world, (next) => next.replace(/&after=[\d-]+/, ''));
      sum.missed += found.missed;
      sum.twice += found.twice;
    }
    expect([sum.missed > 0, sum.twice > 0]).toEqual([true, true]);
  });
});

/** Articles 1 to 9, of the seconds 1, 1, 2, 2 and so on; the last one is not published at 4. */
const nine = Array.from({ length: 9 }, (_, i): Row => {
  return { id: i + 1, title: `T${i + 1}`, tag: i % 2 ? 'even' : 'odd', at: 1 + (i >> 1) };
});
const made = await makeRelease(nine.map(encode));
const at = (seconds: number): string => String(start + seconds);

async function get(release: TestRelease, query: string, headers: Record<string, string> = {}) {
  const found = await ask(release, `${list}?${query}`, { now: toDate(start + 4), headers });
  return { ...found, page: JSON.parse(found.text || 'null') };
}
const idsOf = ({ page }: { page: { data: Row[] } }): number[] => page.data.map(({ id }) => id);

describe('what comes after a place', () => {
  test.each([
    ['an article', `after=${at(3)}-6`, [5, 4]],
    ['one of the same second that is not there', `after=${at(3)}-2147483647`, [6, 5]],
    ['a moment without articles', `after=${start + 1.5 - 0.5}-999`, [2, 1]],
    ['everything', `after=0-1`, []],
    ['a moment before 1970', 'after=-86400-7', []],
    ['what is not published', `after=${at(5)}-9`, [8, 7]],
    ['what never will be', 'after=9007199254740991-2147483647', [8, 7]],
    ['the oldest', `after=${at(1)}-1`, []],
    ['an article of another tag', `after=${at(3)}-6&tag=even`, [4, 2]],
    ['one of ids', `after=${at(3)}-6&ids=8,6,3,1`, [3, 1]],
    ['one of either tag', `after=${at(3)}-6&tag_any=even&tag_any=odd`, [5, 4]],
    ['heads', `after=${at(3)}-6&exclude_html=1&exclude_markdown=1`, [5, 4]],
  ])('%s: %s', async (_, query, ids) => {
    const found = await get(made, `per_page=2&${query}`);
    expect([found.status, idsOf(found)]).toEqual([200, ids]);
    expect(found.page.links.last).toBe(null);
    expect(found.page.meta).toMatchObject({ current_page: 1, from: ids.length ? 1 : null, to: ids.length || null });
  });

  test('is the next page, whose links are live but for the next one', async () => {
    const first = (await get(made, 'per_page=3&exclude_h1=true')).page;
    const given = 'per_page=3&exclude_h1=true';
    expect(first.links).toEqual({
      first: `${site}${list}?page=1&${given}`,
      last: `${site}${list}?page=3&${given}`,
      prev: null,
      next: `${site}${list}?page=2&after=${at(3)}-6&${given}`,
    });
    const { page, headers } = await get(made, first.links.next.split('?')[1]);
    expect(page.links).toEqual({
      ...{ first: `${site}${list}?page=1&${given}`, last: null, prev: `${site}${list}?page=1&${given}` },
      next: `${site}${list}?page=3&after=${at(2)}-3&${given}`,
    });
    expect(page.meta).toMatchObject({ current_page: 2, from: 4, to: 6 });
    expect(headers.Link).toBe(['first', 'prev', 'next'].map((rel) => `<${page.links[rel]}>; rel="${rel}"`).join(', '));
    expect(headers['X-Total-Count']).toBe('8');
    const live = (await get(made, `page=2&${given}`)).page;
    expect([live.data, live.links.next]).toEqual([page.data, page.links.next]);
  });

  test.each([
    'after=',
    'after=1',
    'after=a-1',
    'after=1-0',
    'after=01-1',
    'after=1-01',
    'after=-0-1',
    'after=1.5-1',
    'after=%2B1-1',
    'after=1-2147483648',
    'after=9007199254740992-1',
    'after=1--1',
    'after=1-1-1',
    'after=1-1&after=1-1',
    'after[]=1-1',
    'after=13-5264e8e5020579ac',
  ])('%s is refused', async (query) => {
    const { status, page } = await get(made, query);
    expect([status, page.errors]).toEqual([422, { after: [expect.stringMatching(/^The after field must be /)] }]);
  });

  test('has no more pages than there are ids', async () => {
    const errors = { page: ['The page field must not be greater than 214748364 with after.'] };
    const { status, page } = await get(made, `page=214748365&per_page=10&after=${at(3)}-6`);
    expect([status, page.errors]).toEqual([422, errors]);
    expect((await get(made, `page=214748364&per_page=10&after=${at(3)}-6`)).page.meta.to).toBe(2147483635);
  });

  test.each<[string, Row[], status: number]>([
    ['an article is published', [...nine, { id: 20, title: 'New', tag: 'even', at: 4 }], 304],
    ['a newer one is removed', nine.filter(({ id }) => id !== 7), 304],
    ['the one that it comes after is removed', nine.filter(({ id }) => id !== 6), 304],
    ['that one is re-dated', nine.map((row) => (row.id === 6 ? { ...row, at: 4 } : row)), 304],
    ['an older one is removed', nine.filter(({ id }) => id !== 1), 304],
    ['one of it is edited', nine.map((row) => (row.id === 5 ? { ...row, title: 'Edited' } : row)), 200],
    ['one of it is removed', nine.filter(({ id }) => id !== 5), 200],
    ['one comes between', [...nine, { id: 3_000, title: 'Old', tag: 'odd', at: 2 }], 200],
  ])('keeps its tag unless it shows something else: %s', async (_, rows, status) => {
    const later = await makeRelease(rows.map(encode));
    for (const query of ['', '&tag_any=even&tag_any=odd'])
      for (const coding of ['identity', 'gzip']) {
        const address = `page=2&after=${at(3)}-6&per_page=2${query}`;
        const { headers } = await get(made, address, { 'accept-encoding': coding });
        const known = { 'accept-encoding': coding, 'if-none-match': headers.ETag ?? '' };
        expect((await get(later, address, known)).status).toBe(status);
      }
  });
});

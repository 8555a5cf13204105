import { describe, expect, test } from 'vitest';
import type { EncodedArticle } from '../../build/release/article/encode-article.ts';
import { type ChangeLog, changeLog } from '../../src/core/change-log.ts';
import { findFormerSlugs } from '../../src/core/changed-ids.ts';
import { nameSelection } from '../../src/core/name-selection.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import { seeded } from '../bench/seeded.ts';
import { amount, seed } from '../support/amount.ts';
import { type PublishedReleases, publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, site } from '../support/release.ts';

const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

interface Row {
  id: number;
  title: string;
  tag: string;
  publishAt: number;
  slug?: string;
}

/** A field of authors that has what the tag is. */
const declared = [['label', 'text']] as const;

const encode = ({ id, title, tag, publishAt, slug = `a${id}` }: Row): EncodedArticle =>
  encodeTestArticle(makeArticle({ id, slug, title, publish_at: toDate(publishAt) }), {
    details: { tags: [tag], fields: { label: tag } },
    declared,
  });

/** A server that serves a release, which may be an earlier one than the current. */
interface Replica {
  release: Release | null;
  log: ChangeLog;
  /** Seconds by which its clock is ahead. */
  ahead: number;
}

const replicaOf = ({ storage, release }: PublishedReleases, ahead = 0): Replica => ({
  ...{ release, ahead },
  log: changeLog(storage),
});

/** A server that stayed at the first release. */
async function replicaOfFirst(published: PublishedReleases): Promise<Replica> {
  const [first] = published.ledger;
  return { ...replicaOf(published), release: await openRelease(first?.release ?? '', published.storage) };
}

/** A page of changes, or what an error says. */
async function askFor({ storage }: PublishedReleases, { release, log, ahead }: Replica, query: string, now: number) {
  const found = await ask({ storage, release }, `/api/v1/changes${query}`, {
    now: toDate(now + ahead),
    service: { log },
  });
  return { ...found, page: JSON.parse(found.text || 'null') };
}

const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id, title: `T${id}`, tag: 'x', publishAt: start + id }));
const late = start + 1000;

/** Releases of these articles, one after the other, a minute apart. */
async function publish(...releases: Row[][]) {
  const published = publishedReleases();
  let now = late;
  for (const articles of releases) {
    now += 60;
    await published.publish(articles.map(encode), now);
  }
  return {
    published,
    now,
    get: (query: string, at = now, replica = replicaOf(published)) => askFor(published, replica, query, at),
  };
}

describe('without a token', () => {
  test('all articles come, newest first, and then a token', async () => {
    const { get, published } = await publish(rows(1, 2, 3));
    const { page, headers, status } = await get('?per_page=2');
    expect(status).toBe(200);
    expect(page.data.map(({ id }: Row) => id)).toEqual([3, 2]);
    expect(page).toMatchObject({ removed: [], meta: { since: null, token: null, per_page: 2 } });
    expect(page.links.first).toBe(`${site}/api/v1/changes?per_page=2`);
    expect(headers.Link).toBe(`<${page.links.first}>; rel="first", <${page.links.next}>; rel="next"`);
    const last = await get(page.links.next.split('/changes')[1]);
    expect(last.page.data.map(({ id }: Row) => id)).toEqual([1]);
    expect(last.page.links.next).toBe(null);
    expect(last.page.meta.token).toBe(`${published.release?.id}-${late + 60}`);
  });

  test('the token is that of the first page, so that what happens meanwhile comes next', async () => {
    const { get, published } = await publish(rows(1, 2, 3));
    const first = (await get('?per_page=2')).page;
    await published.publish(rows(1, 2, 4).map(encode), late + 100);
    const second = (await get(first.links.next.split('/changes')[1], late + 200)).page;
    expect(second.data.map(({ id }: Row) => id)).toEqual([1]);
    const next = (await get(`?since=${second.meta.token}`, late + 200)).page;
    expect([next.data.map(({ id }: Row) => id), next.removed]).toEqual([[4], [3]]);
  });
});

test('what is new, changed, gone, put off, or published by its date comes once, the last behind all others', async () => {
  const before = rows(1, 2, 3, 4, 5, 6, 7);
  before[6] = { id: 7, title: 'T7', tag: 'x', publishAt: late + 300 };
  const after = [
    ...rows(1, 8),
    { id: 2, title: 'Edited', tag: 'x', publishAt: start + 2 },
    { id: 3, title: 'T3', tag: 'y', publishAt: start + 3 },
    { id: 4, title: 'T4', tag: 'x', publishAt: late + 9999 },
    { id: 6, title: 'T6', tag: 'x', publishAt: start - 6 },
    { id: 7, title: 'T7', tag: 'x', publishAt: late + 300 },
    { id: 9, title: 'scheduled', tag: 'x', publishAt: late + 9999 },
  ];
  const { get, published } = await publish(before, after);
  const token = `${published.ledger[0]?.release}-${late + 60}`;
  const { page } = await get(`?since=${token}`, late + 400);
  expect(page.data.map(({ id }: Row) => id)).toEqual([2, 3, 6, 8, 7]);
  expect(page.removed).toEqual([4, 5]);
  expect(page.meta).toEqual({ since: token, token: `${published.release?.id}-${late + 300}`, per_page: 100 });
  // The same in pages.
  const paged = { ids: [] as number[], removed: [] as number[] };
  for (let query: string | null = `?since=${token}&per_page=2&exclude_html=1`; query !== null; ) {
    const { page: part }: Awaited<ReturnType<typeof get>> = await get(query, late + 400);
    paged.ids.push(...part.data.map(({ id }: Row) => id));
    paged.removed.push(...part.removed);
    for (const article of part.data) expect(article.html).toBe('');
    query = part.links.next?.split('/changes')[1] ?? null;
    expect(part.meta.token).toBe(query === null ? page.meta.token : null);
  }
  expect(paged).toEqual({ ids: [2, 3, 6, 8, 7], removed: [4, 5] });
});

test('with details come the slugs that readers had articles by, and have by no longer', async () => {
  const row = (id: number, slug: string, more = {}): Row => ({
    ...{ id, slug, title: 'T', tag: 'x', publishAt: start + id, ...more },
  });
  const [kept, due, later] = [row(7, 'a7'), { publishAt: late + 300 }, { publishAt: late + 9999 }];
  const { get, published } = await publish(
    [row(1, 'a1'), row(2, 'a2'), row(3, 'a3'), row(4, 'a4'), row(5, 'a5', due), row(6, 'ä6'), kept],
    [row(1, 'b1'), row(3, 'b3', later), row(4, 'a4', { tag: 'y' }), row(5, 'b5', due), row(6, 'b6'), kept],
    [row(1, 'c1'), row(3, 'b3', later), row(4, 'a4', { tag: 'y' }), row(5, 'b5', due), { ...kept, title: 'U' }],
  );
  const [{ release = '', since = 0 } = {}] = published.ledger;
  const formerOf = async (query: string): Promise<string[] | undefined> => {
    const { page } = await get(`?since=${release}-${since}${query}`, late + 400);
    return page.former_slugs?.map(({ id, slug }: { id: number; slug: string }) => `${id} ${slug}`);
  };
  expect(await formerOf('')).toBe(undefined);
  const all = ['1 a1', '1 b1', '2 a2', '3 a3', '6 ä6', '6 b6'];
  expect(await formerOf('&include_details=true')).toEqual(all);
  const selection = nameSelection({ terms: [['tag', 'x']], anyTags: [], ids: null });
  expect(await formerOf(`-${selection}&tag=x&include_details=1`)).toEqual([
    ...all.slice(0, 4),
    '4 a4',
    ...all.slice(4),
  ]);
});

test('an activation of an earlier version, which has no slugs, leaves none to be known', () => {
  const activation = { since: 9, articles: [[1, 5]] as [number, number][] };
  expect(findFormerSlugs([{ ...activation, slugs: undefined }], 1, 'a', false)).toEqual([]);
  expect(findFormerSlugs([{ ...activation, slugs: [] }], 1, 'a', false)).toEqual([{ id: 1, slug: 'a' }]);
});

test('what comes by its date is sent newest first, in pages, without what was published as well', async () => {
  const due = (id: number, after: number): Row => ({
    id,
    title: `D${id}`,
    tag: id % 2 ? 'x' : 'y',
    publishAt: late + after,
  });
  const scheduled = [due(15, 100), due(12, 110), due(13, 110), due(14, 120), due(11, 130), due(16, 9999)];
  const { get, published } = await publish([...rows(1), ...scheduled], [...rows(1, 2), ...scheduled, due(17, 125)]);
  const [{ release = '', since = 0 } = {}] = published.ledger;
  const read = async (query: string): Promise<number[][]> => {
    const pages: number[][] = [];
    for (let next: string | null = `?since=${release}-${since}${query}`; next !== null; ) {
      const { page }: Awaited<ReturnType<typeof get>> = await get(next, late + 500);
      pages.push(page.data.map(({ id }: Row) => id));
      next = page.links.next?.split('/changes')[1] ?? null;
    }
    return pages;
  };
  expect(await read('')).toEqual([[2, 17, 11, 14, 13, 12, 15]]);
  expect(await read('&per_page=2')).toEqual([[2, 17], [11, 14], [13, 12], [15]]);
  expect(await read(`-${nameSelection({ terms: [['tag', 'x']], anyTags: [], ids: null })}&per_page=2&tag=X`)).toEqual([
    [2, 17],
    [11, 13],
    [15],
  ]);
});

test.each([
  ['articles that are not published', (i: number) => late + 9999 + i],
  ['articles of another tag that came by their date', (i: number) => late + 100 + i],
])('a page looks through a part of many %s', { tags: ['long'] }, async (_, toTime) => {
  const others = Array.from({ length: 600 }, (_, i): Row => {
    return { id: 10 + i, title: 'T', tag: 'y', publishAt: toTime(i) };
  });
  const edited = others.map((row) => (row.publishAt > late + 9000 ? { ...row, title: 'U' } : row));
  const last = { id: 9000, title: 'T', tag: 'x', publishAt: late + 70 };
  const { get, published } = await publish([...rows(1), ...others], [...rows(1), ...edited, last]);
  const [{ release = '', since = 0 } = {}] = published.ledger;
  const found: number[] = [];
  let pages = 0;
  for (
    let next: string | null =
      `?since=${release}-${since}-${nameSelection({ terms: [['tag', 'x']], anyTags: [], ids: null })}&tag=x`;
    next !== null;
    pages++
  ) {
    const { page }: Awaited<ReturnType<typeof get>> = await get(next, late + 5000);
    found.push(...page.data.map(({ id }: Row) => id));
    next = page.links.next?.split('/changes')[1] ?? null;
  }
  expect([found, pages]).toEqual([[9000], 2]);
});

test('where nothing happened the response is the same until something does, and 304', async () => {
  const { get, published } = await publish(rows(1));
  const replica = replicaOf(published);
  const { page } = await get('');
  const first = await get(`?since=${page.meta.token}`, late + 70);
  expect(first.page).toEqual({
    ...{ data: [], removed: [] },
    links: { first: `${site}/api/v1/changes`, next: null },
    meta: { since: page.meta.token, token: page.meta.token, per_page: 100 },
  });
  const again = await ask(published, `/api/v1/changes?since=${page.meta.token}`, {
    headers: { 'if-none-match': first.headers.ETag ?? '' },
    now: toDate(late + 5000),
    service: { log: replica.log },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each([
  ['since=x', 'since'],
  ['since=', 'since'],
  [`since=${'a'.repeat(32)}-01`, 'since'],
  [`since=${'A'.repeat(32)}-1`, 'since'],
  ['after=-1', 'after'],
  ['after=1', 'after'],
  [`since=${'a'.repeat(32)}-1&after=1&after=1`, 'after'],
  [`since=${'a'.repeat(32)}-1&after=01`, 'after'],
  ['until=1', 'until'],
  ['per_page=101', 'per_page'],
])('%s is refused', async (query, name) => {
  const { get } = await publish(rows(1));
  const { status, page } = await get(`?${query}`);
  expect([status, Object.keys(page.errors)]).toEqual([422, [name]]);
});

test('a token that is too old, or of nothing, is 410 with the address to start again at', async () => {
  const { get } = await publish(rows(1), rows(1, 2));
  const { status, page, headers } = await get(`?since=${'a'.repeat(32)}-${late}&exclude_h1=1`);
  expect(status).toBe(410);
  expect(page.links).toEqual({ first: `${site}/api/v1/changes?exclude_h1=true` });
  expect(headers.Link).toBe(`<${page.links.first}>; rel="first"`);
});

test('a token whose moment lies before its release became current was never given', async () => {
  const { get, published } = await publish(rows(1), rows(1, 2));
  const [, { release = '' } = {}] = published.ledger;
  expect((await get(`?since=${release}-${start}`)).status).toBe(410);
  expect((await get(`?since=${release}-${late + 120}`)).status).toBe(200);
});

test('what left a selection is removed, and what comes into it is sent', async () => {
  const [one, two, three] = rows(1, 2, 3) as [Row, Row, Row];
  const { get, published } = await publish([one, two, three], [{ ...one, tag: 'y' }, two, { ...three, title: 'T' }]);
  const before = await replicaOfFirst(published);
  const ask = async (query: string) => {
    const { token } = (await get(`?${query}`, late + 60, before)).page.meta;
    const { page } = await get(`?since=${token}&${query}`);
    return [page.data.map(({ id }: Row) => id), page.removed];
  };
  expect(await ask('tag=x')).toEqual([[3], [1]]);
  expect(await ask('tag=Y')).toEqual([[1], [3]]);
  expect(await ask('tag_any=y&tag_any=x')).toEqual([[1, 3], []]);
});

describe('a token', () => {
  const selections = ['', 'tag=x', 'tag=y', 'tag=x&tag=y', 'tag_any=x&tag_any=y', 'author=x', 'ids=1', 'ids=1,2'];
  const made = publish(rows(1, 2, 3));
  const tokenOf = async (selection: string): Promise<string> =>
    (await (await made).get(`?${selection}`)).page.meta.token;

  test.each(selections)('of the selection "%s" is refused with each other', async (selection) => {
    const { get } = await made;
    const token = await tokenOf(selection);
    for (const other of selections) {
      const { status, page } = await get(`?since=${token}&${other}`);
      if (other === selection) expect(page.meta).toMatchObject({ since: token, token });
      else
        expect([status, page.errors?.since], other).toEqual([422, [expect.stringMatching(/the same tag.* without/)]]);
    }
  });

  test.each([
    ['tag=x&language=de&tag=Y', 'language=DE&tag=y&tag=X&tag=x'],
    ['ids=2,1,1', 'ids=1,2'],
    ['tag=x', 'exclude_html=1&per_page=1&tag=x'],
  ])('of %s is taken with %s, which selects the same', async (selection, same) => {
    const { get } = await made;
    const { status, page } = await get(`?since=${await tokenOf(selection)}&${same}`);
    expect([status, page.data]).toEqual([200, []]);
  });

  test('leads with its selection from page to page', async () => {
    const [one, two, three] = rows(1, 2, 3) as [Row, Row, Row];
    const { get, published } = await publish([one], [one, two, three]);
    const { token } = (await get('?tag=x', late + 60, await replicaOfFirst(published))).page.meta;
    const first = (await get(`?since=${token}&per_page=1&tag=x`)).page;
    const last = (await get(first.links.next.split('/changes')[1])).page;
    expect([first, last].map(({ data }) => data.map(({ id }: Row) => id))).toEqual([[2], [3]]);
    expect((await get(`?since=${last.meta.token}&tag=x`)).page.data).toEqual([]);
  });
});

test('a server that is behind, by its release or its clock, says that nothing happened', async () => {
  const { get, published } = await publish(rows(1), rows(1, 2));
  const behind = await replicaOfFirst(published);
  const token = (await get('')).page.meta.token;
  for (const replica of [behind, replicaOf(published, -500)]) {
    const { page } = await get(`?since=${token}`, late + 130, replica);
    expect(page).toMatchObject({ data: [], removed: [], meta: { token } });
  }
});

test('what a server gave that was behind, or whose clock is ahead, is waited for, and then everything is read again', async () => {
  const one = [...rows(1), { id: 5, title: 'due', tag: 'x', publishAt: late + 150 }];
  const { published, get } = await publish(one, rows(1, 2));
  const behind = await replicaOfFirst(published);
  const { token } = (await get('', late + 160, behind)).page.meta;
  expect((await get(`?since=${token}`, late + 170)).page.meta.token).toBe(token);
  expect((await get(`?since=${token}`, late + 750)).status).toBe(410);
});

test('what a server gave that was behind, after it was gone, is removed; what was not published by then is not named', async () => {
  const dated = (id: number, after: number): Row => ({ id, title: 'due', tag: 'x', publishAt: late + 120 + after });
  const { published, get } = await publish([...rows(1, 2), dated(5, 60), dated(6, 9999)], rows(1, 2));
  const behind = await replicaOfFirst(published);
  const first = (await get('?per_page=1', late + 110, behind)).page;
  const token = first.links.next.split('until=')[1].split('&')[0];
  const { page } = await get(`?since=${token}&per_page=5`, late + 190, behind);
  expect(page.data.map(({ id }: Row) => id)).toEqual([5]);
  expect((await get(`?since=${token}`, late + 99999)).page.removed).toEqual([5]);
});

test('after a rollback, what came between is undone in a copy that asked a server that was behind before it and after it', async () => {
  const due = { id: 5, title: 'due', tag: 'x', publishAt: late + 150 };
  const edited = { id: 1, title: 'Edited', tag: 'x', publishAt: start + 1 };
  const { published, get } = await publish([...rows(1, 2), due], [...rows(2), edited, due]);
  const before = published.ledger[0]?.release ?? '';
  const behind = { ...replicaOf(published), release: await openRelease(before, published.storage) };
  const first = (await get('?per_page=1', late + 130, behind)).page;
  const second = (await get(first.links.next.split('/changes')[1], late + 130)).page;
  expect(second).toMatchObject({ data: [{ title: 'Edited' }], meta: { token: `${before}-${late + 60}` } });
  const third = (await get(`?since=${second.meta.token}`, late + 160, behind)).page;
  expect(third).toMatchObject({ data: [{ title: 'due' }], meta: { token: `${before}-${late + 150}` } });
  await published.rollBack(before, late + 200);
  const undone = (await get(`?since=${third.meta.token}`, late + 210)).page;
  expect(undone).toMatchObject({ data: [{ title: 'T1' }], meta: { token: `${before}-${late + 200}` } });
  expect((await get(`?since=${undone.meta.token}`, late + 220)).page.data).toEqual([]);
});

test('a token of a release that nobody knows is not waited for without end', async () => {
  const { get } = await publish(rows(1, 2));
  const token = `${'a'.repeat(32)}-${late + 500}`;
  const ask = async (now: number) => [
    (await get(`?since=${token}`, now)).status,
    (await get(`?page=2&per_page=1&until=${token}`, now)).status,
  ];
  expect(await ask(late + 600)).toEqual([200, 503]);
  expect(await ask(late + 5000)).toEqual([410, 410]);
});

test.each(['missing', 'damaged'])('where a delta is %s, everything is read again', async (state) => {
  const { get, published } = await publish(rows(1), rows(1, 2));
  const path = [...published.files.keys()].find((name) => name.startsWith('changes/')) ?? '';
  if (state === 'missing') published.files.delete(path);
  else published.files.set(path, Buffer.from('{}'));
  const errors: unknown[] = [];
  const log = changeLog(published.storage, (error) => errors.push(error));
  const [first] = published.ledger;
  const { status } = await get(`?since=${first?.release}-${first?.since}`, late + 130, {
    ...replicaOf(published),
    log,
  });
  expect([status, errors.length]).toEqual([410, state === 'missing' ? 0 : 1]);
});

test('deltas that are not in the ledger any more are found by those that are', async () => {
  const releases = Array.from({ length: 20 }, (_, i) => rows(1, i + 2));
  const { get, published } = await publish(...releases);
  const [first] = published.ledger;
  published.prune(1);
  const { page } = await get(`?since=${first?.release}-${first?.since}`);
  expect([page.data.map(({ id }: Row) => id), page.removed.length]).toEqual([[21], 19]);
});

test('copies, of selections too, are what readers get, whatever is published, rolled back, pruned or scheduled meanwhile', {
  tags: ['scaled'],
}, async () => {
  const random = seeded(seed);
  for (let world = 0; world < amount({ test: 1, all: 30, soak: 3000 }); world++) {
    const published = publishedReleases(declared);
    let now = late;
    let articles: Row[] = rows(...Array.from({ length: random(30) }, (_, i) => i + 1));
    let nextId = 100;
    await published.publish(articles.map(encode), now);
    /** The second stays behind now and then, and its clock is off. */
    const replicas = [replicaOf(published), replicaOf(published, random(2) * (random(61) - 30))];
    const selections = ['', '', '&tag=x', '&tag_any=t1&tag_any=X&tag_any=t2', '&filter[label]=X'];
    const copies = selections.map((selection) => ({
      selection,
      token: null as string | null,
      articles: new Map<number, string>(),
      /** The next page of a round under way. */
      next: null as string | null,
      seen: new Set<number>(),
    }));

    /** Seconds by which the clock of a build is off. */
    const clockOf = (): number => (random(4) > 0 ? 0 : random(61) - 30);

    /** Reads without a stop, and compares. */
    const compare = async (copy: (typeof copies)[number]): Promise<void> => {
      // What a server gave that was behind, or whose clock was ahead, is waited for.
      now += 700;
      copy.next = null;
      for (let round = 0; round < 2; round++)
        for (let n = 0; n < 500 && !(await step(copy, replicas[0] as Replica)); n++);
      const sorted = [...copy.articles].sort(([a], [b]) => a - b);
      expect(sorted, `world ${world}`).toEqual(await truth(published, copy.selection, now));
    };

    const change = async (): Promise<void> => {
      now += random(40);
      const kind = random(10);
      if (kind === 0 && published.ledger.length > 1) {
        const earlier = published.ledger[random(published.ledger.length)];
        if (published.files.has(`index.${earlier?.release}.json`))
          await published.rollBack(earlier?.release ?? '', now + clockOf());
      } else if (kind === 1) published.prune(1 + random(3));
      else if (kind < 8) {
        articles = articles.filter(() => random(12) > 0).map((row) => (random(8) > 0 ? row : edit(row)));
        for (let n = random(3); n > 0; n--) {
          articles.push({ id: nextId++, title: `T${random(99)}`, tag: 'x', publishAt: now - 50 + random(100) });
        }
        await published.publish(articles.map(encode), now + clockOf());
      }
      for (const [i, replica] of replicas.entries()) {
        const isGone = !published.files.has(`index.${replica.release?.id}.json`);
        if (i === 0 || isGone || random(3) === 0) replica.release = published.release;
      }
    };
    const edit = (row: Row): Row =>
      [
        { ...row, title: `T${random(99)}` },
        { ...row, tag: `t${random(9)}` },
        { ...row, publishAt: now - 60 + random(120) },
      ][random(3)] as Row;

    /** One page. */
    const step = async (copy: (typeof copies)[number], replica: Replica): Promise<boolean> => {
      const query =
        copy.next ?? `?per_page=${1 + random(9)}${copy.selection}${copy.token === null ? '' : `&since=${copy.token}`}`;
      if (copy.next === null) copy.seen.clear();
      const { status, page } = await askFor(published, replica, query, now);
      if (status === 410) {
        Object.assign(copy, { token: null, next: null });
        return false;
      }
      // A server that is behind says so.
      if (status === 503) return false;
      expect(status).toBe(200);
      for (const article of page.data) {
        copy.articles.set(article.id, JSON.stringify(article));
        copy.seen.add(article.id);
        expect(Date.parse(article.publish_at) / 1000).toBeLessThanOrEqual(now + replica.ahead);
      }
      for (const id of page.removed) copy.articles.delete(id);
      copy.next = page.links.next?.split('/changes')[1] ?? null;
      if (copy.next !== null) return false;
      if (copy.token === null) for (const id of copy.articles.keys()) if (!copy.seen.has(id)) copy.articles.delete(id);
      copy.token = page.meta.token;
      return true;
    };

    for (let turn = 0; turn < 40; turn++) {
      await change();
      for (const copy of copies) {
        if (random(2) === 0) await step(copy, replicas[random(2)] as Replica);
        // It stopped in the middle, and begins again.
        if (random(12) === 0) copy.next = null;
        if (random(12) === 0) await compare(copy);
      }
    }
    for (const copy of copies) await compare(copy);
  }
});

/** All published articles of a selection by id, as the list gives them. */
async function truth(published: PublishedReleases, selection: string, now: number): Promise<[number, string][]> {
  const all: [number, string][] = [];
  for (let target: string | null = `/api/v1/articles?${selection.slice(1)}`; target !== null; ) {
    const { text }: { text: string } = await ask(published, target, { now: toDate(now) });
    const { data, links } = JSON.parse(text);
    for (const article of data) all.push([article.id, JSON.stringify(article)]);
    target = links.next?.slice(site.length) ?? null;
  }
  return all.sort(([a], [b]) => a - b);
}

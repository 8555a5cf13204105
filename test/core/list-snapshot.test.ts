import { createHook } from 'node:async_hooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Article } from '../../src/core/article.ts';
import { indexPath, tablePath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { amount, cases } from '../support/amount.ts';
import { type PublishedReleases, publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, site, type TestResponse } from '../support/release.ts';

const list = '/api/v1/articles';
const start = Date.parse('2026-06-01T00:00:00Z') / 1000;
const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Seconds for which a server may respond from a release after another became current. */
const lag = 10;

const steps = fc.array(
  fc.oneof(
    // Dates around the clock, few of them, so that several articles share one.
    fc.record({ kind: fc.constant('add'), date: fc.integer({ min: -6, max: 3 }) }),
    fc.record({ kind: fc.constant('add again'), which: fc.nat(), date: fc.integer({ min: -6, max: 3 }) }),
    fc.record({ kind: fc.constant('edit'), which: fc.nat() }),
    fc.record({ kind: fc.constant('remove'), which: fc.nat() }),
    fc.record({ kind: fc.constant('date'), which: fc.nat(), date: fc.integer({ min: -6, max: 3 }) }),
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('publish'), keep: fc.integer({ min: 1, max: 12 }) }) },
    fc.record({ kind: fc.constant('roll back'), which: fc.nat() }),
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), date: fc.constantFrom(1, 9, 10, 60, 150, -60) }) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
);

/** Articles to begin with, in one page file or in three, and on a page. */
const sizes = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant(12), fc.integer({ min: 1, max: 5 })) },
  fc.tuple(fc.constant(230), fc.integer({ min: 30, max: 100 })),
);

/** The slow obvious way: lists of articles, filtered and sorted. */
interface Model {
  now: number;
  written: Map<number, Article>;
  removed: Article[];
  /** All releases, by id: their articles, oldest first. */
  releases: Map<string, Article[]>;
  /** Ids of the articles of each snapshot, oldest first. */
  snapshots: Map<string, number[]>;
}

const inOrder = (articles: Iterable<Article>): Article[] =>
  [...articles].sort((a, b) => secondsOf(a) - secondsOf(b) || a.id - b.id);
const secondsOf = ({ publish_at }: Article): number => Date.parse(publish_at) / 1000;

/** What each page of a snapshot must show; null where it is gone. */
function toExpected(model: Model, published: PublishedReleases, ids: readonly number[]): Map<number, Article> | null {
  const holds = (release: string, until: number): boolean => {
    const oldest = (model.releases.get(release) ?? []).slice(0, ids.length);
    return oldest.map(({ id }) => id).join() === ids.join() && oldest.every((each) => secondsOf(each) <= until);
  };
  const current = published.release?.id ?? '';
  const last = published.ledger.findLastIndex(({ release }) => release === current);
  const kept = published.ledger.slice(0, last).some(({ release, since }, i) => {
    const until = Math.max(since, published.ledger[i + 1]?.since ?? 0) + lag;
    return release !== current && holds(release, Math.min(model.now, until));
  });
  if (!kept && !holds(current, model.now)) return null;
  const due = (model.releases.get(current) ?? []).filter((article) => secondsOf(article) <= model.now);
  return new Map(due.map((article) => [article.id, article]));
}

function toBody(token: string, ids: readonly number[], shown: Map<number, Article>, page: number, perPage: number) {
  const lastPage = Math.max(1, Math.ceil(ids.length / perPage));
  const places = ids.toReversed().slice((page - 1) * perPage, page * perPage);
  const to = (number: number): string => `${site}${list}?page=${number}&per_page=${perPage}&snapshot=${token}`;
  const from = (page - 1) * perPage + 1;
  return JSON.stringify({
    data: places.flatMap((id) => shown.get(id) ?? []),
    links: {
      first: `${site}${list}?page=1&per_page=${perPage}`,
      last: to(lastPage),
      prev: page === 1 || ids.length === 0 ? null : to(Math.min(page - 1, lastPage)),
      next: page < lastPage ? to(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: places.length === 0 ? null : from,
      path: `${site}${list}`,
      per_page: perPage,
      to: places.length === 0 ? null : from + places.length - 1,
    },
  });
}

/** Does one step to the model and to the releases; gives whether readers may see something else. */
async function take(
  { kind, which = 0, date = 0, keep = 0 }: { kind: string; which?: number; date?: number; keep?: number },
  model: Model,
  published: PublishedReleases,
): Promise<boolean> {
  const { written, removed } = model;
  const pick = <T>(items: readonly T[]): T | undefined => items[which % Math.max(1, items.length)];
  const publishAt = toDate(start + date * 50);
  const article = pick([...written.values()]);
  const put = (one: Article): void => {
    written.set(one.id, one);
  };
  if (kind === 'add') {
    // Not in the order in which they are written.
    const id = ((written.size + removed.length + 1) * 7919) % 10_007;
    put(makeArticle({ id, publish_at: publishAt }));
  } else if (kind === 'add again') {
    const again = pick(removed);
    if (again !== undefined) {
      removed.splice(removed.indexOf(again), 1);
      put({ ...again, publish_at: publishAt });
    }
  } else if (kind === 'edit' && article) put({ ...article, title: `${article.title}!` });
  else if (kind === 'date' && article) put({ ...article, publish_at: publishAt });
  else if (kind === 'remove' && article) {
    written.delete(article.id);
    removed.push(article);
  } else if (kind === 'publish') {
    const articles = inOrder(written.values());
    const before = published.release;
    const release = await published.publish(
      articles.map((one) => encodeTestArticle(one)),
      model.now,
    );
    model.releases.set(release, articles);
    // A server looks at the ledger again once another release is current.
    if (published.release !== before) published.prune(keep);
  } else if (kind === 'roll back') {
    const entry = pick(published.ledger);
    if (entry !== undefined) await published.rollBack(entry.release, model.now);
  } else if (kind === 'wait') model.now += date;
  return ['publish', 'roll back', 'wait'].includes(kind) && published.release !== null;
}

describe('a snapshot, after any history of articles, releases and clocks', () => {
  test('is, page by page and byte by byte, what filtering and sorting lists give', {
    tags: ['scaled'],
    timeout: 60_000,
  }, async () => {
    const runs = cases(40, 1);
    const seen = { kept: 0, gone: 0, shorter: 0, empty: 0 };
    await fc.assert(
      fc.asyncProperty(steps, sizes, async (history, [count, perPage]) => {
        const published = publishedReleases();
        const model: Model = {
          now: start,
          written: new Map(),
          removed: [],
          releases: new Map(),
          snapshots: new Map(),
        };
        for (let i = 0; i < count; i++) await take({ kind: 'add', date: (i % 9) - 5 }, model, published);
        for (const step of [{ kind: 'publish', keep: 1 }, ...history]) {
          if (!(await take(step, model, published))) continue;
          await addSnapshot(model, published);
          for (const [token, ids] of model.snapshots) await checkSnapshot(model, published, token, ids, perPage, seen);
        }
        expect(published.errors).toEqual([]);
      }),
      runs,
    );
    // A test of nothing would pass; a few histories may hold no empty page.
    if (runs.numRuns >= 40) for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
  });
});

async function addSnapshot(model: Model, { storage, release, kept }: PublishedReleases): Promise<void> {
  const answer = await ask({ storage, release }, list, { now: toDate(model.now), service: { kept } });
  const token = /snapshot=([^>]*)>; rel="bookmark"/.exec(answer.headers.Link ?? '')?.[1] ?? '';
  const due = (model.releases.get(release?.id ?? '') ?? []).filter((article) => secondsOf(article) <= model.now);
  expect(JSON.parse(answer.text).data.map(({ id }: Article) => id)).toEqual(
    due
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 100),
  );
  model.snapshots.set(
    token,
    due.map(({ id }) => id),
  );
}

async function checkSnapshot(
  model: Model,
  published: PublishedReleases,
  token: string,
  ids: readonly number[],
  perPage: number,
  seen: { kept: number; gone: number; shorter: number; empty: number },
): Promise<void> {
  const { storage, release, kept } = published;
  const shown = toExpected(model, published, ids);
  const pages = Math.ceil(ids.length / perPage);
  for (let page = 1; page <= pages + 1; page++) {
    const target = `${list}?page=${page}&per_page=${perPage}&snapshot=${token}`;
    const options = { now: toDate(model.now), service: { kept } };
    const answer = await ask({ storage, release }, target, options);
    if (shown === null) {
      seen.gone++;
      expect(answer.status).toBe(410);
      continue;
    }
    expect(answer.text).toBe(toBody(token, ids, shown, page, perPage));
    expect(answer.headers['X-Total-Count']).toBe(String(ids.length));
    const gzip = { 'accept-encoding': 'gzip' };
    const gzipped = await ask({ storage, release }, target, { ...options, headers: gzip });
    expect(gzipped.text).toBe(answer.text);
    const known = { 'if-none-match': answer.headers.ETag ?? '' };
    expect((await ask({ storage, release }, target, { ...options, headers: known })).status).toBe(304);
    const { data } = JSON.parse(answer.text);
    if (data.length < Math.min(perPage, ids.length - (page - 1) * perPage)) seen.shorter++;
    if (data.length === 0 && page <= pages) seen.empty++;
    if ((model.releases.get(release?.id ?? '') ?? []).slice(0, ids.length).some(({ id }, i) => id !== ids[i])) {
      seen.kept++;
    }
  }
}

const day = (number: number, id: number, title = '') =>
  encodeTestArticle(makeArticle({ id, title, publish_at: toDate(start - (30 - number) * 86_400) }));
const tenDays = Array.from({ length: 10 }, (_, i) => day(i + 1, i + 1));
const without = (...ids: number[]) => tenDays.filter((_, i) => !ids.includes(i + 1));

/** Ten articles, then a release without the third; and the address of the page of the first five. */
async function removeOne(): Promise<PublishedReleases & { page: string; token: string; before: string }> {
  const published = publishedReleases();
  const before = await published.publish(tenDays, start);
  const { text } = await askAt(published, `${list}?per_page=5`);
  const page = JSON.parse(text).links.next.slice(site.length);
  await published.publish(without(3), start + 100);
  return Object.assign(published, { page, before, token: page.split('snapshot=')[1] });
}

const askAt = (
  { storage, release, kept }: PublishedReleases,
  target: string,
  seconds = start + 100,
  headers = {},
): Promise<TestResponse> => ask({ storage, release }, target, { now: toDate(seconds), service: { kept }, headers });
const idsOf = ({ text }: TestResponse): number[] => JSON.parse(text).data.map(({ id }: Article) => id);

describe('a snapshot of which an article was removed', () => {
  test('is served from the kept release, without that article', async () => {
    const published = await removeOne();
    const answer = await askAt(published, published.page);
    expect(idsOf(answer)).toEqual([5, 4, 2, 1]);
    expect(JSON.parse(answer.text).meta).toMatchObject({ from: 6, to: 10 });
    expect(answer.headers).toMatchObject({ 'X-Total-Count': '10', 'Galley-Release': published.release?.id });
    expect((await askAt(published, `${list}?per_page=5&page=2`)).headers['X-Total-Count']).toBe('9');
  });

  test('is gone for a service that has no kept releases', async () => {
    const { storage, release, page } = await removeOne();
    expect((await ask({ storage, release }, page)).status).toBe(410);
  });

  test.each([
    ['its pages', 200],
    ['the accepted codings', 406],
  ])('is looked for before %s', async (what, status) => {
    const published = await removeOne();
    const headers = status === 406 ? { 'accept-encoding': 'identity;q=0, gzip;q=0' } : {};
    expect((await askAt(published, published.page, start + 100, headers)).status, what).toBe(status);
    expect((await askAt(published, `${list}?snapshot=10-0123456789abcdef`, start + 100, headers)).status).toBe(410);
  });

  test('keeps the ETag of a page that does not show it', async () => {
    const published = await removeOne();
    const newer = `${list}?page=1&per_page=5&snapshot=${published.token}`;
    const after = await askAt(published, newer);
    await published.rollBack(published.before, start + 200);
    const before = await askAt(published, newer);
    expect([before.headers.ETag, before.headers['Last-Modified']]).toEqual([
      after.headers.ETag,
      after.headers['Last-Modified'],
    ]);
    expect(before.text).toBe(after.text);
  });

  test('goes on where all articles of a page are gone', async () => {
    const published = await removeOne();
    await published.publish(without(1, 2, 3, 4, 5), start + 200);
    const answer = await askAt(published, `${list}?page=2&per_page=2&snapshot=${published.token}`);
    expect(idsOf(answer)).toEqual([8, 7]);
    const empty = await askAt(published, `${list}?page=4&per_page=2&snapshot=${published.token}`);
    expect([empty.status, idsOf(empty), empty.headers['Last-Modified']]).toEqual([200, [], undefined]);
    expect(JSON.parse(empty.text).links.next).toContain('page=5');
    expect(JSON.parse(empty.text).meta).toMatchObject({ from: 7, to: 8 });
  });

  test('is found where a later release broke it, and others followed', { tags: ['long'] }, async () => {
    const published = await removeOne();
    for (let i = 0; i < 60; i++) await published.publish(without(3, (i % 6) + 5), start + 200 + i);
    expect(idsOf(await askAt(published, published.page, start + 300))).toEqual([5, 4, 2, 1]);
  });

  test('is found where another server gave it, which has the next release already', async () => {
    const published = await removeOne();
    const behind = published.release;
    await published.publish(without(3, 5), start + 200);
    const token = `8-${await published.release?.digestAt(8)}`;
    const answer = await askAt(
      { ...published, release: behind },
      `${list}?page=2&per_page=5&snapshot=${token}`,
      start + 200,
    );
    expect(idsOf(answer)).toEqual([4, 2, 1]);
  });

  test('is found where that other server gave it in the second in which this one looked through kept releases', async () => {
    const published = await removeOne();
    const behind = published.release;
    const forged = `${list}?per_page=5&snapshot=10-0123456789abcdef`;
    expect((await askAt({ ...published, release: behind }, forged, start + 200)).status).toBe(410);
    await published.publish(without(3, 5), start + 200);
    const page = `${list}?page=2&per_page=5&snapshot=8-${await published.release?.digestAt(8)}`;
    expect(idsOf(await askAt({ ...published, release: behind }, page, start + 200))).toEqual([4, 2, 1]);
  });

  test('loses no article that slipped in, where another server gave it, which has the next release already', async () => {
    const published = await removeOne();
    const behind = published.release;
    // Its date is between those of 1 and 2.
    await published.publish([...without(3), day(1.5, 11)], start + 200);
    const { text } = await askAt(published, `${list}?per_page=5`, start + 200);
    const next = JSON.parse(text).links.next.slice(site.length);
    const answer = await askAt({ ...published, release: behind }, next, start + 200);
    expect(answer.text).toBe((await askAt(published, next, start + 200)).text);
    expect(idsOf(answer)).toEqual([5, 4, 2, 11, 1]);
  });

  test('is served from no newer release that was taken back', async () => {
    const published = await removeOne();
    const behind = published.release;
    await published.publish(without(3, 5), start + 200);
    const page = `${list}?page=2&per_page=5&snapshot=8-${await published.release?.digestAt(8)}`;
    expect(idsOf(await askAt({ ...published, release: behind }, page, start + 200))).toEqual([4, 2, 1]);
    await published.rollBack(behind?.id ?? '', start + 200);
    const answer = await askAt({ ...published, release: behind }, page, start + 200);
    expect(answer.headers['Galley-Release']).toBe(behind?.id);
    expect(idsOf(answer)).toEqual([4, 2, 1]);
  });

  test('is found where a newer release cannot be opened', async () => {
    const published = await removeOne();
    const behind = published.release;
    const id = await published.publish(without(3, 5), start + 200);
    published.files.delete(indexPath(id));
    expect(idsOf(await askAt({ ...published, release: behind }, published.page, start + 200))).toEqual([5, 4, 2, 1]);
  });

  test('is found where a publish comes between the readings of pointer and ledger', async () => {
    const published = await removeOne();
    const behind = published.release;
    const { read } = published.storage;
    published.storage.read = async (...of) => {
      const bytes = await read(...of);
      if (!of[0].startsWith('release')) return bytes;
      published.storage.read = read;
      await published.publish(without(3, 5), start + 100);
      return bytes;
    };
    const answer = await askAt({ ...published, release: behind }, published.page);
    expect(published.release?.id).not.toBe(behind?.id);
    expect(idsOf(answer)).toEqual([5, 4, 2, 1]);
  });

  test('is found where it is older than the kept releases', async () => {
    const published = publishedReleases();
    await published.publish(tenDays.slice(0, 5), start);
    const { headers } = await askAt(published, list, start);
    const target = /<[^>]*(\/api[^>]*)>; rel="bookmark"/.exec(headers.Link ?? '')?.[1] ?? '';
    await published.publish(tenDays, start + 100);
    await published.publish(without(3), start + 200);
    published.prune(2);
    expect(idsOf(await askAt(published, target, start + 300))).toEqual([5, 4, 2, 1]);
  });
});

describe('a kept release that', () => {
  const gone = `${list}?per_page=5&snapshot=10-0123456789abcdef`;

  test.each([
    ['index', ({ before }: { before: string }) => indexPath(before)],
    [
      'table',
      ({ files }: { files: Map<string, Buffer>; before: string }) => [...files.keys()].find(isFirstTable) ?? '',
    ],
  ])('lost its %s is passed over', async (_, toPath) => {
    const published = await removeOne();
    published.files.delete(toPath(published));
    expect((await askAt(published, published.page)).status).toBe(410);
    expect(published.errors).toEqual([]);
  });

  test('goes between two requests is passed over', async () => {
    const published = await removeOne();
    expect((await askAt(published, published.page)).status).toBe(200);
    published.prune(1);
    // What is in memory may still be served; what is not is gone.
    expect([200, 410]).toContain((await askAt(published, published.page)).status);
    expect((await askAt(published, gone, start + 200)).status).toBe(410);
    expect((await askAt(published, published.page, start + 200)).status).toBe(410);
  });

  test('has a damaged index is reported, and what it may have held is not said to be gone', async () => {
    const published = await removeOne();
    const path = indexPath(published.before);
    const bytes = published.files.get(path) ?? Buffer.alloc(0);
    published.files.set(path, Buffer.from(String(bytes).replace('"shards"', '"sharps"')));
    await expect(askAt(published, published.page)).rejects.toThrow(`${path} is damaged`);
    expect(published.errors).toEqual([expect.objectContaining({ path })]);
    expect((await askAt(published, `${list}?per_page=5`)).status).toBe(200);
    // Repaired, it is taken up again.
    published.files.set(path, bytes);
    expect(idsOf(await askAt(published, published.page, start + 200))).toEqual([5, 4, 2, 1]);
  });

  test('a damaged ledger names is not said to be gone', async () => {
    const published = await removeOne();
    const ledger = published.files.get(ledgerPath) ?? Buffer.alloc(0);
    published.files.set(ledgerPath, ledger.subarray(1));
    await expect(askAt(published, published.page)).rejects.toThrow('releases.json is damaged');
    published.files.set(ledgerPath, ledger);
    expect((await askAt(published, published.page, start + 200)).status).toBe(200);
  });

  test('never became current is not asked', async () => {
    const published = await removeOne();
    const { release } = published;
    const token = published.token;
    // A build died between the ledger and the pointer.
    const [first, second] = published.ledger;
    if (first === undefined || second === undefined || release === null) throw new Error('two entries are expected');
    published.ledger = [second, { ...first, since: start + 150 }];
    published.prune(2);
    expect((await askAt(published, `${list}?snapshot=${token}`, start + 200)).status).toBe(410);
  });

  test('is the only one with the articles of a snapshot serves none that are not published', async () => {
    const published = publishedReleases();
    const later = encodeTestArticle(makeArticle({ id: 99, publish_at: toDate(start + 1000) }));
    await published.publish([...tenDays, later], start);
    const full = `11-${await published.release?.digestAt(11)}`;
    await published.publish(tenDays, start + 100);
    // It never was due while it was in a current release: a guess learns nothing.
    for (const seconds of [100, 200, 1000, 5000]) {
      const found = await askAt(published, `${list}?snapshot=${full}`, start + seconds);
      const guess = await askAt(published, `${list}?snapshot=11-0123456789abcdef`, start + seconds);
      expect([found.status, found.text]).toEqual([410, guess.text]);
    }
  });
});

const isFirstTable = (path: string): boolean => path === tablePath(path.slice('pages/'.length, -'.table'.length));

test('a forged snapshot reads few files, however many releases are kept', { tags: ['long', 'scaled'] }, async () => {
  const published = publishedReleases();
  const many = Array.from({ length: 150 }, (_, i) => i + 1);
  const articles = many.map((id) => day(1 + id / 10, id));
  for (let i = 0; i < amount({ test: 15, all: 60, soak: 60 }); i++) {
    await published.publish(articles.toSpliced(i, 1), start + i);
  }
  let reads = 0;
  const { read } = published.storage;
  published.storage.read = (...of) => {
    reads++;
    return read(...of);
  };
  const forge = (count: number): string => `${list}?snapshot=${count}-0123456789abcdef`;
  await askAt(published, forge(50));
  for (let count = 1; count < 149; count++) {
    const before = reads;
    expect((await askAt(published, forge(count))).status).toBe(410);
    // An index and a table of each of 4 page files; one of the current release; pointer and ledger.
    expect(reads - before).toBeLessThanOrEqual(11);
  }
  const before = reads;
  for (let count = 1; count < 149; count++) await askAt(published, forge(count));
  expect(reads - before).toBe(2 * 148);
});

/** More than the steps that such a request may take. */
const manyKept = amount({ test: 220, all: 1000, soak: 1000 });

test(`a forged or gone snapshot costs at most 3 times a page, with ${manyKept} kept releases`, {
  tags: ['long', 'scaled'],
  timeout: 60_000,
}, async () => {
  const published = publishedReleases();
  const gone = `${list}?per_page=2&snapshot=2-${'0'.repeat(16)}`;
  for (let i = 0; i < manyKept; i++) {
    // Each breaks the order of the one before.
    await published.publish([day(1, 10_000 - i), day(2, 1), day(3, 2)], start + i);
  }
  const { read } = published.storage;
  let reads = 0;
  let bytes = 0;
  published.storage.read = async (...of) => {
    reads++;
    const found = await read(...of);
    bytes += found?.length ?? 0;
    return found;
  };
  const now = start + 1000;
  const forge = (i: number): string => `${list}?per_page=2&snapshot=3-${(1e15 + i).toString(16).padStart(16, '0')}`;
  const measure = async (target: string): Promise<{ status: number; reads: number; bytes: number; steps: number }> => {
    [reads, bytes] = [0, 0];
    let steps = 0;
    const hook = createHook({ init: (_, type) => void (type === 'PROMISE' && steps++) }).enable();
    const { status } = await askAt(published, target, now);
    hook.disable();
    return { status, reads, bytes, steps };
  };
  // Opens all that is kept.
  expect((await measure(forge(0))).status).toBe(410);
  const page = await measure(`${list}?per_page=2&page=2`);
  expect(page.status).toBe(200);
  for (const target of [forge(1), forge(2), gone, gone]) {
    const found = await measure(target);
    expect(found.status).toBe(410);
    expect(found.reads).toBeLessThanOrEqual(3 * page.reads);
    expect(found.bytes).toBeLessThanOrEqual(3 * page.bytes);
    // None for each release.
    expect(found.steps).toBeLessThan(200);
  }
});

import { beforeAll, describe, expect, test } from 'vitest';
import { toLedgerText, toPointerText } from '../../build/release/ledger/ledger-files.ts';
import { indexPath, pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { newestKept } from '../../src/core/newest-kept.ts';
import { openRelease, type Release } from '../../src/core/release.ts';
import type { Storage } from '../../src/core/storage.ts';
import { publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease } from '../support/release.ts';

const list = '/api/v1/articles';
const june = Date.parse('2026-06-01T00:00:00Z') / 1000;

interface Given {
  id: number;
  at?: string;
  aliases?: string[];
  media?: string[];
}

const article = ({ id, at = `2026-01-0${id}T00:00:00Z`, ...more }: Given) =>
  encodeTestArticle(makeArticle({ id, publish_at: at }), more);
const articles = (...ids: number[]) => ids.map((id) => article({ id }));

type Releases = ReturnType<typeof publishedReleases>;

/** Publishes in turn; then the index of the last is damaged. */
async function damageLast(...sets: ReturnType<typeof articles>[]): Promise<Releases> {
  const releases = publishedReleases();
  let last = '';
  for (const [i, set] of sets.entries()) last = await releases.publish(set, june - 3600 + i);
  releases.files.set(indexPath(last), Buffer.from('{}'));
  return releases;
}

async function idsOf({ storage }: Releases, release: Release | null): Promise<number[]> {
  const { data } = JSON.parse((await ask({ release, storage }, `${list}?per_page=100`)).text);
  return data.map(({ id }: { id: number }) => id);
}

test('an article that was taken down since a release is not served from it, by no route', async () => {
  const first = [
    ...articles(1, 2, 4),
    article({ id: 3, aliases: ['once'], media: ['a.png'] }),
    article({ id: 5, media: ['b.png'] }),
  ];
  const releases = await damageLast(
    first,
    // 3 goes and 2 is put off; then 5 goes; then nothing.
    [...articles(1, 4, 5), article({ id: 2, at: '2036-01-01T00:00:00Z' })],
    articles(1, 4),
    articles(1, 4, 6),
  );
  for (const index of releases.ledger.slice(1)) releases.files.set(indexPath(index.release), Buffer.alloc(0));
  const release = await newestKept(releases.storage);
  expect(release?.id).toBe(releases.ledger[0]?.release);
  expect(await idsOf(releases, release)).toEqual([4, 1]);
  for (const name of ['2', '3', '5', 'article-3', 'once']) {
    expect((await ask({ release, storage: releases.storage }, `${list}/${name}`)).status).toBe(404);
  }
  const found = await ask({ release, storage: releases.storage }, `${list}/article-4`);
  expect([found.status, found.headers['Galley-Release']]).toEqual([200, release?.id]);
  for (const name of ['a.png', 'b.png', 'none.png']) expect(await release?.findAsset(name)).toBe(null);
});

describe('a release of which articles were taken down is as one that never had them', () => {
  const tags = (id: number): string[] => ['All', ...(id % 3 === 0 ? ['Third'] : []), ...(id === 7 ? ['Own'] : [])];
  const make = (id: number) =>
    encodeTestArticle(
      makeArticle({ id, slug: `a${id}`, publish_at: new Date((june - 10_000 + id) * 1000).toISOString() }),
      { details: { tags: tags(id), authors: [`Author ${id % 5}`] }, media: [`m${id % 50}.png`] },
    );
  /** More than stand beside a term, and several page files. */
  const all = Array.from({ length: 530 }, (_, i) => i + 1);
  const gone = [1, 7, 100, 101, 250, 530];
  const rest = all.filter((id) => !gone.includes(id));
  let fallen: { release: Release | null; storage: Storage };
  let other: Awaited<ReturnType<typeof makeRelease>>;
  beforeAll(async () => {
    const releases = await damageLast(all.map(make), rest.map(make));
    fallen = { ...releases, release: await newestKept(releases.storage) };
    other = await makeRelease(rest.map(make));
  });
  const askBoth = (target: string, now?: string) => {
    const options = now === undefined ? {} : { now };
    return Promise.all([ask(fallen, target, options), ask(other, target, options)] as const);
  };

  test.each(
    [
      ...[
        '',
        '?per_page=100&page=3',
        '?per_page=7&page=75',
        '?per_page=7&page=76',
        `?page=2&after=${june - 9750}-250&per_page=100`,
        '?exclude_html=1&exclude_markdown=1&per_page=1000',
      ],
      ...[
        '?tag=all',
        '?tag=All&page=6',
        '?tag=Third',
        '?tag=Own',
        '?tag=All&author=Author%202',
        '?author=Author%200&per_page=3&page=2',
      ],
      ...['?ids=1,2,7,8', '/1', '/2', '/a7', '/a99', '/a102', '/529', '/530'],
    ].map((query) => `${list}${query}`),
  )('%s', async (target) => {
    const [found, expected] = await askBoth(target);
    expect([found.status, found.text]).toEqual([expected.status, expected.text]);
    for (const name of ['X-Total-Count', 'Link', 'ETag', 'Last-Modified']) {
      expect([name, found.headers[name]]).toEqual([name, expected.headers[name]]);
    }
  });

  test.each(['?kind=tag', '?kind=author', '?kind=author&per_page=2&page=2', '?kind=section'])(
    'terms%s',
    async (query) => {
      const [found, expected] = await askBoth(`/api/v1/terms${query}`);
      expect([found.status, found.text]).toEqual([200, expected.text]);
      expect(found.text).not.toContain('Own');
    },
  );

  test('at a moment when some are not yet published', async () => {
    const now = new Date((june - 10_000 + 253) * 1000).toISOString();
    for (const target of [list, `${list}?tag=third`, '/api/v1/terms?kind=author', `${list}/254`, `${list}/253`]) {
      const [found, expected] = await askBoth(target, now);
      expect([target, found.status, found.text]).toEqual([target, expected.status, expected.text]);
    }
  });

  test('an asset is there unless the oldest article that refers to it was taken down', async () => {
    const { release } = fallen;
    const places = await Promise.all(
      ['m1.png', 'm2.png', 'm3.png', 'none.png'].map((name) => release?.findAsset(name)),
    );
    expect(places).toEqual([null, 0, 1, null]);
  });
});

test('a crawl that began before goes on, and one that began meanwhile holds once all is whole again', async () => {
  const releases = await damageLast(articles(1, 2, 3, 4), articles(1, 2, 4));
  const { storage } = releases;
  const [first = { release: '' }] = releases.ledger;
  const crawl = async (release: Release | null, from: string) => {
    const found = await ask({ release, storage }, from.slice(from.indexOf(list)));
    const { data, links, meta } = JSON.parse(found.text);
    return { status: found.status, ids: data?.map(({ id }: { id: number }) => id), links, meta };
  };
  const whole = await openRelease(first.release, storage);
  const before = await crawl(whole, `${list}?per_page=2`);
  expect(before.ids).toEqual([4, 3]);
  const release = await newestKept(storage);
  // The article that it comes after is gone.
  const went = await crawl(release, before.links.next);
  expect([went.ids, went.meta.from, went.meta.to]).toEqual([[2, 1], 3, 4]);
  expect((await crawl(release, before.links.first)).ids).toEqual([4, 2]);

  const meanwhile = await crawl(release, `${list}?per_page=2`);
  expect([meanwhile.ids, meanwhile.meta.to]).toEqual([[4, 2], 2]);
  const repaired = await releases.publish(articles(1, 2, 4, 5), june);
  expect(releases.release?.id).toBe(repaired);
  expect((await crawl(releases.release, meanwhile.links.next)).ids).toEqual([1]);
});

test('where nothing was taken down since, the release is served as it was', async () => {
  const releases = await damageLast(articles(1, 2), articles(1, 2, 3));
  const release = await newestKept(releases.storage);
  expect([await idsOf(releases, release), release?.excluded.size]).toEqual([[2, 1], 0]);
});

const first = articles(1, 2);
test.each<[string, (releases: Releases) => void]>([
  [
    'it is unknown what was taken down',
    ({ files, ledger }) => {
      const entries = ledger.map((entry) => ({ ...entry, takenDown: null }));
      files.set(ledgerPath, Buffer.from(toLedgerText(entries)));
    },
  ],
  ['there is no ledger', ({ files }) => void files.delete(ledgerPath)],
  [
    'the ledger is damaged, though it is JSON',
    ({ files }) => {
      const text = String(files.get(ledgerPath));
      files.set(ledgerPath, Buffer.from(text.replace('"takenDown":[2]', '"takenDown":[3]')));
    },
  ],
  [
    'the ledger does not name the current release',
    ({ files, ledger }) => void files.set(ledgerPath, Buffer.from(toLedgerText(ledger.slice(0, 1)))),
  ],
])('there is none to fall back to where %s', async (_, damage) => {
  const releases = await damageLast(first, articles(1));
  expect(await idsOf(releases, await newestKept(releases.storage))).toEqual([1]);
  damage(releases);
  expect(await newestKept(releases.storage)).toBe(null);
});

test('where the pointer is damaged, it is the last of the ledger; else none behind the one of the pointer', async () => {
  const releases = publishedReleases();
  const ids: string[] = [];
  for (const set of [first, articles(1), articles(1, 3)]) ids.push(await releases.publish(set, june));
  releases.files.set(pointerPath, Buffer.from('{}'));
  expect((await newestKept(releases.storage))?.id).toBe(ids[2]);
  // As a crash between the ledger and the pointer leaves it.
  releases.files.set(pointerPath, Buffer.from(toPointerText(ids[1] ?? '')));
  expect((await newestKept(releases.storage))?.id).toBe(ids[1]);
});

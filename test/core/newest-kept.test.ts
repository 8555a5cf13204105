import { expect, test } from 'vitest';
import { toLedgerText, toPointerText } from '../../build/release/ledger/storage-target.ts';
import { indexPath, pointerPath } from '../../src/core/format.ts';
import { ledgerPath } from '../../src/core/ledger.ts';
import { newestKept } from '../../src/core/newest-kept.ts';
import type { Release } from '../../src/core/release.ts';
import { publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle } from '../support/release.ts';

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
  // Assets are served up to the place of the last article that is published.
  expect(await release?.findAsset('a.png')).toBe(Number.POSITIVE_INFINITY);
  expect(await release?.findAsset('none.png')).toBe(null);
});

test('places on a page stay, tags follow what is shown, and a snapshot holds once all is whole again', async () => {
  const releases = await damageLast(articles(1, 2, 3, 4), articles(1, 2, 4));
  const { storage } = releases;
  const release = await newestKept(storage);
  const fell = await ask({ release, storage }, `${list}?per_page=2`);
  const { data, meta, links } = JSON.parse(fell.text);
  expect(data.map(({ id }: { id: number }) => id)).toEqual([4]);
  expect([meta.from, meta.to, fell.headers['X-Total-Count']]).toEqual([1, 2, '4']);
  const next = await ask({ release, storage }, links.next.slice(links.next.indexOf(list)));
  expect(JSON.parse(next.text).data.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  const { release: first } = releases.ledger[0] ?? { release: '' };
  releases.files.set(pointerPath, Buffer.from(toPointerText(first)));
  const whole = await ask({ release: await newestKept(storage), storage }, `${list}?per_page=2`);
  expect(JSON.parse(whole.text).data).toHaveLength(2);
  expect(whole.headers.ETag).not.toBe(fell.headers.ETag);
  const kept = await ask({ release, storage }, links.last.slice(links.last.indexOf(list)), {
    service: { kept: releases.kept },
  });
  expect(kept.status).toBe(200);
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

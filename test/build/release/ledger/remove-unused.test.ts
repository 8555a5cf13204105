import { expect, test } from 'vitest';
import { removeUnused } from '../../../../build/release/ledger/remove-unused.ts';
import { tablePath } from '../../../../src/core/format.ts';
import { publishedReleases } from '../../../support/published-releases.ts';
import { encodeTestArticle, makeArticle } from '../../../support/release.ts';

const published = publishedReleases();
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
const articles = Array.from({ length: 250 }, (_, i) =>
  encodeTestArticle(makeArticle({ id: i + 1, publish_at: timeOf(i) })),
);
const release = await published.publish(articles, 1000);
const articlePaths = [...published.files.keys()].filter((path) => path.startsWith('articles/'));
const stray = (n: number) => `articles/00/${n}.${'0'.repeat(32)}.json.gz`;

/** Which of some files are removed, and how many tables are read for it; `damaged` is the page whose table is damaged. */
async function remove(files: [path: string, publishAt: number | null][], damaged = -1, kept = [release]) {
  const { pages } = JSON.parse(`${published.files.get(`index.${release}.json`)}`);
  const damagedPath = damaged < 0 ? '' : tablePath(pages[damaged][0]);
  let [tables, removed] = [0, [] as readonly string[]];
  const store = {
    read(path: string) {
      if (path.endsWith('.table')) tables++;
      return path === damagedPath ? Buffer.from('damaged') : published.storage.read(path);
    },
    remove: async (paths: readonly string[]) => {
      removed = paths;
      return { files: paths.length, bytes: 0 };
    },
  };
  const { unreadable } = await removeUnused(store, new Set(kept), () => {
    return { files: new Map(files), isWhole: true };
  });
  return { removed: [...removed].sort(), tables, unreadable: unreadable.length };
}

test('an article without a time is looked for in all pages, and stays where one of them has it', async () => {
  const undated = (paths: string[]) => paths.map((path): [string, null] => [path, null]);
  const files = [...articlePaths, stray(1), 'articles/00/1.html'];
  expect(await remove(undated(files))).toEqual({ removed: [stray(1)], tables: 3, unreadable: 0 });
  // Once all are found, no further table is read.
  const oldest = articlePaths.filter((path) => Number(/\/(\d+)\./.exec(path)?.[1]) <= 100);
  expect(oldest).toHaveLength(100);
  expect(await remove(undated(oldest))).toEqual({ removed: [], tables: 1, unreadable: 0 });
});

test('one with a time is looked for in the pages of that time alone', async () => {
  expect(await remove([])).toMatchObject({ tables: 0 });
  expect(await remove([[stray(1), 150]])).toEqual({ removed: [stray(1)], tables: 1, unreadable: 0 });
  const ends: [string, number][] = [0, 99, 100, 249].map((at) => [stray(at), at]);
  expect(await remove(ends)).toEqual({ removed: ends.map(([path]) => path).sort(), tables: 3, unreadable: 0 });
});

test('one that a page has is looked for in no page of another release', async () => {
  const other = encodeTestArticle(makeArticle({ id: 300, publish_at: timeOf(50) }));
  const next = await published.publish([...articles.slice(0, 50), other, ...articles.slice(51)], 2000);
  const path = articlePaths.find((each) => /\/7\./.test(each)) ?? '';
  expect(await remove([[path, 6]], -1, [release, next])).toEqual({ removed: [], tables: 1, unreadable: 0 });
  expect(await remove([[stray(1), 6]], -1, [release, next])).toMatchObject({ removed: [stray(1)], tables: 2 });
});

test('what a damaged table may name stays', async () => {
  const files: [string, number][] = [50, 150].map((at) => [stray(at), at]);
  expect(await remove(files, 0)).toEqual({ removed: [stray(150)], tables: 2, unreadable: 1 });
  const undated = files.map(([path]): [string, null] => [path, null]);
  expect(await remove(undated, 2)).toEqual({ removed: [], tables: 3, unreadable: 1 });
});

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { EncodedArticle } from '../../../../build/release/article/encode-article.ts';
import type { ReleaseFile } from '../../../../build/release/layout/page-files.ts';
import { type PlannedArticle, planRelease } from '../../../../build/release/layout/plan-release.ts';
import { gzipPath, Index, pageFileBytes, pageFileCount, pagePath } from '../../../../src/core/format.ts';
import { toReleaseFiles } from '../../../support/in-memory-release.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site } from '../../../support/release.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace('.000', '');
const article = (id: number, html = '<p>x</p>') => encodeTestArticle(makeArticle({ id, html, publish_at: at(id) }));
const articles = (count: number) => Array.from({ length: count }, (_, i) => article(i + 1));

function set(list: readonly EncodedArticle[]): { pages: Index['pages']; files: ReleaseFile[] } {
  const files = [...toReleaseFiles(list, site)];
  return { files, pages: Index.parse(JSON.parse(String(files.at(-2)?.bytes))).pages };
}

const countsOf = (list: readonly EncodedArticle[]) => set(list).pages.map(([, count]) => count);

test.each([
  [0, []],
  [1, [1]],
  [pageFileCount, [pageFileCount]],
  [pageFileCount + 1, [pageFileCount, 1]],
  [2 * pageFileCount, [pageFileCount, pageFileCount]],
])('%d articles make page files of %j, the oldest first', (count, expected) => {
  expect(countsOf(articles(count))).toEqual(expected);
});

test('each file holds its articles newest first, and the index its first and last moment', () => {
  const { pages, files } = set(articles(pageFileCount + 2));
  const newest = files.find(({ path }) => path === pagePath(pages[1]?.[0] ?? ''));
  const last: { id: number }[] = JSON.parse(String(newest?.bytes));
  expect(last.map(({ id }) => id)).toEqual([pageFileCount + 2, pageFileCount + 1]);
  const start = Date.UTC(2026, 0, 1) / 1000;
  expect(pages.map(([, , first, newest]) => [first - start, newest - start])).toEqual([
    [1, pageFileCount],
    [pageFileCount + 1, pageFileCount + 2],
  ]);
});

test('a file is closed where it would pass 8 MiB; a greater article stands alone', { tags: ['long'] }, () => {
  const third = 'x'.repeat(pageFileBytes / 3);
  expect(countsOf([1, 2, 3, 4, 5].map((id) => article(id, third)))).toEqual([2, 2, 1]);
  const huge = 'x'.repeat(pageFileBytes + 1);
  expect(countsOf([article(1), article(2, huge), article(3)])).toEqual([1, 1, 1]);
});

test('a new article writes the last page file, its other forms and its tables again, and no other', () => {
  const paths = (count: number) =>
    set(articles(count))
      .files.map(({ path }) => path)
      .filter((path) => path.startsWith('pages/'));
  const before = new Set(paths(3 * pageFileCount + 5));
  expect(paths(3 * pageFileCount + 6).filter((path) => !before.has(path))).toHaveLength(4);
});

test('other cuts of the same articles get another name', () => {
  const make = (htmlCuts: [number, number][]) =>
    encodeTestArticle(makeArticle({ id: 1, html: '<h1>a</h1>' }), { htmlCuts });
  const names = [make([]), make([[0, 10]])].map((one) => set([one]).pages[0]?.[0]);
  expect(names[0]).not.toBe(names[1]);
});

test('a page file may hold more headings than a call takes arguments', { tags: ['long'] }, async () => {
  const count = 100_000;
  const htmlCuts = Array.from({ length: count }, (_, i) => [2 * i, 2 * i + 1] as const);
  const made = await makeRelease([encodeTestArticle(makeArticle({ id: 1, html: 'hx'.repeat(count) }), { htmlCuts })]);
  const { text } = await ask(made, '/api/v1/articles/1?exclude_h1=1', { headers: { 'accept-encoding': 'gzip' } });
  expect(JSON.parse(text).html).toBe('x'.repeat(count));
});

test('the gzip form of a page file is one member that decodes to it', () => {
  const html = '<h1>a</h1>\n<p>text</p>\n'.repeat(20);
  const list = [1, 2, 3].map((id) => encodeTestArticle(makeArticle({ id, html }), { htmlCuts: [[0, 11]] }));
  const { pages, files } = set(list);
  const of = (path: string): Buffer => Buffer.from(files.find((file) => file.path === path)?.bytes ?? []);
  const name = pages[0]?.[0] ?? '';
  expect(gunzipSync(of(gzipPath(name)))).toEqual(of(pagePath(name)));
  expect(JSON.parse(String(of(pagePath(name))))).toHaveLength(3);
});

const planned = (id: number): PlannedArticle => ({
  ...{ path: `${id}.md`, id, slug: `s${id}`, aliases: [], media: [], terms: [['tag', 'a']], publishAt: id },
  ...{ hash: `${id}`, name: `${id}`, size: 100, streamSize: 10, streamSizeWithout: 0, cutCount: 0 },
});
const third = Math.floor(pageFileBytes / 3);

test.each<[change: string, changed: Partial<PlannedArticle>, sizes: number, kept: number]>([
  ['a body', { name: 'x', hash: 'x', size: 200, cutCount: 1 }, 100, 3],
  ['a body of a page that gets too large', { name: 'x', size: pageFileBytes }, 100, 0],
  ['a body of a page that its size ended', { name: 'x', size: 200 }, third, 0],
  ['an id', { id: 7_000 }, 100, 0],
  ['a slug', { slug: 'x' }, 100, 0],
  ['an alias', { aliases: ['x'] }, 100, 0],
  ['an asset', { media: ['x.png'] }, 100, 0],
  ['a term', { terms: [['tag', 'b']] }, 100, 0],
  ['a date', { publishAt: 300 }, 100, 0],
  ['a path', { path: 'x.md' }, 100, 0],
])('the plan after a change of %s is that of all articles; %#', (_, changed, size, kept) => {
  const articles = Array.from({ length: 350 }, (_, i) => ({ ...planned(i + 1), size }));
  const before = planRelease(articles, site, []);
  const after = articles.map((each) => (each.id === 150 ? { ...each, ...changed } : each));
  const [plan, whole] = [planRelease(after, site, [], before.order, [], before), planRelease(after, site, [])];
  const read = ({ files, ...others }: typeof plan) => ({
    ...others,
    files: files.map(({ path, bytes }) => [path, bytes()]),
  });
  expect(read(plan)).toEqual(read(whole));
  expect(plan.pages.filter((page) => before.pages.includes(page))).toHaveLength(kept);
});

test.each([
  ['one more', (list: PlannedArticle[]) => [...list, planned(351)]],
  ['one less', (list: PlannedArticle[]) => list.slice(1)],
  ['many others', (list: PlannedArticle[]) => list.map((each) => ({ ...each, name: `${each.name}x` }))],
])('the plan after %s is that of all articles', (_, change) => {
  const articles = Array.from({ length: 350 }, (_, i) => planned(i + 1));
  const before = planRelease(articles, site, []);
  const after = change(articles);
  const [plan, whole] = [planRelease(after, site, [], before.order, [], before), planRelease(after, site, [])];
  expect([plan.release, plan.pages, plan.order]).toEqual([whole.release, whole.pages, whole.order]);
});

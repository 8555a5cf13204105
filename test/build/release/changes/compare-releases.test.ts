import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EncodedArticle } from '../../../../build/release/article/encode-article.ts';
import type { AddressResponse, Changes } from '../../../../build/release/changes/changes.ts';
import { compareReleases, summarise } from '../../../../build/release/changes/compare-releases.ts';
import type { Article } from '../../../../src/core/article.ts';
import { DamagedFile } from '../../../../src/core/file-errors.ts';
import { maxTakenDown } from '../../../../src/core/ledger.ts';
import { cases } from '../../../support/amount.ts';
import { ArticleSchema } from '../../../support/description-schemas.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site, type TestRelease } from '../../../support/release.ts';

/** An article and its former slugs. */
type Known = Article & { aliases: string[] };

const now = '2026-06-01T00:00:00Z';
const seconds = Date.parse(now) / 1000;

const encoded = new Map<string, EncodedArticle>();

function mediaOf({ html, header_image_url }: Article): string[] {
  const named = `${html} ${header_image_url}`.matchAll(/\/media\/([^"\s]+)/g);
  return [...new Set(Array.from(named, ([, name = '']) => decodeURIComponent(name)))];
}

function encode({ aliases, ...article }: Known): EncodedArticle {
  const key = JSON.stringify([article, aliases]);
  const known = encoded.get(key) ?? encodeTestArticle(article, { aliases, media: mediaOf(article) });
  encoded.set(key, known);
  return known;
}

/** Three days apart, so that some of 230 are not yet due. */
function toDate(day: number): string {
  return new Date(Date.UTC(2024, 8, 1) + day * 3 * 86_400_000).toISOString().replace('.000', '');
}

function known(id: number, fields: Partial<Known> = {}): Known {
  const { aliases = [], ...rest } = fields;
  return { ...makeArticle({ publish_at: toDate(id), ...rest, id }), aliases };
}

const base = Array.from({ length: 230 }, (_, i) => known(i + 1, i % 40 === 0 ? { aliases: [`once-${i + 1}`] } : {}));

type Edit = {
  at: number;
  kind: 'add' | 'remove' | 'text' | 'rename' | 'keep' | 'date' | 'alias' | 'id' | 'both';
  day: number;
};

const edits = fc.array(
  fc.record<Edit>({
    at: fc.oneof(fc.nat(229), fc.integer({ min: 200, max: 222 })),
    kind: fc.constantFrom('add', 'remove', 'text', 'rename', 'keep', 'date', 'alias', 'id', 'both'),
    day: fc.oneof(fc.nat(260), fc.integer({ min: 205, max: 218 })),
  }),
  { maxLength: 6 },
);

function apply(articles: readonly Known[], list: readonly Edit[], mark: string): Known[] {
  const byId = new Map(articles.map((article) => [article.id, article]));
  for (const [i, { at, kind, day }] of list.entries()) {
    const name = `${mark}-${i}`;
    const own = byId.get(at + 1);
    if (kind === 'add') byId.set(1000 + at, known(1000 + at, { slug: `${name}-new`, publish_at: toDate(day) }));
    if (own === undefined) continue;
    const { slug, aliases } = own;
    byId.delete(own.id);
    if (kind === 'remove') continue;
    const others: Partial<Record<Edit['kind'], Partial<Known>>> = {
      text: { html: `<p>${name}</p><img src="${site}/media/${name}.svg">`, title: name },
      rename: { slug: name },
      keep: { slug: name, aliases: [...aliases, slug] },
      date: { publish_at: toDate(day), published_at: toDate(day) },
      alias: { aliases: [`${name}-alias`] },
      id: { id: 2000 + own.id },
      both: { id: 4000 + own.id, slug: name, aliases: day % 2 === 0 ? aliases : [...aliases, slug] },
    };
    const edited = { ...own, ...others[kind] };
    byId.set(edited.id, edited);
  }
  return [...byId.values()];
}

const isPublished = ({ publish_at }: Article): boolean => publish_at <= now;

function inOrder(articles: readonly Known[]): Known[] {
  return [...articles].sort((a, b) =>
    a.publish_at === b.publish_at ? b.id - a.id : a.publish_at < b.publish_at ? 1 : -1,
  );
}

/** The same, found by looking at every article. */
function model(
  before: readonly Known[],
  after: readonly Known[],
): Omit<Changes, 'before' | 'after' | 'list' | 'media'> {
  const idsBefore = new Map(before.map((article) => [article.id, article]));
  const idsAfter = new Map(after.map((article) => [article.id, article]));
  const state = (article: Known) => {
    const { id, slug, title, publish_at } = article;
    return { id, slug, title, publishAt: publish_at, isPublished: isPublished(article) };
  };
  const changed = inOrder(after).flatMap((article) => {
    const old = idsBefore.get(article.id);
    const fields = (Object.keys(ArticleSchema.shape) as (keyof Article)[]).filter(
      (field) => old?.[field] !== article[field],
    );
    if (old === undefined || fields.length === 0) return [];
    return [{ id: article.id, before: state(old), after: state(article), fields }];
  });
  const added = inOrder(after).filter(({ id }) => !idsBefore.has(id));
  const removed = inOrder(before).filter(({ id }) => !idsAfter.has(id));
  const isAlike = (a: Known) => (b: Known) => a.title === b.title && a.publish_at === b.publish_at;
  const kept = inOrder(after).flatMap((article) => {
    const old = idsBefore.get(article.id);
    return old === undefined || old.slug === article.slug ? [] : [[old, article] as const];
  });
  const renamed = added.flatMap((article) => {
    const [old, ...others] = removed.filter(isAlike(article));
    const isSure = old !== undefined && others.length === 0 && added.filter(isAlike(article)).length === 1;
    return isSure && old.slug !== article.slug ? [[old, article] as const] : [];
  });
  const names = [...before, ...after].flatMap(({ id, slug, aliases }) => [String(id), slug, ...aliases]);
  return {
    articles: { before: before.length, after: after.length },
    site: null,
    added: added.map(state),
    changed,
    removed: removed.map(state),
    moved: [...kept, ...renamed].map(([old, article]) => {
      return { before: state(old), after: state(article), keepsSlug: article.aliases.includes(old.slug) };
    }),
    addresses: [...new Set(names)].flatMap((article) => {
      const responses = { before: responseOf(before, article), after: responseOf(after, article) };
      return JSON.stringify(responses.before) === JSON.stringify(responses.after) ? [] : [{ article, ...responses }];
    }),
  };
}

function responseOf(articles: readonly Known[], name: string): AddressResponse {
  const own = articles.find(({ id, slug }) => String(id) === name || slug === name);
  if (own !== undefined) return isPublished(own) ? { status: 200, id: own.id } : { status: 404 };
  const target = articles.find(({ aliases }) => aliases.includes(name));
  return target && isPublished(target) ? { status: 308, to: target.slug } : { status: 404 };
}

const byName = <T extends { article: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.article < b.article ? -1 : 1));

async function build(articles: readonly Known[]): Promise<TestRelease> {
  return makeRelease(articles.map(encode));
}

const source = ({ release: { id }, storage }: TestRelease) => ({ id, storage });

/** Live pages, each as the core responds. */
async function livePages(release: TestRelease): Promise<string[]> {
  const pages: string[] = [];
  for (let page = 1; ; page++) {
    const { text } = await ask(release, `/api/v1/articles?page=${page}`, { now });
    pages.push(text);
    if (JSON.parse(text).links.next === null) return pages;
  }
}

test('a comparison finds what a check of every article finds, over random pairs', {
  tags: ['long', 'scaled'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, async (first, second) => {
      const [before, after] = [apply(base, first, 'a'), apply(apply(base, first, 'a'), second, 'b')];
      const releases = [await build(before), await build(after)] as const;
      const {
        list,
        media: _,
        before: was,
        after: is,
        ...found
      } = await compareReleases(source(releases[0]), source(releases[1]), seconds);
      const expected = model(before, after);
      expect({ ...found, addresses: byName(found.addresses) }).toEqual({
        ...expected,
        addresses: byName(expected.addresses),
      });
      expect([was, is]).toEqual(releases.map(({ release }) => release.id));

      const live = [await livePages(releases[0]), await livePages(releases[1])] as const;
      const maxPages = Math.max(live[0].length, live[1].length);
      const changed = Array.from({ length: maxPages }, (_page, i) => live[0][i] !== live[1][i]).filter(Boolean).length;
      expect(list).toEqual({ before: live[0].length, after: live[1].length, changed });
    }),
    cases(60, 3),
  );
});

describe('a comparison', () => {
  const newest = base.slice(0, 200);
  const edited = newest.with(150, known(151, { title: 'Another', html: '<p>Another</p>' }));

  test('of the same release finds nothing', async () => {
    const release = await build(base);
    const found = await compareReleases(source(release), source(release), seconds);
    const id = release.release.id;
    const pages = { before: 3, after: 3, changed: 0 };
    expect(found).toEqual({
      ...{ before: id, after: id, articles: { before: 230, after: 230 }, site: null },
      ...{ added: [], changed: [], removed: [], moved: [], addresses: [], media: { added: [], removed: [] } },
      list: pages,
    });
  });

  test('after no release counts, and lists nothing', async () => {
    const release = await build(base);
    const found = await compareReleases(null, source(release), seconds);
    expect(found).toMatchObject({ before: null, articles: { before: 0, after: 230 }, added: [] });
    expect(found.list).toEqual({ before: 0, after: 3, changed: 3 });
    expect(summarise(found)).toEqual({ changes: { added: 230, changed: 0, removed: 0 }, takenDown: [] });
  });

  test('counts for the ledger', async () => {
    const after = await build([...edited.slice(1), known(900)]);
    const found = await compareReleases(source(await build(newest)), source(after), seconds);
    expect(summarise(found).changes).toEqual({ added: 1, changed: 1, removed: 1 });
  });

  test('names for the ledger what was taken down: what was removed, or put off', async () => {
    const soon = known(300, { publish_at: '2026-07-01T00:00:00Z' });
    const before = await build([...newest, soon]);
    const after = await build([
      ...newest.slice(3).map((each) => (each.id === 9 ? { ...each, publish_at: '2036-01-01T00:00:00Z' } : each)),
      { ...soon, publish_at: '2026-08-01T00:00:00Z' },
    ]);
    const found = await compareReleases(source(before), source(after), seconds);
    const ids = [...newest.slice(0, 3).map(({ id }) => id), 9, 300];
    expect(new Set(summarise(found).takenDown)).toEqual(new Set(ids));
    const back = await compareReleases(source(after), source(before), seconds);
    expect(summarise(back).takenDown).toEqual([]);
    const [article] = found.removed;
    const removed = (count: number) => summarise({ ...found, removed: Array(count).fill(article) }).takenDown;
    expect([removed(maxTakenDown - 2)?.length, removed(maxTakenDown - 1)]).toEqual([maxTakenDown, null]);
    expect(summarise(null)).toEqual({ changes: null, takenDown: null });
  });

  test('reads one page of both, and none of what both have', async () => {
    const read: string[] = [];
    const watch = (release: TestRelease) => ({
      id: release.release.id,
      storage: {
        read: (path: string, start?: number, end?: number) => {
          read.push(path.replace(/[0-9a-f]{32}/, '*'));
          return release.storage.read(path, start, end);
        },
      },
    });
    await compareReleases(watch(await build(newest)), watch(await build(edited)), seconds);
    expect(read.filter((path) => !path.startsWith('index.')).sort()).toEqual([
      ...['pages/*.json', 'pages/*.json', 'pages/*.table', 'pages/*.table'],
    ]);
  });

  const shows = (id: number, ...names: string[]): Known =>
    known(id, { html: names.map((name) => `<img src="${site}/media/${encodeURIComponent(name)}">`).join('') });
  const soon = { ...shows(6, 'soon.1.png'), publish_at: '2036-01-01T00:00:00Z' };

  test.each<[string, Known[], Known[], Changes['media']]>([
    [
      'one article shows another image',
      [shows(5, 'old.1.png', 'both.1.png')],
      [shows(5, 'nü w.1.png', 'both.1.png'), soon],
      { added: ['nü w.1.png'], removed: ['old.1.png'] },
    ],
    [
      'one of three is removed',
      [1, 2, 3].map((id) => shows(id, 'a.1.png')),
      [1, 2].map((id) => shows(id, 'a.1.png')),
      { added: [], removed: [] },
    ],
    [
      'a third shows it',
      [1, 2].map((id) => shows(id, 'a.1.png')),
      [1, 2, 3].map((id) => shows(id, 'a.1.png')),
      { added: [], removed: [] },
    ],
    ['the last one is removed', [shows(1, 'a.1.png'), shows(2)], [shows(2)], { added: [], removed: ['a.1.png'] }],
    [
      'an article is put off',
      [shows(6, 'soon.1.png'), shows(2)],
      [soon, shows(2)],
      { added: [], removed: ['soon.1.png'] },
    ],
    [
      'all move to a later one',
      [shows(1, 'a.1.png'), shows(2)],
      [shows(1), shows(2, 'a.1.png')],
      { added: [], removed: [] },
    ],
  ])('names images that readers get in one release alone: %s', async (_title, from, to, expected) => {
    const [before, after] = [await build(from), await build(to)];
    expect((await compareReleases(source(before), source(after), seconds)).media).toEqual(expected);
  });

  test('takes an article from its own file where the page is damaged, and says which file where both are', async () => {
    const [before, after] = [await build(newest), await build(edited)];
    for (const [path, bytes] of before.files) if (/^pages.*json$/.test(path)) bytes.fill(32);
    expect((await compareReleases(source(before), source(after), seconds)).changed).toHaveLength(1);
    for (const [path, bytes] of before.files) if (path.startsWith('articles/')) bytes.fill(32);
    await expect(compareReleases(source(before), source(after), seconds)).rejects.toThrow(DamagedFile);
  });

  test('finds an article whose level-one headings alone differ', async () => {
    const article = makeArticle({ id: 1, html: '<h1>A</h1><p>B</p>' });
    const make = (htmlCuts: [number, number][]) => makeRelease([encodeTestArticle(article, { htmlCuts })]);
    const { changed, list } = await compareReleases(source(await make([])), source(await make([[0, 10]])), seconds);
    expect(changed).toMatchObject([{ id: 1, fields: [] }]);
    expect(list.changed).toBe(0);
  });

  test('finds former slugs of an article that is hidden in a shard that stays the same', async () => {
    const aliases = ['once'];
    const last = (publish_at: string) => known(400, { publish_at, published_at: publish_at, aliases });
    const before = await build([...newest, last('2026-05-30T00:00:00Z')]);
    const after = await build([...newest, last('2026-06-02T00:00:00Z')]);
    const { addresses, changed } = await compareReleases(source(before), source(after), seconds);
    expect(addresses).toEqual([
      { article: '400', before: { status: 200, id: 400 }, after: { status: 404 } },
      { article: 'article-400', before: { status: 200, id: 400 }, after: { status: 404 } },
      { article: 'once', before: { status: 308, to: 'article-400' }, after: { status: 404 } },
    ]);
    expect(changed).toMatchObject([{ fields: ['publish_at', 'published_at'] }]);
  });

  test.each([
    [[102, 101], 1],
    [[101, 100], 2],
    [[200, 101], 1],
    [[100, 1], 1],
  ])('of 200 articles, %j are on pages, in number: %i', async (ids, count) => {
    const after = newest.map((article) => (ids.includes(article.id) ? { ...article, html: '<p>New</p>' } : article));
    const { list } = await compareReleases(source(await build(newest)), source(await build(after)), seconds);
    expect(list.changed).toBe(count);
  });

  test('takes none for moved where two may be the one', async () => {
    const make = (id: number) => known(id, { title: 'Same', publish_at: '2026-01-01T00:00:00Z' });
    const compare = async (before: number[], after: number[]) =>
      compareReleases(source(await build(before.map(make))), source(await build(after.map(make))), seconds);
    expect((await compare([1], [3])).moved).toHaveLength(1);
    expect((await compare([1, 2], [3])).moved).toEqual([]);
    expect((await compare([1], [2, 3])).moved).toEqual([]);
  });

  test('finds another site', async () => {
    const before = await build(newest);
    const moved = await makeRelease(newest.map(encode), 'https://other.example');
    const { site: sites, list, changed } = await compareReleases(source(before), source(moved), seconds);
    expect(sites).toEqual({ before: site, after: 'https://other.example' });
    expect([list.changed, changed]).toEqual([2, []]);
  });
});

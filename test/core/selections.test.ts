import { describe, expect, test } from 'vitest';
import type { DeclaredField } from '../../build/front-matter/declared-fields.ts';
import { type Order, planRelease } from '../../build/release/layout/plan-release.ts';
import { planTerms } from '../../build/release/layout/plan-terms.ts';
import { namedFiles } from '../../src/core/lru.ts';
import { countBelow, newestPlaces } from '../../src/core/place-set.ts';
import { maxListedPlaces, openTerms, termKinds } from '../../src/core/terms.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { seeded } from '../bench/seeded.ts';
import { amount, seed } from '../support/amount.ts';
import { publishedReleases } from '../support/published-releases.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site } from '../support/release.ts';

const start = Date.parse('2026-01-01T00:00:00Z') / 1000;
const toDate = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

interface Row {
  id: number;
  tags: string[];
  author: string;
  section: string | null;
  publishAt: number;
}

const encode = ({ id, tags, author, section, publishAt }: Row) =>
  encodeTestArticle(makeArticle({ id, slug: `a${id}`, publish_at: toDate(publishAt) }), {
    details: { tags, authors: [author], section, fields: { label: section } },
    declared: [['label', 'text']],
  });

const get = async (made: Parameters<typeof ask>[0], target: string, now = start + 1e6) => {
  const found = await ask(made, `/api/v1/${target}`, { now: toDate(now) });
  return { ...found, page: JSON.parse(found.text) };
};

const idsOf = ({ page }: { page: { data: { id: number }[] } }) => page.data.map(({ id }) => id);

const few = await makeRelease(
  [
    { id: 1, tags: ['News', 'a&b'], author: 'Ada', section: 'S' },
    { id: 2, tags: ['news'], author: 'Bob', section: null },
    { id: 3, tags: ['Größe'], author: 'ada', section: 'S' },
    { id: 4, tags: [], author: 'Ada', section: 'T' },
  ].map((row) => encode({ ...row, publishAt: start + row.id })),
);

describe('a list of', () => {
  test.each([
    ['tag=news', [2, 1]],
    ['tag=NEWS', [2, 1]],
    ['tag=News&tag=a%26b', [1]],
    ['tag=gr%C3%B6%C3%9Fe', [3]],
    ['tag=GRO%CC%88%C3%9FE', [3]],
    ['author=ada', [4, 3, 1]],
    ['author=Ada&section=s', [3, 1]],
    ['author=Ada&section=S&ids=3,4', [3]],
    ['ids=4,2,4,99', [4, 2]],
    ['ids=2', [2]],
    ['tag=GR%C3%96SSE', [3]],
    ['tag_any=news', [2, 1]],
    ['tag_any=a%26b&tag_any=Gr%C3%B6%C3%9Fe&tag_any=none', [3, 1]],
    ['tag_any=news&tag_any=gr%C3%B6%C3%9Fe&tag=News&tag_any=NEWS', [2, 1]],
    ['tag_any=news&author=bob', [2]],
    ['tag=none', []],
    ['language=de', []],
    ['tag=news&author=none', []],
  ])('%s', async (query, ids) => {
    const found = await get(few, `articles?${query}`);
    expect([found.status, idsOf(found), found.headers['X-Total-Count']]).toEqual([200, ids, String(ids.length)]);
    expect(found.page.meta).toMatchObject(ids.length === 0 ? { from: null, to: null } : { from: 1, to: ids.length });
  });

  test('an empty selection is a page without articles', async () => {
    const { page } = await get(few, 'articles?tag=none');
    expect(page.links).toMatchObject({ first: `${site}/api/v1/articles?page=1&tag=none`, prev: null, next: null });
  });

  test('links carry the selection', async () => {
    const { page, headers } = await get(few, 'articles?author=Ada&tag=A%26b&per_page=1&include_details=1');
    expect(page.links.first).toBe(
      `${site}/api/v1/articles?page=1&per_page=1&include_details=true&tag=A%26b&author=Ada`,
    );
    expect(page.links.last).toBe(page.links.first);
    expect(headers.Link).toContain(`<${page.links.last}>; rel="last"`);
  });
});

test.each([
  ['tag=', 'tag'],
  ['tag=%20', 'tag'],
  [`author=${'a'.repeat(201)}`, 'author'],
  ['tag[]=a', 'tag'],
  ['tag_any=', 'tag_any'],
  [Array.from({ length: 11 }, (_, i) => `tag=t${i}`).join('&'), 'tag'],
  [Array.from({ length: 9 }, () => `section=${'%C3%BC'.repeat(100)}`).join('&'), 'section'],
  ['ids=', 'ids'],
  ['ids=1,,2', 'ids'],
  ['ids=0', 'ids'],
  ['ids=2147483648', 'ids'],
  ['ids=1&ids=2', 'ids'],
  [`ids=${Array.from({ length: 101 }, (_, i) => i + 1)}`, 'ids'],
])('%s is refused', async (query, name) => {
  const { status, page } = await get(few, `articles?${query}`);
  expect([status, Object.keys(page.errors)]).toEqual([422, [name]]);
});

test('a list of ten terms that another asked for in another order reads nothing of them again', async () => {
  const tags = ['a', 'b', 'c'];
  const made = await makeRelease(
    Array.from({ length: 140 }, (_, i) =>
      encode({ id: i + 1, tags, author: 'x', section: null, publishAt: start + i }),
    ),
  );
  const { read } = made.storage;
  const paths: string[] = [];
  made.storage.read = (path, from, to) => {
    paths.push(path);
    return read(path, from, to);
  };
  const total = async (query: string) => (await get(made, `articles?${query}&per_page=1`)).headers['X-Total-Count'];
  expect(await total('tag=a&tag=b&tag=c')).toBe('140');
  const known = new Set(paths.filter((path) => path.startsWith('terms/')));
  expect(known.size).toBeGreaterThan(1);
  paths.length = 0;
  for (const query of ['tag=C&tag=b&tag=a', 'tag_any=b&tag_any=a&tag=B', 'tag=a&page=3'])
    expect(await total(query)).toBe('140');
  expect(paths.filter((path) => path.startsWith('terms/'))).toEqual([]);
});

describe('terms', () => {
  test('are listed with their counts, in order, written as in the oldest article', async () => {
    const { page, headers } = await get(few, 'terms?kind=tag');
    expect(page.data).toEqual([
      { term: 'a&b', count: 1 },
      { term: 'Größe', count: 1 },
      { term: 'News', count: 2 },
    ]);
    expect(page.meta).toEqual({ current_page: 1, from: 1, path: `${site}/api/v1/terms`, per_page: 100, to: 3 });
    expect(headers['X-Total-Count']).toBe('3');
  });

  test('have pages', async () => {
    const { page } = await get(few, 'terms?kind=tag&per_page=2');
    expect(page.links).toEqual({
      ...{ first: `${site}/api/v1/terms?page=1&kind=tag&per_page=2`, prev: null },
      ...{
        last: `${site}/api/v1/terms?page=2&kind=tag&per_page=2`,
        next: `${site}/api/v1/terms?page=2&kind=tag&per_page=2`,
      },
    });
    const second = await get(few, 'terms?kind=tag&per_page=2&page=2');
    expect(second.page.data).toEqual([{ term: 'News', count: 2 }]);
    expect((await get(few, 'terms?kind=tag&page=9')).page).toMatchObject({ data: [], meta: { from: null, to: null } });
  });

  test('of scheduled articles alone are unknown to everybody', async () => {
    const made = await makeRelease([
      encode({ id: 1, tags: ['a'], author: 'x', section: null, publishAt: start }),
      encode({ id: 2, tags: ['a', 'secret'], author: 'y', section: null, publishAt: start + 100 }),
    ]);
    const before = await get(made, 'terms?kind=tag', start + 50);
    expect([before.page.data, before.headers['X-Total-Count']]).toEqual([[{ term: 'a', count: 1 }], '1']);
    expect(idsOf(await get(made, 'articles?tag=secret', start + 50))).toEqual([]);
    const after = await get(made, 'terms?kind=tag', start + 100);
    expect(after.page.data).toEqual([
      { term: 'a', count: 2 },
      { term: 'secret', count: 1 },
    ]);
  });

  test.each(['', 'kind=', 'kind=tags', 'kind=tag&kind=tag', 'kind=tag&per_page=101'])(
    '%j is refused',
    async (query) => {
      expect((await get(few, `terms?${query}`)).status).toBe(422);
    },
  );

  test('of no article are an empty list', async () => {
    const none = await makeRelease([encodeTestArticle(makeArticle({ id: 1 }))]);
    expect((await get(none, 'terms?kind=tag')).page.data).toEqual([]);
    expect(idsOf(await get(none, 'articles?tag=x'))).toEqual([]);
  });

  test('are compressed where a client takes nothing else, also in more than one block', async () => {
    const tags = Array.from({ length: 100 }, (_, i) => `${'漢'.repeat(190)}${i}`);
    const made = await makeRelease([encode({ id: 1, tags, author: 'x', section: null, publishAt: start })]);
    const { text, headers } = await ask(made, '/api/v1/terms?kind=tag', {
      headers: { 'accept-encoding': 'gzip, identity;q=0' },
    });
    expect(headers['Content-Encoding']).toBe('gzip');
    expect(JSON.parse(text).data.length).toBe(100);
  });
});

test('a new article rewrites what names its terms, and nothing of others', () => {
  const articles = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      terms: [['tag', `t${i % 500}`] as const, ['author', i % 2 === 0 ? 'even' : 'odd'] as const],
    }));
  const [before, after] = [planTerms(articles(5000)).files, planTerms(articles(5001)).files];
  const added = [...after.keys()].filter((path) => !before.has(path));
  // Of its tag and its author the shards, of that the places, and the index.
  expect(added.map((path) => path.split('.')[1]).sort()).toEqual(['json', 'json', 'json', 'places']);
});

test('selections are what a search through all articles finds, whatever is published or rolled back meanwhile', {
  tags: ['scaled'],
}, async () => {
  const random = seeded(seed);
  for (let world = 0; world < amount({ test: 2, all: 15, soak: 1000 }); world++) {
    const published = publishedReleases([['label', 'text']]);
    let now = start + 10_000;
    const make = (id: number): Row => ({
      id,
      tags: Array.from({ length: random(4) }, () => `t${random(6)}`),
      author: `p${random(3)}`,
      section: random(3) === 0 ? null : `s${random(2)}`,
      publishAt: start + random(10_200),
    });
    let rows = Array.from({ length: random(250) }, (_, i) => make(i + 1));
    await published.publish(rows.map(encode), now);
    for (let turn = 0; turn < 4; turn++) {
      const queries = [
        'tag=t1',
        'tag=T2&author=p1',
        'section=s1',
        'author=p0',
        'tag=t0&tag=t3',
        'filter[label]=S1&tag=t1',
      ];
      const query = queries[random(queries.length)] as string;
      const has = (row: Row): boolean =>
        [...new URLSearchParams(query)].every(([kind, term]) => {
          const own = kind === 'tag' ? row.tags : [kind === 'author' ? row.author : row.section];
          return own.includes(term.toLowerCase());
        });
      const newest = (set: Row[]): Row[] => set.toSorted((a, b) => b.publishAt - a.publishAt || b.id - a.id);
      const wanted = newest(rows.filter((row) => row.publishAt <= now && has(row))).map(({ id }) => id);
      const found: number[] = [];
      for (let next: string | null = `articles?${query}&per_page=${2 + random(30)}`; next !== null; ) {
        const target: string = next;
        const response = await ask(published, `/api/v1/${target}`, { now: toDate(now) });
        const page = JSON.parse(response.text);
        expect([response.status, response.headers['X-Total-Count']]).toEqual([200, String(wanted.length)]);
        found.push(...page.data.map(({ id }: Row) => id));
        next = page.links.next?.slice(`${site}/api/v1/`.length) ?? null;
      }
      expect(found, `world ${world}, ${query}`).toEqual(wanted);
      now += random(100);
      rows = rows.map((row) => (random(9) === 0 ? make(row.id) : row)).filter(() => random(20) > 0);
      rows.push(make(1000 + random(1e6)));
      await published.publish(rows.map(encode), now);
    }
  }
});

test.each([maxListedPlaces, maxListedPlaces + 1, 3000])(
  'a term of %i articles is what a search through all places finds',
  async (count) => {
    const random = seeded(seed);
    const places = Array.from({ length: count }, (_, i) => i * 3 + random(3));
    const has = new Set(places);
    const articles = Array.from({ length: count * 3 + 50 }, (_, place) => ({
      terms: has.has(place) ? [['tag', 'a'] as const] : [],
    }));
    const { files, index } = planTerms(articles);
    expect([...files.keys()].filter((path) => path.endsWith('.places')).length).toBe(count > maxListedPlaces ? 1 : 0);
    const storage = memoryStorage(files);
    const terms = openTerms(index, storage, namedFiles(storage), termKinds);
    const found = await terms.find('tag', 'A');
    expect(newestPlaces(found, articles.length, 0, count + 1)).toEqual(places.toReversed());
    for (const published of [0, 1, 2, 32, count, count * 3, count * 3 + 50]) {
      const wanted = places.filter((place) => place < published).length;
      expect(countBelow(found, published)).toBe(wanted);
      expect(await terms.list('tag', published, 0, 9)).toEqual(wanted === 0 ? [] : [{ term: 'a', count: wanted }]);
    }
  },
);

test('terms with commas are other terms', () => {
  const plan = (tags: string[], earlier: Order | null) => {
    const article = { ...encodeTestArticle(makeArticle({ id: 1 }), { details: { tags } }), cutCount: 0, media: [] };
    return planRelease([{ ...article, path: 'a.md' }], site, [], earlier).order;
  };
  const before = plan(['x', 'tag', 'y'], null);
  expect(plan(['x,tag', 'y'], before).terms).toEqual(plan(['x,tag', 'y'], null).terms);
  expect(plan(['x', 'tag', 'y'], before)).toBe(before);
});

describe('fields of authors', async () => {
  const fields: readonly DeclaredField[] = [
    ['series', 'text'],
    ['featured', 'boolean'],
    ['rating', 'number'],
    ['größe', 'text'],
  ];
  const valued = (id: number, values: Record<string, unknown>) =>
    encodeTestArticle(makeArticle({ id, slug: `a${id}`, publish_at: toDate(start + id) }), {
      details: { fields: values },
      declared: fields,
    });
  const made = await makeRelease(
    [
      valued(1, { rating: -0.5, größe: 'XL' }),
      valued(2, { rating: 10, series: 'x'.repeat(200) }),
      valued(3, { series: 'x'.repeat(201) }),
    ],
    site,
    fields,
  );

  // More is asked on every platform, in test/conformance/cases/fields.ts.
  test.each([
    ['filter[rating]=-.5', [1]],
    ['filter[rating]=1e1', [2]],
    ['filter[gr%C3%B6%C3%9Fe]=xl', [1]],
    [`filter[series]=${'X'.repeat(200)}`, [2]],
  ])('select: %s', async (query, ids) => {
    expect(idsOf(await get(made, `articles?${query}`))).toEqual(ids);
  });

  const tags = Array.from({ length: 10 }, (_, i) => `tag=t${i}`).join('&');

  test.each([
    [`filter[series]=${'x'.repeat(201)}`, 'filter[series]', 'must be a text of 1 to 200 characters.'],
    ['filter[rating]=0x10', 'filter[rating]', 'must be a number.'],
    [`${tags}&filter[series]=a`, 'filter[series]', 'must be one of at most 10 terms, of 2000 characters.'],
  ])('refuse: %s', async (query, name, message) => {
    const { status, page } = await get(made, `articles?${query}`);
    expect([status, page.errors]).toEqual([422, { [name]: [`The ${name} field ${message}`] }]);
  });

  test('are in links and in the name of a selection', async () => {
    const query = 'filter[gr%C3%B6%C3%9Fe]=xl&filter[featured]=1&per_page=1';
    const { page } = await get(made, `articles?${query}`);
    expect(page.links.first).toBe(
      `${site}/api/v1/articles?page=1&per_page=1&filter%5Bgr%C3%B6%C3%9Fe%5D=xl&filter%5Bfeatured%5D=true`,
    );
    const { token } = (await get(made, `changes?${query}`)).page.meta;
    const again = await get(made, `changes?since=${token}&filter[featured]=TRUE&filter[gr%C3%B6%C3%9Fe]=XL`);
    expect(again.status).toBe(200);
    for (const other of ['', '&filter[featured]=0&filter[gr%C3%B6%C3%9Fe]=xl']) {
      const refused = await get(made, `changes?since=${token}${other}`);
      expect([refused.status, refused.page.errors.since[0]]).toEqual([422, expect.stringContaining('ids, filter.')]);
    }
  });

  test('of an API without any are ignored', async () => {
    const none = await get(few, 'articles?filter[=a&filter[series]=x');
    expect([none.status, none.headers['Galley-Ignored']]).toEqual([200, 'filter[, filter[series]']);
  });
});

test('two spellings of a term are one selection, and ids are looked for in all terms', async () => {
  const articles = Array.from({ length: 300 }, (_, i) =>
    encode({ id: i + 1, tags: i % 2 ? ['odd'] : [], author: 'x', section: null, publishAt: start + i }),
  );
  const made = await makeRelease(articles);
  for (const query of ['tag=odd&author=X', 'tag=ODD&author=x']) {
    const found = await get(made, `articles?${query}&per_page=3&page=2`);
    expect([idsOf(found), found.headers['X-Total-Count']]).toEqual([[294, 292, 290], '150']);
  }
  expect(idsOf(await get(made, 'articles?tag=odd&ids=2,3,240,300,9999'))).toEqual([300, 240, 2]);
});

describe('ignored parameters are named', () => {
  test('with brackets, and with the name of a near miss', async () => {
    const query =
      'tags=a&filter%5Btag%5D=b&Author=c&filter[sections][eq]=d&id=1&fields[articles]=id&stage=e&per-page=2&a%0D=1';
    const { headers } = await get(few, `articles?${query}`);
    const near = ['tags (tag?)', 'filter[tag] (tag?)', 'Author (author?)', 'filter[sections][eq] (section?)'];
    expect(headers['Galley-Ignored']).toBe([...near, 'id', 'fields[articles]', 'stage', 'per-page (page?)'].join(', '));
  });

  test('of the changes, which take those of a selection', async () => {
    const { status, headers, page } = await get(few, 'changes?tag=news&kind=tag');
    expect([status, headers['Galley-Ignored'], idsOf({ page })]).toEqual([
      200,
      'kind',
      idsOf(await get(few, 'articles?tag=news')),
    ]);
    expect(page.links.first).toBe(`${site}/api/v1/changes?tag=news`);
  });
});

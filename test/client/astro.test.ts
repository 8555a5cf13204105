import { expect, test } from 'vitest';
import { galleyLoader } from '../../src/client/astro.ts';
import { type ArticleDetails, articleFields } from '../../src/core/article.ts';

const head = (id: number, slug: string) => ({
  ...{ id, slug, excerpt: '', title: `T ${slug}`, meta_title: '', meta_description: '' },
  ...{ header_image_url: null, publish_at: '2026-01-01T00:00:00Z', published_at: null, updated_at: null },
});
const article = (id: number, slug: string) => ({ ...head(id, slug), html: `<p>${slug}`, markdown: slug });

const plainDetails: ArticleDetails = {
  ...{ authors: ['A'], tags: [], section: null, language: 'de', words: 1, reading_minutes: 1 },
  ...{ headings: [{ level: 2, id: 'h', text: 'H' }], header_image: null },
};

/** What Astro keeps from build to build, and a build that gets these pages of changes. */
function astro() {
  const entries = new Map<string, { data: object; body: string; rendered: object }>();
  const values = new Map<string, string>();
  const logged: string[] = [];
  const asked: string[] = [];
  return { entries, logged, asked, build };

  async function build(pages: [changed: object[], removed: number[], token: string][], options = {}): Promise<void> {
    const send = (async (address: string) => {
      asked.push(new URL(address).search);
      const [data, removed, token] = pages.shift() ?? [[], [], ''];
      const next = pages.length > 0 ? 'https://x.test/api/v1/changes?more' : null;
      return Response.json({ data, removed, links: { next }, meta: { token: next === null ? token : null } });
    }) as typeof fetch;
    const loader = galleyLoader({ site: 'https://x.test', key: 'k', fetch: send, ...options });
    expect(loader.name).toBe('galley');
    await loader.load({
      store: {
        set: ({ id, ...entry }) => entries.set(id, entry) !== undefined,
        delete: (id) => void entries.delete(id),
      },
      meta: { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) },
      logger: { info: (message) => void logged.push(message) },
      parseData: async ({ data }) => ({ ...loader.schema.parse({ ...data, later: 1 }) }),
      generateDigest: (data) => JSON.stringify(data),
    });
  }
}

test('entries follow the articles from build to build, also where slugs change hands', async () => {
  const { entries, logged, asked, build } = astro();
  await build([[[article(1, 'a'), article(2, 'b')], [], 't1']]);
  expect(entries.get('a')).toEqual({
    data: head(1, 'a'),
    body: 'a',
    rendered: { html: '<p>a', metadata: { headings: [] } },
    digest: expect.any(String),
  });
  await build([
    [[article(1, 'c')], [], ''],
    [[article(2, 'a'), article(3, 'd')], [], 't2'],
  ]);
  expect([...entries.keys()].sort()).toEqual(['a', 'c', 'd']);
  expect(entries.get('a')).toMatchObject({ data: { id: 2 } });
  await build([[[], [2], 't3']]);
  expect([...entries.keys()].sort()).toEqual(['c', 'd']);
  const first = '?per_page=100&include_details=true';
  expect(asked).toEqual([first, `${first}&since=t1`, '?more', `${first}&since=t2`]);
  expect(logged[1]).toBe('Articles: 3 new or changed, 0 gone.');
});

test('with other parameters everything is read again', async () => {
  const { entries, asked, build } = astro();
  await build([[[article(1, 'a'), article(2, 'b')], [], 't1']]);
  await build([[[article(1, 'a')], [], 't2']], { parameters: { exclude_markdown: true } });
  const first = '?per_page=100&include_details=true';
  expect(asked).toEqual([first, `${first}&exclude_markdown=true`]);
  expect([...entries.keys()]).toEqual(['a']);
});

test.each([
  [{}, [1, 2]],
  [{ exclude_h1: true }, [2]],
  [{ exclude_html: true }, []],
])('with %j an entry has the headings that its html has', async (parameters, depths) => {
  const { entries, build } = astro();
  const headings = [1, 2].map((level) => ({ level, id: `h${level}`, text: `H ${level}` }));
  await build([[[{ ...article(1, 'a'), details: { ...plainDetails, headings } }], [], 't1']], { parameters });
  const found = depths.map((depth) => ({ depth, slug: `h${depth}`, text: `H ${depth}` }));
  expect(entries.get('a')?.rendered).toMatchObject({ metadata: { headings: found } });
});

test('the schema has each member of an article but the bodies', async () => {
  const { schema } = galleyLoader({ site: 'https://x.test', key: 'k' });
  const details: ArticleDetails = { ...plainDetails, header_image: { width: 1, height: 2, type: 'image/png' } };
  const more: ArticleDetails = {
    ...{ ...details, header_image: { width: null, height: null, type: null, alt: 'A' } },
    ...{ author_details: [{ name: 'A', url: null, avatar: null }], fields: { series: 'Two', gallery: null } },
  };
  for (const each of [details, more])
    expect(schema.parse({ ...article(1, 'a'), details: each })).toEqual({ ...head(1, 'a'), details: each });
  expect(Object.keys(head(1, 'a'))).toEqual(articleFields.filter((name) => !['html', 'markdown'].includes(name)));
  expect(schema.safeParse({ ...head(1, 'a'), id: 'b' }).success).toBe(false);
});

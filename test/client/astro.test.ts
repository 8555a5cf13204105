import { expect, test } from 'vitest';
import { galleyLoader } from '../../src/client/astro.ts';

const article = (id: number, slug: string) => ({ id, slug, title: `T ${slug}`, html: `<p>${slug}`, markdown: slug });

/** What Astro keeps from build to build, and a build that gets these pages of changes. */
function astro() {
  const entries = new Map<string, { data: object; body: string; rendered: { html: string } }>();
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
      parseData: async ({ data }) => data,
      generateDigest: (data) => JSON.stringify(data),
    });
  }
}

test('entries follow the articles from build to build, also where slugs change hands', async () => {
  const { entries, logged, asked, build } = astro();
  await build([[[article(1, 'a'), article(2, 'b')], [], 't1']]);
  expect(entries.get('a')).toEqual({
    data: { id: 1, slug: 'a', title: 'T a' },
    body: 'a',
    rendered: { html: '<p>a' },
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
  expect(asked).toEqual(['?per_page=100', '?per_page=100&since=t1', '?more', '?per_page=100&since=t2']);
  expect(logged[1]).toBe('Articles: 3 new or changed, 0 gone.');
});

test('with other parameters everything is read again', async () => {
  const { entries, asked, build } = astro();
  await build([[[article(1, 'a'), article(2, 'b')], [], 't1']]);
  await build([[[article(1, 'a')], [], 't2']], { parameters: { exclude_markdown: true } });
  expect(asked).toEqual(['?per_page=100', '?per_page=100&exclude_markdown=true']);
  expect([...entries.keys()]).toEqual(['a']);
});

/** @module-tag scaled */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import matter from 'gray-matter';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { escapeText } from '../../../../../build/markdown/html/escape-html.ts';
import { escapeMarkdown } from '../../../../../build/release/description/page/markdown-text.ts';
import { findChapters } from '../../../../../build/release/description/page/page-facts.ts';
import { toTypes } from '../../../../../build/release/description/page/tables.ts';
import { highlight } from '../../../../../build/release/description/page/to-html.ts';
import { toPage } from '../../../../../build/release/description/page/to-page.ts';
import type { ServiceInfo } from '../../../../../build/release/description/service-info.ts';
import { firstOf } from '../../../../support/amount.ts';
import { ArticleSchema, ListEnvelopeSchema } from '../../../../support/description-schemas.ts';
import { makeFacts } from '../../../../support/page-facts.ts';
import { site } from '../../../../support/release.ts';
import { get, startServer } from '../../../../support/server.ts';

const guide = findChapters([{ id: 7, slug: 'crawling-without-gaps', publishAt: 0 }], {
  site,
  articleUrl: 'https://blog.example/{slug}',
});

/** Settings that each show something else. */
const settings: [string, Partial<ServiceInfo>, Parameters<typeof makeFacts>[1]?][] = [
  [
    'hostile',
    { title: '</title><script>alert(1)</script>"><h1 a=\'', contact: { name: '](x)<img src=x onerror=alert(1)>' } },
  ],
  ['nothing said', {}],
  ['all said', { title: 'Zeitung', contact: { name: 'A', url: 'https://a.example/?x=1&y=2', email: 'a@a.example' } }],
  ['trusted authors and a guide', {}, { trustedHtml: true, chapters: guide }],
  ['limits', { rateLimit: { requests: 600, seconds: 60 }, cors: ['https://a.example', 'https://b.example:8443'] }],
  ['every origin', { cors: ['*'] }],
  ['a guide in the API alone', {}, { chapters: guide.map((chapter) => ({ ...chapter, page: null })) }],
];

describe.each(firstOf(4, settings))('%s', (_, info, more) => {
  const facts = makeFacts(info, more);
  const pages = toPage(facts);
  const faults: string[] = [];
  const tree = fromHtml(pages['index.html'], {
    onerror({ reason, note }) {
      faults.push(`${reason} ${note}`);
    },
  });
  const elements = [...walk(tree)].filter((node) => node.type === 'element');

  test('the page is HTML without an error', () => {
    expect(faults).toEqual([]);
    const ids = elements.flatMap(({ properties }) => properties.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(elements.filter(({ tagName }) => tagName === 'h1')).toHaveLength(1);
  });

  test('it runs one script of its own, and takes nothing from elsewhere', () => {
    const names = elements.map(({ tagName }) => tagName);
    for (const name of ['img', 'iframe', 'svg']) expect(names).not.toContain(name);
    expect(names.filter((name) => ['script', 'form'].includes(name))).toEqual(['form', 'script']);
    for (const { tagName, properties } of elements) {
      expect(Object.keys(properties).filter((name) => /^on|^style$/i.test(name))).toEqual([]);
      if (tagName === 'link') expect(properties.href).toMatch(/^\/[a-z]/);
    }
    expect(pages['index.html']).not.toMatch(/@import|url\(/);
  });

  test('each of its links leads somewhere', () => {
    const ids = new Set(elements.map(({ properties }) => properties.id));
    const links = elements.flatMap(({ properties }) => (typeof properties.href === 'string' ? properties.href : []));
    const clientNames = ['/client.js', '/client.d.ts', '/client.tgz'];
    const known = ['/openapi.json', '/index.md', '/llms.txt', '/healthz', '/favicon.svg', ...clientNames];
    for (const link of links) {
      if (link.startsWith('#')) expect(ids).toContain(link.slice(1));
      else if (link.startsWith('/')) expect(known).toContain(link);
      else
        expect([...guide.map(({ page }) => page), 'https://a.example/?x=1&y=2', 'mailto:a@a.example']).toContain(link);
    }
    expect(links.length).toBeGreaterThan(20);
  });

  test('nothing is left to be filled in', () => {
    for (const text of Object.values(pages)) {
      expect(text.replace(/<script[\s\S]*<\/script>/, '')).not.toMatch(
        /undefined|\[object|NaN|TODO|…|\$\{(?!id\}|changes\}|(?:articles?|copy|data)\.|file\}|since:)/,
      );
    }
    for (const code of elements.filter(({ tagName }) => tagName === 'pre').map(textOf))
      expect(code).not.toContain('{slug}');
  });

  test('the title stands in all three as it was written', () => {
    const headings = elements.filter(({ tagName }) => tagName === 'h1').map(textOf);
    expect(headings).toEqual([facts.info.title]);
    for (const name of ['index.md', 'llms.txt'] as const) {
      const [line = ''] = pages[name].split('\n');
      expect([...walk(fromHtml(marked.parse(line) as string, { fragment: true }))].filter(isElement)).toHaveLength(1);
      expect(textOf(fromHtml(marked.parse(line) as string)).trim()).toBe(facts.info.title);
    }
  });

  test('the same settings give the same bytes', () => {
    expect(toPage(makeFacts(info, more))).toEqual(pages);
  });
});

test('what a setting says is on the page', () => {
  const text = (...facts: Parameters<typeof makeFacts>) => toPage(makeFacts(...facts))['index.md'];
  expect(text()).toContain('The API does not limit how often a key may ask');
  expect(text({ rateLimit: { requests: 6000, seconds: 60 } })).toContain(
    'Each key may send 6000 requests in 60 seconds',
  );
  expect(text()).toContain('Browsers do not let pages of other origins read this API');
  expect(text({ cors: ['https://a.example'] })).toContain('Pages of `https://a.example` may read');
  expect(text({ cors: ['*'] })).toContain('Pages of every origin may read');
  expect(text()).toContain('The build has sanitised `html`');
  expect(text({}, { trustedHtml: true })).toContain('this API trusts its authors');
  expect(text({ contact: { name: 'News desk', email: 'a@b.example' } })).toContain(
    'Ask News desk for one: [a\\@b.example](<mailto:a@b.example>)',
  );
});

test('the script of the page is the one that servers let run, and all is at most 50 kB', async () => {
  const html = toPage(makeFacts())['index.html'];
  const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const server = await startServer([]);
  const { headers } = await get(server.port, '/');
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'; connect-src 'self';`);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(50_000);
});

test('the facts are those of the schemas', () => {
  const markdown = toPage(makeFacts())['index.md'];
  const rows = markdown.split('\n').filter((line) => line.startsWith('| `'));
  const rowOf = (name: string) => rows.find((row) => row.startsWith(`| \`${name}\``));
  expect(rowOf('page')).toContain('| query | `/articles`, `/changes`, `/terms` | integer, at least 1 | `1` |');
  expect(rowOf('per_page')).toContain('| query | `/articles`, `/changes`, `/terms` | integer, 1 to 1000 | `100` |');
  expect(rowOf('exclude_h1')).toContain(
    '| query | `/articles`, `/articles/{article}`, `/changes` | boolean | `false` |',
  );
  for (const header of ['ETag', 'Link', 'X-Total-Count', 'Galley-Release', 'Last-Modified'])
    expect(rowOf(header)).toBeDefined();
  const { paths } = makeFacts().description;
  const statuses = Object.values(paths).flatMap(({ get }) => Object.keys(get.responses));
  for (const status of statuses.filter((name) => /^[45]/.test(name))) expect(markdown).toContain(`\n| ${status} |`);
  for (const member of Object.keys(ArticleSchema.shape))
    expect(markdown).toMatch(new RegExp(`^  ${member}\\??: `, 'm'));
});

test('the examples are what the schemas say', () => {
  const markdown = toPage(makeFacts())['index.md'];
  const [page, problem] = [...markdown.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(`${json}`));
  expect(ListEnvelopeSchema.parse(page)).toEqual(page);
  expect(problem).toMatchObject({ status: 422, errors: { per_page: [expect.any(String)] } });
});

test('schemas become interfaces', () => {
  const text = { type: 'string' };
  const named = { $ref: '#/components/schemas/Other' };
  const properties = {
    id: { type: 'integer', description: 'Stays.' },
    at: { type: ['string', 'null'] },
    list: { type: 'array', items: named },
    some: { type: 'object', additionalProperties: { type: 'array', items: text } },
    one: { const: 'x' },
    either: { anyOf: [named, { type: 'null' }] },
    inner: { type: 'object', properties: { text }, required: ['text'] },
  };
  expect(
    toTypes({ Thing: { properties, required: ['id', 'at', 'list', 'one', 'either', 'inner'] } }),
  ).toBe(`interface Thing {
  id: number; // Stays.
  at: string | null;
  list: Other[];
  some?: Record<string, string[]>;
  one: "x";
  either: Other | null;
  inner: {
    text: string;
  };
}`);
});

test('colours in code change nothing of its text', () => {
  const piece = fc.oneof(fc.constantFrom('"', "'", '`', '#', '//', '\\', '\n', ' ', '<', '&', ':'), fc.string());
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.constantFrom('sh', 'js', 'ts', 'python', 'php', 'json', 'text'),
      (pieces, language) => {
        // What a parser of HTML itself would change.
        const code = pieces.join('').replace(/[\r\0]/g, '');
        expect(textOf(fromHtml(`<code>${highlight(escapeText(code), language)}</code>`, { fragment: true }))).toBe(
          code,
        );
      },
    ),
  );
});

test('escaped text renders to itself', () => {
  const word = fc.oneof(
    fc.constantFrom(...'\\`*_[]<>&#|~!:@$=+-.()123'),
    fc.constantFrom('www.a.b', 'http://a.b', 'a@b.c', '&amp;', '1.', '- '),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words
        .join('')
        .replace(/\p{Cc}/gu, '')
        .replace(/\s+/gu, ' ')
        .trim();
      const tree = fromHtml(marked.parseInline(escapeMarkdown(text)) as string, { fragment: true });
      expect(tree.children.filter(isElement)).toEqual([]);
      expect(textOf(tree)).toBe(text);
    }),
  );
});

test('chapters are named where the guide is among the articles, unless put off until later, and linked where a browser can open them', () => {
  const articles = [
    { id: 7, slug: 'crawling-without-gaps', publishAt: 0 },
    { id: 8, slug: 'my-caching', publishAt: 0 },
    { id: 99, slug: 'keys', publishAt: 0 },
    { id: 6, slug: 'reading-the-api', publishAt: Date.parse('2026-12-24') / 1000 },
  ];
  const find = (articleUrl: string) => findChapters(articles, { site, articleUrl });
  expect(find('{site}/api/v1/articles/{slug}')).toMatchObject([{ slug: 'crawling-without-gaps', page: null }]);
  expect(find('/blog/{slug}')).toMatchObject([{ page: null }]);
  expect(find('https://blog.example/{slug}')).toMatchObject([{ page: 'https://blog.example/crawling-without-gaps' }]);
  expect(findChapters([], { site, articleUrl: '{site}/{slug}' })).toEqual([]);
});

test('all of these chapters are in the guide that comes with Galley, and old enough', async () => {
  const root = fileURLToPath(new URL('../../../../../content/', import.meta.url));
  const files = (await readdir(root)).filter((name) => name.endsWith('.md'));
  const articles = await Promise.all(
    files.map(async (name) => {
      const { id, slug, publish_at: at } = matter(await readFile(root + name, 'utf8')).data;
      return { id, slug, publishAt: Date.parse(at) / 1000 };
    }),
  );
  const found = findChapters(articles, { site, articleUrl: '{site}/{slug}' }).map(({ slug }) => slug);
  expect(found).toEqual(['reading-the-api', 'crawling-without-gaps', 'caching', 'keys', 'markdown-and-html']);
});

test('llms.txt has the form of llmstxt.org: a heading, a quotation, then only lists of links below headings', () => {
  const text = toPage(makeFacts({}, { chapters: guide }))['llms.txt'];
  const [heading, quotation, ...rest] = marked.lexer(text).filter(({ type }) => type !== 'space');
  expect([heading, quotation]).toMatchObject([{ type: 'heading', depth: 1 }, { type: 'blockquote' }]);
  const parts = rest.slice(rest.findIndex(({ type }) => type === 'heading'));
  expect(parts.map(({ type }) => type)).toEqual(['heading', 'list', 'heading', 'list', 'html']);
  for (const line of text.split('\n').filter((each) => each.startsWith('- '))) {
    expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): \S/);
  }
});

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

function isElement(node: Nodes): node is Element {
  return node.type === 'element' && !['html', 'head', 'body'].includes(node.tagName);
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

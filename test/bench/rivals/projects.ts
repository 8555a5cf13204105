import type { Parts } from '../check-articles.ts';

/** A package of npm that makes JSON of Markdown, and a project that makes it write what Galley does. */
export interface Rival {
  name: string;
  /** The last that runs in Node 20. */
  version: string;
  /** What it does otherwise than the others. */
  remark?: string;
  /** Its command, which reads `content` and writes `out`. */
  command: readonly [string, ...string[]];
  files: Readonly<Record<string, string>>;
  /** What its JSON contains, where that is not the usual. */
  parts?: Parts;
  /** How many articles it gets at the most, because it takes long. */
  most?: number;
}

/** It writes Markdown as it is, or as a tree: it has no HTML. */
function makeFlatlake(remark: string, elements: readonly string[], parts: Parts): Rival {
  const collection = {
    ...{ output_key: 'articles', inputs: [{ path: '.' }], outputs: ['single', 'list'] },
    ...{ page_size: 100, sort_key: 'date', sort_direction: 'desc' },
    ...{ single_elements: elements, list_elements: elements },
  };
  // JSON is YAML too.
  const config = { source: 'content', dest: 'out', global: { outputs: [] }, collections: [collection] };
  const files = { 'flatlake.yml': JSON.stringify(config) };
  return { name: 'flatlake', version: '0.4.3', remark, command: ['flatlake'], files, parts };
}

/** Liquid does not run in the Markdown, and the pages take the HTML that was made for the articles. */
const eleventy: Rival = {
  name: '@11ty/eleventy',
  version: '3.1.8',
  command: ['eleventy'],
  files: {
    'eleventy.config.mjs': `
import { toJson } from './layouts/article.11ty.mjs';
export default function (config) {
  config.setQuietMode(true);
  config.addGlobalData('layout', 'article.11ty.mjs');
  config.addGlobalData('eleventyComputed.permalink', () => ({ page, permalink }) =>
    permalink || 'articles/' + page.fileSlug + '.json');
  config.addTemplate('pages.11ty.js', class {
    data() {
      const pagination = { data: 'collections.all', size: 100, reverse: true };
      const permalink = ({ pagination }) => 'pages/' + (pagination.pageNumber + 1) + '.json';
      return { layout: false, eleventyExcludeFromCollections: true, pagination, permalink };
    }
    render({ pagination }) {
      return '{"data":[' + pagination.items.map(({ data, content }) => toJson(data, content)) + ']}';
    }
  });
  return { dir: { input: 'content', output: 'out', includes: '../layouts' }, markdownTemplateEngine: false };
}
`,
    'layouts/article.11ty.mjs': `
export function toJson({ id, title, excerpt, page }, html) {
  const { fileSlug: slug, rawInput: markdown, date: publish_at } = page;
  return JSON.stringify({ id, slug, title, excerpt, html, markdown, publish_at });
}
export const render = (data) => toJson(data, data.content);
`,
  },
};

/** It writes one file for all by itself; a hook of it writes the others instead. */
const velite: Rival = {
  name: 'velite',
  version: '0.4.0',
  command: ['velite', 'build', '--strict'],
  files: {
    'velite.config.mjs': `
import { mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineConfig, s } from 'velite';
const fields = { id: s.number(), title: s.string(), excerpt: s.string(), html: s.markdown(), markdown: s.raw() };
const schema = s
  .object({ ...fields, date: s.isodate(), path: s.path() })
  .transform(({ date, path, ...rest }) => ({ ...rest, slug: basename(path), publish_at: date }));
export default defineConfig({
  root: 'content',
  output: { data: 'out', assets: 'assets' },
  markdown: { copyLinkedFiles: false },
  collections: { articles: { name: 'Article', pattern: '**/*.md', schema } },
  async prepare({ articles }) {
    await mkdir('out/articles', { recursive: true });
    await mkdir('out/pages', { recursive: true });
    const texts = articles.sort((one, other) => other.id - one.id).map((article) => JSON.stringify(article));
    await Promise.all(articles.map(({ slug }, at) => writeFile('out/articles/' + slug + '.json', texts[at])));
    for (let at = 0; at < texts.length; at += 100) {
      await writeFile('out/pages/' + (at / 100 + 1) + '.json', '{"data":[' + texts.slice(at, at + 100) + ']}');
    }
    return false;
  },
});
`,
  },
};

/** It colours no code, and sets no quotation marks. */
const astro: Rival = {
  name: 'astro',
  version: '5.18.2',
  most: 2000,
  command: ['astro', 'build', '--silent'],
  files: {
    'astro.config.mjs': `
export default { outDir: 'out', cacheDir: 'cache', markdown: { syntaxHighlight: false, smartypants: false } };
`,
    'src/content.config.mjs': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
const generateId = ({ entry }) => entry.slice(entry.lastIndexOf('/') + 1, -3);
const loader = glob({ pattern: '**/*.md', base: 'content', generateId });
export const collections = { articles: defineCollection({ loader }) };
`,
    'src/to-json.js': `
export function toJson({ id: slug, data: { id, title, excerpt, date }, body, rendered }) {
  return JSON.stringify({ id, slug, title, excerpt, html: rendered.html, markdown: body, publish_at: date });
}
`,
    'src/pages/articles/[slug].json.js': `
import { getCollection } from 'astro:content';
import { toJson } from '../../to-json.js';
export const getStaticPaths = async () =>
  (await getCollection('articles')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }));
export const GET = ({ props }) => new Response(toJson(props.entry));
`,
    'src/pages/pages/[page].json.js': `
import { getCollection } from 'astro:content';
import { toJson } from '../../to-json.js';
export const getStaticPaths = async ({ paginate }) =>
  paginate((await getCollection('articles')).sort((one, other) => other.data.id - one.data.id), { pageSize: 100 });
export const GET = ({ props }) => new Response('{"data":[' + props.page.data.map(toJson) + ']}');
`,
  },
};

const markdown: Parts = (title) => [`"content":"# ${title}\\n`];
const tree: Parts = (title) => [...markdown(title), `"value":"${title}"`];

export const rivals: readonly Rival[] = [
  makeFlatlake('without HTML', ['flat_data', 'content'], markdown),
  makeFlatlake('a tree instead of HTML', ['flat_data', 'content', 'content_ast'], tree),
  eleventy,
  velite,
  astro,
];

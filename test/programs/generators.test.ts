/** @module-tag program */
import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import { sites, textOf, toFiles } from '../generators/sites.ts';
import { galley, writeFiles } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

/**
 * A folder with these programs, which only a comparison by hand has:
 * npm install --ignore-scripts hexo hexo-renderer-marked hexo-renderer-ejs vitepress @docusaurus/core @docusaurus/preset-classic react \
 *   react-dom astro @11ty/eleventy velite; apt-get install hugo jekyll pelican
 */
const installed = process.env.GALLEY_GENERATORS;

const plain = '<%- page.content %>';
const markdown = '{{ .Content }}';

/** How each program is run, where it writes pages, and what it needs for them beside the files of its site. */
const programs: Record<string, { command: string[]; pages: string; files?: Record<string, string> }> = {
  hugo: {
    ...{ command: ['hugo'], pages: 'public' },
    files: { 'layouts/_default/single.html': markdown, 'layouts/_default/list.html': markdown, 'config.toml': '' },
  },
  jekyll: { command: ['jekyll', 'build'], pages: '_site' },
  pelican: { command: ['pelican', 'content'], pages: 'output' },
  eleventy: { command: ['node_modules/.bin/eleventy'], pages: '_site' },
  vitepress: { command: ['node_modules/.bin/vitepress', 'build', 'docs'], pages: 'docs/.vitepress/dist' },
  docusaurus: { command: ['node_modules/.bin/docusaurus', 'build'], pages: 'build' },
  astro: {
    ...{ command: ['node_modules/.bin/astro', 'build'], pages: 'dist' },
    files: {
      'src/pages/[...slug].astro': `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  const posts = await getCollection('blog', ({ data }) => !data.draft);
  return [...posts, ...(await getCollection('docs'))].map((post) => ({ params: { slug: post.collection + '/' + post.id }, props: { post } }));
}
const { Content } = await render(Astro.props.post);
---
<Content />
`,
    },
  },
  hexo: {
    ...{ command: ['node_modules/.bin/hexo', 'generate'], pages: 'public' },
    files: {
      'package.json':
        '{"hexo":{"version":""},"dependencies":{"hexo":"*","hexo-renderer-marked":"*","hexo-renderer-ejs":"*"}}',
      ...Object.fromEntries(['index', 'post', 'page'].map((name) => [`themes/plain/layout/${name}.ejs`, plain])),
    },
  },
  velite: { command: ['node_modules/.bin/velite', 'build'], pages: '.velite' },
};

test.runIf(installed).each(sites.filter(({ program }) => program in programs))(
  '$program itself writes the pages that Galley publishes',
  { timeout: 600_000, retry: 0 },
  async (site) => {
    const {
      command: [command = '', ...args],
      pages,
      files = {},
    } = programs[site.program] ?? { command: [], pages: '' };
    const folder = await makeFolder();
    await writeFiles(folder, { ...files, ...toFiles(site) });
    await symlink(join(installed ?? '', 'node_modules'), join(folder, 'node_modules'));
    await promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
    // Pelican writes drafts there, and links to none.
    const ignore = ['drafts/**'];
    const outputs = await fastGlob('**/*.{html,json}', { cwd: join(folder, pages), absolute: true, ignore });
    const texts = await Promise.all(outputs.map((file) => readFile(file, 'utf8')));
    const written = (paths: object): string[] =>
      Object.keys(paths).filter((path) => texts.some((text) => text.includes(textOf(path))));
    const { shown, hidden, doubtful = {} } = site;
    expect({ shown: written(shown), hidden: written(hidden), doubtful: written(doubtful) }).toEqual({
      shown: Object.keys(shown),
      hidden: [],
      doubtful: Object.keys(doubtful),
    });
    if (!outputs.some((file) => file.endsWith('.html'))) return;
    const check = await galley(folder, ['check', '--content', site.content, '--json', '--sitemap', pages]);
    expect(JSON.parse(check.out).sitemap.onlyHere).toEqual([]);
  },
);

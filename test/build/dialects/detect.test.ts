import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bodyDialects,
  detectDialects,
  dialectNames,
  dialects,
  headerFinders,
  plainDialects,
  withDialectFolders,
  withFoundInBodies,
} from '../../../build/dialects/index.ts';
import { otherPrograms } from '../../../build/dialects/other-programs.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

/** An empty folder in one that has these names at its top. */
async function makeFolders(...names: string[]): Promise<{ above: string; content: string }> {
  const above = await mkdtemp(join(tmpdir(), 'galley-'));
  const content = join(above, 'content');
  for (const name of ['content', ...names]) await mkdir(join(above, name));
  return { above, content };
}

const found = (content: string, project?: string) => detectDialects(content, {}, project).detected;

test('a dialect is detected in the content folder, and above it up to the folder of the project', async () => {
  const { above, content } = await makeFolders('.obsidian', 'archetypes');
  expect(found(above)).toEqual(['obsidian', 'hugo']);
  expect(found(content)).toEqual([]);
  expect(found(content, above)).toEqual(['obsidian', 'hugo']);
  expect(found(content, content)).toEqual([]);
  expect(found(content, join(above, 'archetypes'))).toEqual([]);
  const deep = join(content, 'en/blog');
  await mkdir(deep, { recursive: true });
  await writeFile(join(content, 'mkdocs.yml'), '');
  expect(found(deep, above)).toEqual(['obsidian', 'mkdocs', 'hugo']);
  expect(found(deep, content)).toEqual(['mkdocs']);
  expect(found(join(content, 'gone'))).toEqual([]);
});

test.each<[expected: string, files: Record<string, string>]>([
  ['astro', { 'astro.config.mts': '' }],
  ['astro', { 'package.json': '{"dependencies": {"astro": "5"}}' }],
  ['docusaurus', { 'docusaurus.config.cts': '' }],
  ['docusaurus', { 'package.json': '{"dependencies": {"@docusaurus/core" : "3"}}' }],
  ['eleventy', { '.eleventy.cjs': '' }],
  ['eleventy', { 'eleventy.config.mts': '' }],
  ['eleventy', { 'package.json': '{"devDependencies": {"@11ty/eleventy": "3"}}' }],
  ['gatsby', { 'gatsby-config.mjs': '' }],
  ['gatsby', { 'package.json': '{"dependencies": {"gatsby": "5"}}' }],
  ['hexo', { '_config.yml': '', 'scaffolds/a.md': '' }],
  ['hexo', { '_config.yml': 'title: A\n', 'source/_posts/a.md': '' }],
  ['hexo', { '_config.yml': 'title: A\npost_asset_folder: true\n' }],
  ['hexo', { '_config.yml': 'title: A\n', 'package.json': '{"dependencies": {"hexo": "7"}}' }],
  ['hexo', { '_config.json': '{\n  "skip_render": "a"\n}' }],
  ['hugo', { 'hugo.yml': '' }],
  ['hugo', { 'config.toml': "BaseURL = 'https://a.example'\n" }],
  ['hugo', { 'config.toml': 'title = "A"\n[[menu.main]]\nname = "B"\n' }],
  ['hugo', { 'config.yml': 'languageCode: de\n' }],
  ['hugo', { 'config.json': '{"contentDir": "text"}' }],
  ['hugo', { 'config/_default/params.toml': '' }],
  ['hugo', { 'go.mod': 'module a\n\nrequire github.com/a/hugo-theme-b v1.2.0\n' }],
  ['jekyll', { '_config.yml': 'title: A\n' }],
  ['jekyll', { '_config.toml': '' }],
  ['jekyll', { Gemfile: 'gem "github-pages"\n' }],
  ['jekyll', { '_config.yml': 'source: source\n', 'source/_posts/a.md': '' }],
  ['jekyll', { '_config.yml': '', 'source/_posts/a.md': '', Gemfile: "gem 'jekyll', '~> 4'\n" }],
  ['mkdocs', { 'mkdocs.yaml': '' }],
  ['mkdocs', { 'mkdocs-online.yml': '' }],
  ['mkdocs', { 'requirements-docs.txt': 'MkDocs==1.6\n' }],
  ['next', { 'velite.config.cts': '' }],
  ['nikola', { 'conf.py': 'post_pages = ()\n' }],
  ['nikola', { 'requirements.txt': 'nikola[extras]\n' }],
  ['obsidian', { 'quartz.config.ts': '' }],
  ['pelican', { 'publishconf_live.py': '' }],
  ['pelican', { 'pyproject.toml': '[project]\ndependencies = [\n  "pelican[markdown]>=4",\n]\n' }],
  ['vitepress', { 'vuepress.config.ts': '' }],
  ['vitepress', { 'package.json': '{"devDependencies": {"vuepress": "2"}}' }],
  ['zola', { 'config.toml': 'base_url = "https://a.example"\ntheme = "a"\n', 'content/_index.md': '' }],
  ['', { 'config.toml': 'a = 1\n', 'config.yml': 'theme: dark\n', 'package.json': '{"name": "hexo-like"}' }],
  ['', { 'package.json': '{"exports": {"astro": ["a.js"]}, "hexo": {}}' }],
  ['', { 'requirements.txt': 'mkdocs-material-extensions\npelican-search\n', 'go.mod': 'module example.com/a\n' }],
  ['', { 'conf.py': 'extensions = []\n', 'source/a.md': '', 'mkdocs.md': '' }],
])('what shows %j: %j', async (expected, files) => {
  const { above, content } = await makeFolders();
  await writeFiles(above, files);
  expect(found(content, above)).toEqual(expected === '' ? [] : [expected]);
});

test('a setting turns a program on beside one that has the same files', async () => {
  const { above } = await makeFolders('_config.yml', 'scaffolds');
  expect(detectDialects(above, { jekyll: true }).detected).toEqual(['jekyll', 'hexo']);
  expect(detectDialects(above, { hexo: false }).detected).toEqual(['jekyll']);
});

test('each other program is found by a file of its own', async () => {
  const rows: readonly (readonly [string, Record<string, string>])[] = [
    ['Antora', { 'antora-playbook.yml': '' }],
    ['Bridgetown', { Gemfile: 'gem "bridgetown", "~> 1.3"\n' }],
    ['Cobalt', { '_cobalt.yml': '' }],
    ['Docsify', { 'index.html': '<script src="//cdn.jsdelivr.net/npm/docsify@4"></script>' }],
    ['Grav', { 'bin/grav': '' }],
    ['Hakyll', { 'site.hs': 'import Hakyll\n' }],
    ['Jupyter Book', { '_config.yml': 'title: A\n', '_toc.yml': '' }],
    ['Lektor', { 'a.lektorproject': '' }],
    ['Lume', { 'deno.json': '{"imports": {"lume/": "https://deno.land/x/lume/"}}' }],
    ['mdBook', { 'book.toml': '' }],
    ['Nextra', { 'package.json': '{"dependencies": {"nextra": "4"}}' }],
    ['Nuxt Content', { 'nuxt.config.ts': "export default { modules: ['@nuxt/content'] }" }],
    ['Quarto', { '_quarto.yaml': '' }],
    ['Sphinx', { 'conf.py': "extensions = ['myst_parser']\n" }],
    ['Statamic', { 'composer.json': '{"require": {"statamic/cms": "^5"}}' }],
  ];
  for (const [title, files] of rows) {
    const { above, content } = await makeFolders();
    await writeFiles(above, files);
    expect(detectDialects(content, {}, above)).toMatchObject({ detected: [], others: [title] });
  }
  expect(new Set(otherPrograms.map(([title]) => title)).size).toBe(otherPrograms.length);
});

test('drawings in a vault are excluded', () => {
  expect(withDialectFolders(defaultContentOptions, plainDialects, '.').exclude).toContain('**/*.excalidraw.md');
});

test('the setting says more than the folder', async () => {
  const { above, content } = await makeFolders('.obsidian');
  expect(detectDialects(above, { obsidian: false })).toEqual({ detected: [], off: ['obsidian'], folders: {} });
  expect(detectDialects(content, { obsidian: true, mdx: false, tex: true })).toEqual({
    ...{ detected: ['obsidian', 'tex'], off: ['mdx'], folders: { obsidian: '', tex: '' }, lineBreaks: true },
  });
});

test('what is detected is the same wherever the project lies, so that a cache holds there too', async () => {
  const [one, other] = [await makeFolders('.obsidian'), await makeFolders('.obsidian')];
  const ofOne = detectDialects(one.content, {}, one.above);
  expect(ofOne.folders).toEqual({ obsidian: '..' });
  expect(detectDialects(other.content, {}, other.above)).toEqual(ofOne);
});

test.each<[name: string, files: Record<string, string>, lineBreaks?: true]>([
  ['a vault', { '.obsidian/app.json': '{}' }, true],
  ['a vault with strict ones', { '.obsidian/app.json': '{"strictLineBreaks": true}' }],
  ['Quartz', { 'content/.obsidian/app.json': '{}', 'quartz.config.ts': '', 'package.json': '{}' }],
  [
    'Digital Garden',
    { 'get-theme.js': '', 'package.json': '{}', '.eleventy.js': 'markdownIt({\n  breaks: true,\n' },
    true,
  ],
  ['Quartz that adds them', { 'quartz.config.ts': '    Plugin.HardLineBreaks(),\n', 'package.json': '{}' }, true],
  ['Quartz that does not', { 'quartz.config.ts': '    // Plugin.HardLineBreaks(),\n', 'package.json': '{}' }],
  ['Hugo', { 'config/_default/markup.toml': '[goldmark.renderer]\n  hardWraps = true\n' }, true],
  ['Hugo without them', { 'hugo.toml': '[markup.goldmark.renderer]\n  hardWraps = false\n' }],
  ['MkDocs', { 'mkdocs.yml': 'markdown_extensions:\n  - nl2br\n' }, true],
  ['a filter of templates', { 'eleventy.config.js': 'addFilter("nl2br", (text) => text)' }],
  ['VitePress', { 'content/.vitepress/config.mts': 'export default { markdown: { breaks: true } };\n' }, true],
  ['another website', { 'content/.obsidian/app.json': '{}', 'package.json': '{}' }],
  ['a vault in a site of a program without them', { 'content/.obsidian/app.json': '{}', 'hugo.toml': '' }],
  ['Hexo', { 'scaffolds/post.md': '', '_config.yml': 'title: a\n' }, true],
  ['Hexo that turns them off', { 'scaffolds/post.md': '', '_config.yml': 'marked:\n  gfm: true\n  breaks: false\n' }],
  ['no program', {}],
])('line ends that break lines: %s', async (_, files, lineBreaks) => {
  const { above, content } = await makeFolders();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(above, path)), { recursive: true });
    await writeFile(join(above, path), text);
  }
  expect(detectDialects(content, {}, above).lineBreaks).toBe(lineBreaks);
});

test('a dialect that is off does nothing', () => {
  expect(bodyDialects({ detected: [], off: dialectNames })).toEqual([]);
  expect(headerFinders({ detected: [], off: dialectNames })).toEqual([]);
});

test('each dialect has a name of its own, in lower case', () => {
  expect(new Set(dialectNames).size).toBe(dialects.length);
  for (const name of dialectNames) expect(name).toMatch(/^[a-z]+$/);
});

test('a formula in one body shows that all may have them, unless the setting says something else', () => {
  const bodies = [{}, { usesMath: true as const }];
  expect(withFoundInBodies(plainDialects, bodies).detected).toEqual(['tex']);
  expect(withFoundInBodies(plainDialects, [{}]).detected).toEqual([]);
  expect(withFoundInBodies({ detected: [], off: ['tex'] }, bodies).detected).toEqual([]);
});

describe('the time zone of a site', () => {
  test.each([
    ['hugo.toml', 'timeZone = "America/New_York"\n'],
    ['hugo.yaml', 'timezone: America/New_York\n'],
    ['config/_default/hugo.json', '{"timeZone": "America/New_York"}'],
    ['hugo.toml', '[languages.de]\ntimeZone = "America/New_York"\n'],
    [
      'hugo.toml',
      'defaultContentLanguage = "de"\n[languages.de]\ntimeZone = "America/New_York"\n[languages.en]\na = 1\n',
    ],
    ['_config.yml', 'timezone: America/New_York # here\n'],
    ['pelicanconf.py', "TIMEZONE = 'America/New_York'\n"],
    ['conf.py', 'POSTS = ()\nTIMEZONE = "America/New_York"\n'],
  ])('%s: %j', async (file, text) => {
    const site = await makeFolder();
    await writeFiles(site, { [file]: text, 'archetypes/a.md': '', 'content/a.md': '' });
    const { timeZone } = detectDialects(join(site, 'content'), {}, site);
    expect(timeZone).toMatchObject({ name: 'America/New_York', from: file });
  });

  test.each([
    ['hugo.toml', 'timeZone = "Local"\n'],
    ['hugo.toml', 'timeZone = "Mars/Olympus"\n'],
    ['hugo.toml', '[params]\ntimeZone = "America/New_York"\n'],
    ['hugo.toml', 'timeZone = '],
    ['_config.yml', 'author:\n  timezone: America/New_York\n'],
    ['pelicanconf.py', '# TIMEZONE = "America/New_York"\nTIMEZONE = zone\n'],
  ])('is not said by %s: %j', async (file, text) => {
    const site = await makeFolder();
    await writeFiles(site, { [file]: text, 'content/a.md': '' });
    expect(detectDialects(join(site, 'content'), {}, site).timeZone).toBe(undefined);
  });
});

import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sites, toFiles } from '../../generators/sites.ts';
import { publishSite } from '../../support/published.ts';

test.each(sites)('of a site of $program, what that program publishes is published', async (site) => {
  const { shown, unread } = await publishSite(toFiles(site), { content: site.content });
  expect(shown.map((path) => posix.join(site.content, path))).toEqual(Object.keys(site.shown).sort());
  expect(unread).toEqual(site.unread ?? []);
});

const docs = (presets: string, more = '') => `module.exports = { presets: ${presets}, ${more} };`;
const two = { 'a.md': '', 'notes/b.md': '' };

/** Settings and pages, what is published, and what is reported as not read. */
test.each<[title: string, files: Record<string, string>, shown: string[], unread?: string[]]>([
  [
    'Docusaurus: its settings are code',
    { 'docusaurus.config.js': docs('makePresets()'), 'blog/a.md': '', 'other/b.md': '' },
    ['blog/a.md', 'other/b.md'],
    ['docusaurus.config.js presets'],
  ],
  [
    'Docusaurus: what is excluded is partly code',
    {
      'docusaurus.config.ts': docs("[['classic', { docs: false, blog: { exclude: [...usual, 'old/**'] } }]]"),
      'blog/a.md': '',
      'blog/old/b.md': '',
      'docs/c.md': '',
    },
    ['blog/a.md', 'docs/c.md'],
    ['docusaurus.config.ts blog.exclude'],
  ],
  [
    'Docusaurus: several sources, versions and translations',
    {
      'docusaurus.config.js': docs(
        "[['classic', { docs: { onlyIncludeVersions: ['1.0'] }, blog: false }]]",
        "plugins: [tailwind, ['@docusaurus/plugin-content-docs', { id: 'more', path: 'more' }]]",
      ),
      'docs/a.md': '',
      'versioned_docs/version-1.0/b.md': '',
      'versioned_docs/version-2.0/c.md': '',
      'blog/d.md': '',
      'more/e.md': '',
      'more_versioned_docs/version-1/_f.md': '',
      'i18n/de/docusaurus-plugin-content-docs/version-1.0/g.md': '',
      'i18n/de/docusaurus-plugin-content-docs-more/current/_parts/h.md': '',
    },
    ['i18n/de/docusaurus-plugin-content-docs/version-1.0/g.md', 'more/e.md', 'versioned_docs/version-1.0/b.md'],
  ],
  ['Docusaurus: a blog without its site', { 'authors.yml': '', 'a.md': '', '_b.md': '' }, ['a.md']],
  [
    'Astro: a folder that is code',
    {
      'astro.config.mjs': '',
      'src/content.config.ts': 'const blog = defineCollection({ loader: glob({ pattern: "*.md", base: folder }) });',
      'src/content/blog/deep/a.md': '',
      'src/content/blog/_b.md': '',
    },
    ['src/content/blog/deep/a.md'],
    ['src/content.config.ts base'],
  ],
  [
    'Astro: collections without loaders, and Starlight',
    {
      'astro.config.ts': "export default defineConfig({ srcDir: './site' });",
      'site/content/config.ts': 'export const collections = { docs: defineCollection({ loader: docsLoader() }) };',
      'site/content/docs/a.md': '',
      'site/content/docs/_b/c.md': '',
      'site/content/other/d.md': '',
    },
    ['site/content/docs/a.md'],
  ],
  [
    'VitePress: what is excluded is a variable',
    { '.vitepress/config.ts': 'export default { srcExclude: hidden }', ...two },
    ['a.md', 'notes/b.md'],
    ['.vitepress/config.ts srcExclude'],
  ],
  [
    'VuePress: patterns',
    { '.vuepress/config.js': "module.exports = { pagePatterns: ['**/*.md', '!notes/**'] }", ...two },
    ['a.md'],
  ],
  [
    'MkDocs: plugins, and settings that are inherited',
    {
      'mkdocs.yml':
        "INHERIT: base.yml\nplugins:\n  - search\n  - exclude:\n      glob: [no/*]\n      regex: ['.*\\.tmp\\.md']\n  - meta\nhooks: [a.py]\n",
      'base.yml': 'exclude_docs: /notes/\nsite_name: a\n',
      'docs/a.md': '',
      'docs/notes/b.md': '',
      'docs/no/deep/c.md': '',
      'docs/d.tmp.md': '',
    },
    ['docs/a.md'],
    ['mkdocs.yml .meta.yml', 'mkdocs.yml hooks'],
  ],
  [
    'Gatsby: a query that asks for a name',
    {
      'gatsby-config.js': "module.exports = { plugins: ['gatsby-theme-blog'] }",
      'gatsby-node.js': '`{ allMarkdownRemark(filter: { frontmatter: { published: { eq: true } } }) }`',
      'a.md': 'published: true',
      'b.md': '',
    },
    ['a.md'],
  ],
  [
    'Pelican: a status for all, and a path that is code',
    {
      'pelicanconf.py': "PATH = os.path.join(here, 'content')\nDEFAULT_METADATA = {\n    'status': 'draft',\n}\n",
      'content/a.md': 'status: published',
      'content/b.md': '',
    },
    ['content/a.md'],
    ['pelicanconf.py PATH'],
  ],
  [
    'Pelican: what the settings for publishing say counts',
    {
      'pelicanconf.py': "ARTICLE_EXCLUDES = []\nFILENAME_METADATA = r'(?P<status>\\w+)-.*'\n",
      'publishconf.py': "from pelicanconf import *\nARTICLE_EXCLUDES = ['notes']\n",
      'content/a.md': '',
      'content/notes/b.md': '',
    },
    ['content/a.md'],
    ['pelicanconf.py FILENAME_METADATA'],
  ],
  [
    'Nikola: patterns that are added by code',
    { 'conf.py': 'POSTS = (("posts/*.md", "posts", "post.tmpl"),)\nPOSTS += more()\n', 'posts/a.md': '', 'b.md': '' },
    ['b.md', 'posts/a.md'],
    ['conf.py POSTS'],
  ],
  [
    'Velite: collections in another file',
    {
      'velite.config.ts':
        "import { posts } from './collections';\nexport default defineConfig({ collections: { posts } });",
      ...two,
    },
    ['a.md', 'notes/b.md'],
    ['velite.config.ts pattern'],
  ],
  [
    'Quartz: settings in YAML, and notes that it has no part in',
    {
      'quartz.config.yaml':
        'configuration:\n  ignorePatterns: [private]\nplugins:\n  - source: github:quartz-community/explicit-publish\n    enabled: true\n',
      'content/a.md': 'publish: true',
      'content/b.md': '',
      'content/private/c.md': 'publish: true',
      'docs/d.md': 'publish: true',
    },
    ['content/a.md'],
  ],
  [
    'Quartz: a filter of its own',
    { 'quartz.config.ts': 'const a = { filters: [Plugin.RemoveDrafts(), Plugin.Mine()] }', 'content/a.md': '' },
    ['content/a.md'],
    ['quartz.config.ts filters'],
  ],
  [
    'settings that cannot be parsed',
    { 'scaffolds/post.md': '', '_config.yml': 'a: [', ...two },
    [],
    ['_config.yml _config.yml'],
  ],
])('%s', async (_, files, expected, reported = []) => {
  const { shown, unread } = await publishSite(files, { content: '.' });
  expect(shown).toEqual(expected);
  expect(unread).toEqual(reported);
});

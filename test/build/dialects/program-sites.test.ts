import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { sites, toFiles } from '../../generators/sites.ts';
import { publishSite } from '../../support/published.ts';

test.each(sites)('of a site of $program, what that program publishes is published', async (site) => {
  const { shown, hiding, unread } = await publishSite(toFiles(site), { content: site.content });
  expect(shown.map((path) => posix.join(site.content, path))).toEqual(Object.keys(site.shown).sort());
  expect([hiding, unread]).toEqual([site.hiding, site.unread ?? []]);
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
    'Docusaurus: what it excludes by default holds where its settings are code',
    {
      'docusaurus.config.mjs': 'export default makeConfig();',
      'docs/a.md': '',
      'docs/_part.md': '',
      'news/_parts/b.md': '',
      'news/__tests__/c.md': '',
    },
    ['docs/a.md'],
    ['docusaurus.config.mjs presets'],
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
    'MkDocs: settings with other names, each for a site of its own',
    {
      'mkdocs_en.yml': 'docs_dir: en\nexclude_docs: b.md\n',
      'mkdocs_de.yaml': 'docs_dir: !ENV [DOCS, de]\n',
      'en/a.md': '',
      'en/b.md': '',
      'de/b.md': '',
      'other/c.md': '',
    },
    ['de/b.md', 'en/a.md'],
  ],
  [
    'MkDocs: a password of all pages, and levels',
    {
      'mkdocs.yml': 'plugins:\n  - encryptcontent:\n      global_password: s3cret\n',
      'docs/a.md': 'password:',
      'docs/b.md': '',
    },
    ['docs/a.md'],
  ],
  [
    'MkDocs: levels, one of them of all pages, with their passwords in another file',
    {
      'mkdocs.yml': 'plugins:\n  encryptcontent:\n    password_file: levels.yml\n',
      'levels.yml': '_global: s3cret\nstaff: [s3cret]\n',
      'docs/a.md': 'level:',
      'docs/b.md': 'level: staff',
      'docs/c.md': '',
    },
    ['docs/a.md'],
  ],
  [
    'MkDocs: levels of some pages',
    {
      'mkdocs.yml': 'plugins: [{encryptcontent: {password_inventory: {staff: s3cret}}}]\n',
      'docs/a.md': '',
      'docs/b.md': 'level: staff',
    },
    ['docs/a.md'],
  ],
  [
    'Hexo: tags with a password',
    {
      '_config.yml': 'encrypt:\n  tags:\n    - {name: My diary, password: s3cret}\n    - {name: x, password: s3cret}\n',
      'source/_posts/a.md': 'tags: [y, diary]',
      'source/_posts/b.md': 'tags: [y, my Diary]',
      'source/_posts/c.md': 'tag: x',
      'source/_posts/d.md': 'tags: x\npassword: ""',
      'source/_posts/e.md': 'password: s3cret',
    },
    ['source/_posts/a.md', 'source/_posts/d.md'],
  ],
  [
    'VuePress Hope: addresses with a password',
    {
      '.vuepress/theme.ts':
        "export default hopeTheme({ encrypt: { config: { '/team/': ['s3cret'], '/a/b.html': { password: s, hint: 'h' } } } });",
      'team/a.md': '',
      'a/b.md': '',
      'a/bc.md': '',
      'c.md': '',
    },
    ['a/bc.md', 'c.md'],
  ],
  [
    'VuePress Hope: a password of all',
    { '.vuepress/config.js': 'module.exports = { theme: hope({ encrypt: { global: true, admin: pw } }) }', ...two },
    [],
  ],
  [
    'VuePress Hope: addresses that are code',
    { '.vuepress/config.ts': "export default { encrypt: { config: { ...shared, '/notes/': 's3cret' } } }", ...two },
    ['a.md'],
    ['.vuepress/config.ts encrypt.config'],
  ],
  [
    'Jekyll: a source, and a folder of collections',
    {
      '_config.yml': 'source: ./site\ncollections_dir: parts\ncollections: {plays: {output: true}}\n',
      'site/parts/_posts/2024-01-01-a.md': '',
      'site/parts/_plays/b.md': '',
      'site/_posts/2024-01-01-c.md': '',
      'site/_plays/d.md': '',
      'site/e.md': '',
      'other/f.md': '',
    },
    ['site/e.md', 'site/parts/_plays/b.md', 'site/parts/_posts/2024-01-01-a.md'],
  ],
  [
    'Jekyll: no settings',
    { Gemfile: 'gem "jekyll"\n', '_posts/2024-01-01-a.md': '', '_posts/b.md': '', '_notes/c.md': '' },
    ['_posts/2024-01-01-a.md'],
  ],
  [
    'Eleventy: a folder that is code',
    {
      'eleventy.config.mts': 'export const config = { dir: { input: process.env.INPUT } };',
      'src/a.md': '',
      'src/_includes/b.md': '',
      'src/c.md': 'eleventyComputed: {permalink: false}',
      'src/d.md': 'eleventyComputed: {eleventyExcludeFromCollections: true}',
      'src/e.md': 'eleventyComputed: {permalink: "/{{ title }}/"}',
    },
    ['src/a.md', 'src/e.md'],
    ['eleventy.config.mts dir.input'],
  ],
  [
    'Eleventy: a folder that all is in',
    {
      '.eleventy.js': "module.exports = (c) => { c.setInputDirectory('src'); };",
      'src/a.md': '',
      'posts/b.md': '',
    },
    ['src/a.md'],
  ],
  ['Zola: what lies outside', { 'zola.toml': '', 'content/a.md': '', 'themes/b/content/c.md': '' }, ['content/a.md']],
  ['Gatsby: no settings', { 'package.json': '{"dependencies": {"gatsby": "5"}}', ...two }, ['a.md', 'notes/b.md']],
  [
    'Pelican: no settings',
    { 'requirements.txt': 'pelican\n', 'content/a.md': '', 'b.md': '' },
    ['b.md', 'content/a.md'],
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
    'Quartz: what it ignores is code',
    { 'quartz.config.ts': 'const a = { ignorePatterns: mine }', 'content/a.md': '', 'content/private/b.md': '' },
    ['content/a.md'],
    ['quartz.config.ts ignorePatterns'],
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

/** A folder in the layout of another program, with one page for each way in which that program does not publish one. */
export interface Site {
  program: string;
  /** The folder that is given to Galley. */
  content: string;
  /** Settings, and other files that are no pages. */
  files: Readonly<Record<string, string>>;
  /** Pages that the program writes: lines of front matter, beside a title and a date, by path. */
  shown: Readonly<Record<string, string>>;
  hidden: Readonly<Record<string, string>>;
  /** Pages that the program writes and Galley hides by a rule that it names. */
  doubtful?: Readonly<Record<string, string>>;
  /** How many pages each rule of Galley hides. */
  hiding: Readonly<Record<string, number>>;
  /** Settings that Galley cannot read. */
  unread?: readonly string[];
}

/** A page with its path as its title. Only the page that a program makes of it holds its text. */
export function toPage(path: string, lines: string): string {
  return `---\ntitle: "${path}"\ndate: 2026-01-02\n${lines && `${lines}\n`}---\n\n${textOf(path)}\n`;
}

export function textOf(path: string): string {
  return `Text of ${path.replace(/[^a-z\d]+/gi, ' ')}.`;
}

/** All files of a site. */
export function toFiles({ files, shown, hidden, doubtful = {} }: Site): Record<string, string> {
  const pages = Object.entries({ ...shown, ...hidden, ...doubtful });
  return { ...files, ...Object.fromEntries(pages.map(([path, lines]) => [path, toPage(path, lines)])) };
}

export const sites: readonly Site[] = [
  {
    program: 'hugo',
    content: 'content',
    files: {
      'hugo.toml': `baseURL = 'https://example.com/'
ignoreFiles = ['\\.old\\.md$', 'content/notes/']
disableKinds = ['taxonomy', 'term']
`,
      'content/plans/_index.md': '---\ntitle: Plans\ncascade:\n  draft: true\n---\n',
      'content/parts/_index.md': '+++\ntitle = "Parts"\n[cascade]\n[cascade._build]\nrender = "never"\n+++\n',
      'content/posts/_index.md':
        '---\ntitle: Posts\ncascade:\n  - _target: { path: "/posts/old/**" }\n    draft: true\n---\n',
      'content/later/_index.md': '---\ntitle: Later\ndraft: true\n---\n',
    },
    shown: { 'content/posts/a.md': '', 'content/posts/_b.md': '' },
    hidden: {
      'content/posts/draft.md': 'draft: true',
      'content/posts/expired.md': 'expiryDate: 2026-02-01',
      'content/posts/never.md': '_build:\n  render: never',
      'content/posts/a.old.md': '',
      'content/posts/old/a.md': '',
      'content/notes/a.md': '',
      'content/plans/a.md': '',
      'content/plans/own.md': 'draft: false',
      'content/plans/deep/a.md': '',
      'content/parts/a.md': '',
      'content/later/a.md': '',
    },
    hiding: {
      'hugo-draft-section': 1,
      'hugo-ignore-files': 2,
      'hugo-cascade': 5,
      draft: 1,
      expiryDate: 1,
      'build.render': 1,
    },
  },
  {
    program: 'jekyll',
    content: '.',
    files: {
      '_config.yml': `title: Site
exclude: [notes, "*.old.md", /deep/one.md]
include: [_shown]
collections:
  recipes: { output: true }
  parts: { output: false }
defaults:
  - scope: { path: plans }
    values: { published: false }
  - scope: { path: "", type: recipes }
    values: { layout: none }
`,
    },
    shown: {
      '_posts/2026-01-02-a.md': '',
      'blog/_posts/2026-01-02-b.md': '',
      'pages/a.md': '',
      '_shown/a.md': '',
      '_recipes/a.md': '',
      'plans/shown.md': 'published: true',
      'plans/a.md': '',
    },
    hidden: {
      '_posts/2026-01-02-unpublished.md': 'published: false',
      '_drafts/a.md': '',
      'notes/a.md': '',
      'pages/a.old.md': '',
      'deep/one.md': '',
      '_parts/a.md': '',
      '_other/a.md': '',
      'plans/_posts/2026-01-02-a.md': '',
      'pages/_part.md': '',
      'pages/.dot.md': '',
      'vendor/bundle/a.md': '',
    },
    doubtful: { 'pages/draft.md': 'draft: true' },
    hiding: {
      'drafts-folder': 1,
      'jekyll-special-names': 2,
      'jekyll-collections': 1,
      published: 1,
      'jekyll-exclude': 4,
      draft: 1,
      'jekyll-defaults': 1,
    },
  },
  {
    program: 'eleventy',
    content: '.',
    files: {
      'eleventy.config.js': `module.exports = function (eleventyConfig) {
  eleventyConfig.ignores.add('local/**');
  eleventyConfig.addPreprocessor('drafts', 'md', (data) => (data.draft ? false : undefined));
};
`,
      '.eleventyignore': 'notes\n*.old.md\n',
      '.gitignore': 'node_modules\nsecret/\n',
      'plans/plans.json': '{ "permalink": false }',
      'plans/shown.11tydata.json': '{ "permalink": "/plans/shown/" }',
      'later/later.11tydata.json': '{ "draft": true }',
      'one/a.json': '{ "permalink": false }',
    },
    shown: { 'posts/a.md': '', 'posts/_b.md': '', 'one/b.md': '' },
    hidden: {
      'posts/unwritten.md': 'permalink: false',
      'posts/draft.md': 'draft: true',
      'notes/a.md': '',
      'a.old.md': '',
      'secret/a.md': '',
      'local/a.md': '',
      'plans/a.md': '',
      'later/a.md': '',
      'one/a.md': '',
      '_includes/a.md': '',
      '_data/a.md': '',
    },
    doubtful: { 'posts/alone.md': 'eleventyExcludeFromCollections: true' },
    unread: ['eleventy.config.js addPreprocessor("drafts")'],
    hiding: {
      'eleventy-folders': 2,
      'eleventy-ignore': 4,
      'eleventy-data': 3,
      eleventyExcludeFromCollections: 1,
      draft: 1,
      'no-page': 1,
    },
  },
  {
    program: 'docusaurus',
    content: '.',
    files: {
      'docusaurus.config.js': `// @ts-check
const config = {
  title: 'Site', url: 'https://example.com', baseUrl: '/', onBrokenLinks: 'ignore',
  presets: [
    ['classic', /** @type {import('@docusaurus/preset-classic').Options} */ ({
      docs: { path: 'handbook', exclude: ['internal/**', '**/*.old.md'] },
      blog: { include: ['**/*.md'] }, // The rest as it is.
      pages: false,
    })],
  ],
};
export default config;
`,
    },
    shown: { 'blog/a.md': '', 'blog/2026/b/index.md': '', 'handbook/a.md': '', 'handbook/_shown.md': '' },
    hidden: {
      'blog/draft.md': 'draft: true',
      'blog/_part.md': '',
      'blog/_parts/a.md': '',
      'blog/__tests__/a.md': '',
      'handbook/internal/deep/a.md': '',
      'handbook/a.old.md': '',
    },
    doubtful: { 'blog/unlisted.md': 'unlisted: true' },
    hiding: { 'docusaurus-exclude': 5, draft: 1, unlisted: 1 },
  },
  {
    program: 'astro',
    content: 'src',
    files: {
      'astro.config.mjs': 'export default {};\n',
      'src/content.config.ts': `import { defineCollection, z } from 'astro:content';
import { glob } from 'astro/loaders';

const blog = defineCollection({
  // Without notes.
  loader: glob({ pattern: ['**/[^_]*.md', '!notes/**'], base: './src/content/blog' }),
  schema: z.object({ title: z.string(), draft: z.boolean().default(false) }),
});
const docs = defineCollection({ loader: glob({ base: 'src/docs', pattern: '*.md' }) });
export const collections = { blog, docs };
`,
    },
    shown: { 'src/content/blog/a.md': '', 'src/content/blog/b/c.md': '', 'src/docs/a.md': '', 'src/pages/a.md': '' },
    hidden: {
      'src/content/blog/draft.md': 'draft: true',
      'src/content/blog/_part.md': '',
      'src/content/blog/notes/a.md': '',
      'src/content/other/a.md': '',
      'src/docs/deep/a.md': '',
      'src/pages/_part.md': '',
      'src/pages/_parts/a.md': '',
    },
    doubtful: { 'src/docs/_shown.md': '' },
    hiding: { 'astro-underscore': 4, draft: 1, 'astro-path': 3 },
  },
  {
    program: 'vitepress',
    content: 'docs',
    files: {
      'docs/.vitepress/config.mts': `import { defineConfig } from 'vitepress'
// https://vitepress.dev
export default defineConfig({
  title: "Site",
  srcDir: './src', srcExclude: ['**/README.md', "notes/**/*.md",],
  themeConfig: { nav: [{ text: 'A', link: '/a' }] },
})
`,
    },
    shown: { 'docs/src/a.md': '', 'docs/src/_b.md': '', 'docs/src/notes.md': '' },
    hidden: {
      'docs/outside.md': '',
      'docs/src/b/README.md': '',
      'docs/src/notes/deep/a.md': '',
      'docs/src/dist/a.md': '',
      'docs/src/[id].md': '',
    },
    hiding: { 'vitepress-path': 1, 'vitepress-exclude': 4 },
  },
  {
    program: 'mkdocs',
    content: 'handbook',
    files: {
      'mkdocs.yml': `site_name: Site
site_url: https://example.com/
docs_dir: handbook
exclude_docs: |
  # Lines as in .gitignore.
  /notes/
  *.old.md
  !kept.old.md
  deep/private.md
draft_docs: |
  _*
not_in_nav: |
  /alone.md
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
`,
    },
    shown: {
      'handbook/a.md': '',
      'handbook/alone.md': '',
      'handbook/kept.old.md': '',
      'handbook/deep/notes/a.md': '',
      'handbook/deep/deep/private.md': '',
    },
    hidden: {
      'handbook/notes/a.md': '',
      'handbook/deep/a.old.md': '',
      'handbook/deep/private.md': '',
      'handbook/_part.md': '',
      'handbook/templates/a.md': '',
      'handbook/.dot.md': '',
      'outside.md': '',
    },
    doubtful: { 'handbook/draft.md': 'draft: true' },
    hiding: { 'mkdocs-exclude': 5, draft: 1 },
  },
  {
    program: 'hexo',
    content: 'source',
    files: {
      '_config.yml': `title: Site
skip_render:
  - _posts/skipped/*
  - '*.raw.md'
include:
  - _shown/**
exclude: ["pages/old/**"]
ignore: '**/ignored/**'
theme: plain
`,
      'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
    },
    shown: {
      'source/_posts/a.md': '',
      'source/_posts/deep/b.md': '',
      'source/pages/a.md': '',
      'source/_shown/a.md': '',
    },
    hidden: {
      'source/_posts/unpublished.md': 'published: false',
      'source/_posts/_part.md': '',
      'source/_posts/_parts/a.md': '',
      'source/_posts/skipped/a.md': '',
      'source/_drafts/a.md': '',
      'source/_drafts/published.md': 'published: true',
      'source/_parts/a.md': '',
      'source/pages/_part.md': '',
      'source/a.raw.md': '',
      'source/pages/old/a.md': '',
      'source/pages/ignored/a.md': '',
    },
    doubtful: { 'source/_posts/draft.md': 'draft: true' },
    hiding: { 'hexo-underscore': 6, draft: 1, 'hexo-exclude': 4, published: 1 },
  },
  {
    program: 'gatsby',
    content: '.',
    files: {
      'gatsby-config.ts': `import type { GatsbyConfig } from 'gatsby';
const config: GatsbyConfig = {
  plugins: [
    'gatsby-transformer-remark',
    {
      resolve: \`gatsby-source-filesystem\`,
      options: { name: 'blog', path: \`\${__dirname}/content/blog\`, ignore: [\`**/notes/**\`, '**/\\.*', /\\.old\\.md$/] },
    },
  ],
};
export default config;
`,
    },
    shown: { 'content/blog/a.md': '', 'content/blog/_b.md': '' },
    hidden: {
      'content/blog/notes/a.md': '',
      'content/blog/a.old.md': '',
      'content/other/a.md': '',
      'NOTES.md': '',
    },
    doubtful: { 'content/blog/draft.md': 'draft: true' },
    hiding: { 'gatsby-path': 2, 'gatsby-exclude': 2, draft: 1 },
  },
  {
    program: 'pelican',
    content: 'content',
    files: {
      'pelicanconf.py': `AUTHOR = 'A'
SITENAME = "Site"
PATH = 'content'
TIMEZONE = 'UTC'
ARTICLE_PATHS = ['blog']
ARTICLE_EXCLUDES = ['blog/notes',  # Not yet.
                    "blog/old"]
PAGE_EXCLUDES = ['pages/internal']
IGNORE_FILES = ['.#*', '_*', '*.wip.md']
EXTRA_PATH_METADATA = {
    'blog/marked.md': {'status': 'draft'},
}
PATH_METADATA = '(?P<category>[^/]*)/.*'
DEFAULT_METADATA = {'lang': 'en'}
`,
    },
    shown: { 'content/blog/a.md': '', 'content/blog/deep/b.md': '', 'content/pages/a.md': '' },
    hidden: {
      'content/blog/notes/a.md': '',
      'content/blog/old/a.md': '',
      'content/blog/draft.md': 'status: draft',
      'content/blog/skipped.md': 'status: skip',
      'content/blog/_part.md': '',
      'content/blog/a.wip.md': '',
      'content/blog/marked.md': '',
      'content/pages/internal/a.md': '',
      'content/other/a.md': '',
    },
    doubtful: { 'content/blog/unlisted.md': 'status: hidden' },
    hiding: { 'pelican-exclude': 5, status: 3, 'pelican-metadata': 1, 'pelican-path': 1 },
  },
  {
    program: 'nikola',
    content: '.',
    files: {
      'conf.py': `import time
BLOG_TITLE = "Site"  # (translatable)
DEFAULT_LANG = "en"
POSTS = (
    ("posts/*.md", "posts", "post.tmpl"),
    ("posts/*.txt", "posts", "post.tmpl"),
)
PAGES = (("pages/*.md", "pages", "page.tmpl"),)
`,
    },
    shown: { 'posts/a.md': '', 'posts/deep/b.md': '', 'pages/a.md': '', 'posts/featured.md': 'status: featured' },
    hidden: {
      'posts/draft.md': 'status: draft',
      'posts/tagged.md': 'tags: draft, a',
      'notes/a.md': '',
      'a.md': '',
    },
    doubtful: { 'posts/private.md': 'status: private' },
    hiding: { 'nikola-path': 2, status: 2, tags: 1 },
  },
  {
    program: 'zola',
    content: 'content',
    files: {
      'config.toml': 'base_url = "https://example.com"\nignored_content = ["*.old.md", "**/notes/**"]\n\n[markdown]\n',
      'content/_index.md': '+++\ntitle = "Site"\n+++\n',
      'content/blog/_index.md': '+++\ntitle = "Blog"\nsort_by = "date"\nrender = false\n+++\n',
      'content/later/_index.md': '+++\ntitle = "Later"\ndraft = true\n+++\n',
    },
    shown: { 'content/blog/a.md': '', 'content/blog/b/index.md': '', 'content/alone/_a.md': '' },
    hidden: {
      'content/blog/draft.md': 'draft: true',
      'content/blog/unrendered.md': 'render: false',
      'content/blog/a.old.md': '',
      'content/blog/notes/a.md': '',
      'content/later/a.md': '',
      'content/later/deep/a.md': '',
      'content/blog/.dot.md': '',
    },
    hiding: { 'zola-ignored': 2, draft: 1, render: 1, 'hugo-draft-section': 2 },
  },
  {
    program: 'quartz',
    content: 'content',
    files: {
      'quartz.config.ts': `import { QuartzConfig } from "./quartz/cfg"
import * as Plugin from "./quartz/plugins"

const config: QuartzConfig = {
  configuration: {
    pageTitle: "Site",
    ignorePatterns: ["private", "templates", ".obsidian", "**/*.old.md"],
    defaultDateType: "created",
  },
  plugins: { filters: [Plugin.RemoveDrafts(), Plugin.ExplicitPublish()] },
}
export default config
`,
      '.gitignore': 'node_modules\ncontent/local\n',
    },
    shown: { 'content/a.md': 'publish: true', 'content/deep/b.md': 'publish: "true"' },
    hidden: {
      'content/private/a.md': 'publish: true',
      'content/deep/a.old.md': 'publish: true',
      'content/draft.md': 'publish: true\ndraft: true',
      'content/silent.md': '',
      'content/withdrawn.md': 'publish: false',
      'content/local/a.md': 'publish: true',
    },
    hiding: { 'obsidian-ignore': 2, draft: 1, 'obsidian-gitignore': 1, 'obsidian-publish': 1, publish: 1 },
  },
  {
    program: 'contentlayer',
    content: '.',
    files: {
      'contentlayer.config.js': `import { defineDocumentType, makeSource } from 'contentlayer/source-files'
export const Post = defineDocumentType(() => ({ name: 'Post', filePathPattern: \`posts/**/*.md\`, fields: {} }))
export const Page = defineDocumentType(() => ({ name: 'Page', filePathPattern: 'pages/*.md' }))
export default makeSource({ contentDirPath: './content', contentDirExclude: ['posts/notes'], documentTypes: [Post, Page] })
`,
    },
    shown: { 'content/posts/a.md': '', 'content/posts/deep/b.md': '', 'content/pages/a.md': '' },
    hidden: {
      'content/posts/notes/a.md': '',
      'content/pages/deep/a.md': '',
      'content/other/a.md': '',
      'NOTES.md': '',
    },
    doubtful: { 'content/posts/draft.md': 'draft: true' },
    hiding: { 'next-path': 3, draft: 1, 'next-exclude': 1 },
  },
  {
    program: 'velite',
    content: '.',
    files: {
      'velite.config.ts': `import { defineCollection, defineConfig, s } from 'velite'
const posts = defineCollection({ name: 'Post', pattern: ['posts/**/*.md', '!posts/notes/**'], schema: s.object({ body: s.raw() }) })
export default defineConfig({ root: 'content', collections: { posts } })
`,
    },
    shown: { 'content/posts/a.md': '' },
    hidden: { 'content/posts/notes/a.md': '', 'content/other/a.md': '', 'NOTES.md': '' },
    hiding: { 'next-path': 3 },
  },
  {
    program: 'obsidian',
    content: '.',
    files: {
      '.obsidian/publish.json': '{"siteId":"a","included":[],"excluded":["Work"]}',
      '.obsidian/community-plugins.json': '["dataview","digitalgarden"]',
    },
    shown: { 'a.md': 'dg-publish: true' },
    hidden: { 'b.md': '', 'c.md': 'dg-publish: false', 'Work/d.md': 'dg-publish: true' },
    hiding: { 'obsidian-excluded': 1, 'obsidian-garden': 1, dg_publish: 1 },
  },
];

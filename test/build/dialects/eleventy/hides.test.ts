import { describe, expect, test } from 'vitest';
import { publishSite } from '../../../support/published.ts';

const two = { 'posts/a.md': '', 'posts/b.md': '' };
const empty = 'module.exports = () => {};\n';

describe('what Eleventy does not publish', () => {
  test.each<[string, Record<string, string>, string[], Record<string, number>]>([
    ['nothing', { ...two, '.eleventy.js': empty }, ['posts/a.md', 'posts/b.md'], {}],
    [
      'lines of ignore files, which count from their folder on',
      {
        ...two,
        'c.md': '',
        'src/c.md': '',
        'src/d/e.md': '',
        '.eleventyignore': 'c.md\n# b\nposts/a.*\n!posts/a.md\n',
        'src/.eleventyignore': 'd\n',
        'eleventy.config.mjs': 'export const config = { dir: { input: "src" } };\n',
      },
      ['src/c.md'],
      { 'eleventy-ignore': 3, 'eleventy-path': 1 },
    ],
    [
      'what git ignores, unless that is off',
      {
        ...two,
        '.gitignore': 'posts/a.md\n',
        '.eleventy.js': 'module.exports = (c) => { c.setUseGitIgnore(false); };\n',
      },
      ['posts/a.md', 'posts/b.md'],
      {},
    ],
    [
      'data of folders in JavaScript',
      {
        ...two,
        'posts/posts.11tydata.js': 'const x = 1;\nmodule.exports = { layout: "post", permalink: false };\n',
        'posts/deep/c.md': '',
        'posts/deep/deep.11tydata.json': '{"permalink": "/c/"}',
      },
      ['posts/deep/c.md'],
      { 'eleventy-data': 2 },
    ],
    [
      'the stronger of two files',
      { ...two, 'posts/posts.11tydata.mjs': 'export default { draft: false }', 'posts/posts.json': '{"draft": true}' },
      ['posts/a.md', 'posts/b.md'],
      {},
    ],
    [
      'data of single files',
      {
        ...two,
        'posts/a.json': '{"eleventyExcludeFromCollections": true}',
        'posts/b.11tydata.cjs': 'module.exports = { published: false }',
        'posts/c.md': 'eleventyExcludeFromCollections: true',
        'posts/d.md': 'permalink: false',
        '.eleventy.js': empty,
      },
      [],
      { 'eleventy-data': 2, eleventyExcludeFromCollections: 1, 'no-page': 1 },
    ],
    [
      'data that are computed',
      {
        ...two,
        '_data/eleventyComputed.json': '{"permalink": false}',
        'posts/b.md': 'permalink: /b/',
        '.eleventy.js': empty,
      },
      ['posts/b.md'],
      { 'eleventy-data': 1 },
    ],
    [
      'data of the settings',
      { ...two, '.eleventy.js': 'module.exports = (c) => { c.addGlobalData("eleventyComputed.draft", true) };' },
      [],
      { 'eleventy-data': 2 },
    ],
    [
      'folders with a meaning',
      {
        'src/_includes/a.md': '',
        'src/_layouts/b.md': '',
        'src/_data/c.md': '',
        'src/d.md': '',
        '.eleventy.js':
          'module.exports = (c) => { c.setInputDirectory("src"); return { dir: { layouts: "_layouts" } } };',
      },
      ['src/d.md'],
      { 'eleventy-folders': 3 },
    ],
    [
      'other endings',
      {
        ...two,
        'c.markdown': '---\ndate: 2024-01-01\n---\n',
        'd.mdx': '',
        '.eleventy.js': 'module.exports = (c) => { c.addExtension("mdx", { a }) };',
      },
      ['d.mdx', 'posts/a.md', 'posts/b.md'],
      { 'eleventy-formats': 1 },
    ],
    [
      'all but its formats',
      { ...two, '.eleventy.js': 'module.exports = { templateFormats: ["njk", "html"] };' },
      [],
      { 'eleventy-formats': 2 },
    ],
  ])('%s', async (_, files, shown, hiding) => {
    expect(await publishSite(files, { content: '.' })).toEqual({ shown, hiding, unread: [] });
  });

  test('data files above the content folder count, and its own', async () => {
    const files = {
      'src/src.json': '{"draft": true}',
      'src/posts/posts.json': '{"permalink": false}',
      'src/posts/a.md': 'draft: false',
      'src/posts/b.md': 'permalink: /b/',
      'eleventy.config.cjs': 'module.exports = { dir: { input: "./src/" } };',
    };
    const { hiding } = await publishSite(files, { content: 'src/posts' });
    expect(hiding).toEqual({ 'eleventy-data': 2 });
  });

  test('what is not read is named', async () => {
    const files = {
      ...two,
      'posts/posts.11tydata.js': 'module.exports = { permalink: (data) => data.a, eleventyComputed };\n',
      'posts/a.11tydata.js': 'export default () => ({ draft: true });\n',
      'eleventy.config.js': `export default (c) => {
        c.addPreprocessor("drafts", "*", (data) => !data.draft);
        c.addGlobalData("eleventyComputed.permalink", () => 1);
        c.addGlobalData("site", () => 1);
        c.ignores.add(path);
        c.setTemplateFormats(formats);
      };`,
    };
    const { unread, shown } = await publishSite(files, { content: '.' });
    expect(shown).toEqual(['posts/a.md', 'posts/b.md']);
    expect(unread.sort()).toEqual([
      'eleventy.config.js addGlobalData: permalink',
      'eleventy.config.js addPreprocessor("drafts")',
      'eleventy.config.js ignores.add',
      'eleventy.config.js templateFormats',
      'posts/a.11tydata.js a.11tydata.js',
      'posts/posts.11tydata.js eleventyComputed',
      'posts/posts.11tydata.js permalink',
    ]);
  });
});

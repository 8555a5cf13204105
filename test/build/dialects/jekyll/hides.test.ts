import { describe, expect, test } from 'vitest';
import { publishSite } from '../../../support/published.ts';

const post = '_posts/2024-01-01-a.md';
const two = { [post]: '', '_posts/2024-01-02-b.md': '' };

describe('what Jekyll does not publish', () => {
  test.each<[string, Record<string, string>, string[], Record<string, number>]>([
    ['nothing', { ...two, '_config.yml': '' }, [post, '_posts/2024-01-02-b.md'], {}],
    [
      'less where something is included',
      {
        'a/b.md': '',
        'a/c.md': '',
        'd.md': '',
        '_pages/e.md': '',
        '_config.yml': 'exclude: [a, d.md]\ninclude: [d.md, _pages, a/c.md]\n',
      },
      ['_pages/e.md', 'a/c.md', 'd.md'],
      { 'jekyll-exclude': 1 },
    ],
    [
      'collections in a folder of their own, and a source',
      {
        'src/all/_books/a.md': '',
        'src/all/_films/b.md': '',
        'src/all/_posts/2024-01-01-a.md': '',
        '_config.yml': 'source: src\ncollections_dir: all\ncollections: [books, films]\n',
      },
      ['src/all/_posts/2024-01-01-a.md'],
      { 'jekyll-collections': 2 },
    ],
    [
      'posts without a date in their name',
      { ...two, '_posts/c.md': '', 'x/_posts/d.md': '', '_config.yml': '' },
      [post, '_posts/2024-01-02-b.md'],
      { 'jekyll-post-names': 2 },
    ],
    [
      'defaults of a path, save those of pages',
      {
        '_notes/a.md': '',
        '_notes/b.md': 'published: true',
        '_notes/open/c.md': '',
        'notes/d.md': '',
        '_config.yml':
          'collections: {notes: {output: true}}\ndefaults:\n- scope: {path: _notes/open}\n  values: {published: true}\n- scope: {path: ""}\n  values:\n    published: false\n',
      },
      ['_notes/b.md', '_notes/open/c.md', 'notes/d.md'],
      { 'jekyll-defaults': 1 },
    ],
    [
      'defaults of a type',
      {
        ...two,
        'd.md': '',
        '_books/e.md': '',
        '_config.yml':
          'collections: {books: {output: true}}\ndefaults:\n- scope: {path: "", type: posts}\n  values: {published: false}\n- scope: {type: books, path: ""}\n  values: {published: false}\n- scope: {path: "_posts/*-b.md"}\n  values: {published: true}\n',
      },
      ['_posts/2024-01-02-b.md', 'd.md'],
      { 'jekyll-defaults': 2 },
    ],
    [
      'nothing by the settings of Hexo',
      { 'source/_posts/a.md': '', '_config.yml': 'source_dir: source\n' },
      ['source/_posts/a.md'],
      {},
    ],
  ])('%s', async (_, files, shown, hiding) => {
    expect(await publishSite(files, { content: '.' })).toEqual({ shown, hiding, unread: [] });
  });

  test('in a folder of its posts alone', async () => {
    const files = { ...two, '_config.yml': 'exclude: [_posts/2024-01-02-b.md]\n' };
    expect(await publishSite(files, { content: '_posts' })).toMatchObject({ shown: ['2024-01-01-a.md'] });
  });

  test('what is not read is named', async () => {
    const unread = async (settings: string) =>
      (await publishSite({ ...two, '_config.yml': settings }, { content: '.' })).unread;
    expect(await unread('limit_posts: 5\n')).toEqual(['_config.yml limit_posts']);
    expect(await unread('exclude: [\n')).toEqual(['_config.yml _config.yml']);
  });
});

import { describe, expect, test } from 'vitest';
import { publishSite } from '../../../support/published.ts';

const draft = '---\ntitle: A\ncascade:\n  draft: true\n---\n';
const open = draft.replace('title: A', 'draft: false');
const two = { 'content/blog/a.md': '', 'content/b.md': '' };
const german = { 'content/a.md': '', 'content/a.de.md': '' };

describe('what Hugo does not publish', () => {
  test.each<[string, Record<string, string>, string[], Record<string, number>]>([
    [
      'a cascade in TOML',
      { ...two, 'content/blog/_index.md': '+++\n[cascade]\ndraft = true\n+++\n' },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a cascade in JSON',
      { ...two, 'content/blog/_index.md': '{"cascade": {"published": false}}\n' },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a cascade of `build.render`',
      { ...two, 'content/blog/_index.md': '---\ncascade:\n  build:\n    render: never\n---\n' },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a cascade of `_build.list` in a list of TOML',
      {
        ...two,
        'content/blog/_index.md': '+++\n[[cascade]]\n[cascade._build]\nlist = "never"\nrender = "always"\n+++\n',
      },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'no page with a value of its own',
      { 'content/blog/_index.md': open, 'content/blog/a.md': 'draft: false', 'content/blog/sub/b.md': '' },
      ['blog/a.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a section that its own cascade makes a draft',
      { 'content/blog/_index.md': draft, 'content/blog/a.md': 'draft: false', 'content/b.md': '' },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'less by a nearer cascade',
      {
        'content/blog/_index.md': open,
        'content/blog/a.md': '',
        'content/blog/sub/_index.md': '---\ncascade:\n  draft: false\n---\n',
        'content/blog/sub/b.md': '',
      },
      ['blog/sub/b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a target with a path',
      {
        'content/_index.md':
          '---\ncascade:\n- _target:\n    path: /blog/Secret/**\n  draft: true\n- target: {path: "{/c,/d}"}\n  draft: true\n---\n',
        'content/blog/a.md': '',
        'content/blog/secret/x/b.md': '',
        'content/c.md': '',
        'content/d/index.md': '',
        'content/d-e.md': '',
      },
      ['blog/a.md', 'd-e.md'],
      { 'hugo-cascade': 3 },
    ],
    [
      'a target of other kinds or environments, never',
      {
        ...two,
        'content/_index.md':
          '---\ncascade:\n- target: {kind: section}\n  draft: true\n- target: {environment: staging}\n  draft: true\n---\n',
      },
      ['b.md', 'blog/a.md'],
      {},
    ],
    [
      'a target of kind and language',
      {
        ...german,
        'hugo.toml':
          '[languages.en]\n[languages.de]\n[[cascade]]\ndraft = true\n[cascade.target]\nkind = "{page,section}"\nlang = "de"\n',
      },
      ['a.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'the first of a list',
      {
        ...two,
        'content/_index.md': '---\ndraft: false\ncascade:\n- target: {path: /b}\n  draft: false\n- draft: true\n---\n',
      },
      ['b.md'],
      { 'hugo-cascade': 1 },
    ],
    [
      'a cascade of the settings',
      { ...two, 'config.yaml': 'cascade:\n  - draft: true\n', 'archetypes/a.md': '' },
      [],
      { 'hugo-cascade': 2 },
    ],
    [
      'a cascade in a file of its own',
      { ...two, 'config/_default/cascade.toml': 'draft = true\n', 'content/_index.md': '---\n---\n' },
      [],
      { 'hugo-cascade': 2 },
    ],
    [
      'a section that is a draft in one language',
      {
        'hugo.toml': '[languages.en]\n[languages.de]\n',
        'content/blog/_index.de.md': '---\ndraft: true\n---\n',
        'content/blog/a.md': '',
        'content/blog/a.de.md': '',
      },
      ['blog/a.md'],
      { 'hugo-draft-section': 1 },
    ],
    [
      'what a mount excludes',
      {
        ...two,
        'hugo.toml': '[[module.mounts]]\nsource = "content"\ntarget = "content"\nexcludeFiles = "blog/*"\n',
      },
      ['b.md'],
      { 'hugo-exclude': 1 },
    ],
    [
      'what a mount does not have',
      {
        ...two,
        'content/c.md': '',
        'hugo.yaml':
          'module:\n  mounts:\n  - source: content\n    target: content\n    files: ["**.md", "! b.md", "! c*"]\n',
      },
      ['blog/a.md'],
      { 'hugo-exclude': 2 },
    ],
    [
      'folders without a mount',
      { ...two, 'hugo.toml': '[[module.mounts]]\nsource = "content/blog"\ntarget = "content/posts"\n' },
      ['blog/a.md'],
      { 'hugo-path': 1 },
    ],
    ['languages', { ...german, 'hugo.toml': 'disableLanguages = ["de"]\n' }, ['a.md'], { 'hugo-languages': 1 }],
    [
      'the folder of a language',
      {
        'content/de/a.md': '',
        'content/en/a.md': '',
        'hugo.toml': '[languages.de]\ndisabled = true\ncontentDir = "content/de"\n',
      },
      ['en/a.md'],
      { 'hugo-languages': 1 },
    ],
    [
      'what a page builds',
      {
        ...two,
        'content/c.md': 'build: {render: link}',
        'content/d.md': 'build: {render: false}',
        'content/e.md': '_build: {list: never}',
        'content/f.md': 'build: {render: always, list: local}',
        'hugo.toml': '',
      },
      ['b.md', 'blog/a.md', 'f.md'],
      { 'build.render': 2, 'build.list': 1 },
    ],
    ...['render: never', 'render: link', 'render: false', 'list: never', 'list: false'].map(
      (line): [string, Record<string, string>, string[], Record<string, number>] => [
        `a cascade of \`${line}\``,
        { ...two, 'content/blog/_index.md': `---\ncascade: {build: {${line}}}\n---\n` },
        ['b.md'],
        { 'hugo-cascade': 1 },
      ],
    ),
    [
      'nothing by a cascade of `render: always`',
      { ...two, 'content/blog/_index.md': '---\ncascade: {build: {render: always, list: local}}\n---\n' },
      ['b.md', 'blog/a.md'],
      {},
    ],
    [
      'what belongs to a page, at any depth',
      {
        'hugo.toml': '',
        'content/2024-01-01-c/index.md': '',
        'content/2024-01-01-c/index.de.md': '',
        'content/2024-01-01-c/notes.md': 'title: Notes',
        'content/2024-01-01-c/a/b/more.md': '',
        'content/2024-01-01-c/a/index.md': '',
        'content/plan/index.md': 'draft: true',
        'content/plan/notes.md': '',
        'content/branch/_index.md': '---\n---\n',
        'content/branch/page.md': '',
      },
      ['2024-01-01-c/index.de.md', '2024-01-01-c/index.md', 'branch/page.md'],
      { 'hugo-bundle': 4, draft: 1 },
    ],
    ['a kind', { ...two, 'hugo.toml': 'disableKinds = ["page"]\n' }, [], { 'hugo-kinds': 2 }],
    [
      'pages by their own headers',
      {
        ...two,
        'content/_index.md': '---\n---\n',
        'content/c.md': '_build: {render: never}',
        'content/d/index.md': 'headless: true',
        'content/e.md': 'published: false',
        'content/f.md': 'expiryDate: 2020-01-01',
      },
      ['b.md', 'blog/a.md'],
      { 'build.render': 1, headless: 1, published: 1, expiryDate: 1 },
    ],
  ])('%s', async (_, files, shown, hiding) => {
    expect(await publishSite(files, { content: 'content' })).toMatchObject({ shown, hiding, unread: [] });
  });

  test('sections above the content folder count', async () => {
    const files = { 'content/blog/a.md': '', 'content/_index.md': draft, 'hugo.toml': '' };
    expect(await publishSite(files, { content: 'content/blog' })).toMatchObject({ hiding: { 'hugo-cascade': 1 } });
  });

  test('what lies outside of the folder of content is hidden, in the site of a theme, too', async () => {
    const files = {
      'config/_default/hugo.toml': "contentDir = 'text'\ntheme = 'plain'\n",
      'text/a.md': '',
      'other/b.md': '',
      'themes/plain/content/c.md': '',
      'themes/plain/exampleSite/content/d.md': '',
    };
    const { shown, hiding } = await publishSite(files, { content: '.' });
    expect({ shown, hiding }).toEqual({
      shown: ['text/a.md', 'themes/plain/content/c.md'],
      hiding: { 'hugo-path': 2 },
    });
  });

  test('settings below `config` are found from content with sections of its own', async () => {
    const files = {
      'config/_default/config.yaml': 'contentDir: text\nignoreFiles: ["b\\\\.md$"]\n',
      'text/_index.md': '---\n---\n',
      'text/a.md': '',
      'text/b.md': '',
    };
    expect(await publishSite(files, { content: 'text' })).toMatchObject({ shown: ['a.md'], unread: [] });
  });

  test('a rule is turned off by its name', async () => {
    const files = { ...two, 'content/blog/_index.md': draft };
    const { shown } = await publishSite(files, { content: 'content', notHiding: ['Hugo_Cascade'] });
    expect(shown).toEqual(['b.md', 'blog/a.md']);
  });

  test('what is not read is named', async () => {
    const files = {
      ...two,
      'content/_index.md': '---\ncascade:\n  expiryDate: 2020-01-01\n---\n',
      'content/blog/_index.md': '---\ncascade: "\n---\n',
      'hugo.toml': 'ignoreFiles = ["("]\nrenderSegments = ["a"]\n[frontmatter]\nexpiryDate = ["until"]\n',
      'config/_default/params.toml': 'a = ',
    };
    const { unread } = await publishSite(files, { content: 'content' });
    expect(unread.sort()).toEqual([
      'config/_default/params.toml params.toml',
      'content/_index.md cascade.expirydate',
      'content/blog/_index.md _index.md',
      'hugo.toml frontmatter.expirydate',
      'hugo.toml ignoreFiles',
      'hugo.toml renderSegments',
    ]);
  });
});

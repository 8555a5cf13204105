import { describe, expect, test } from 'vitest';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { makeProject } from '../../support/project.ts';

/** What a build without writing says of files. */
async function check(files: Record<string, string>, notHiding: readonly string[] = []) {
  const { build } = await makeProject(files);
  const contentOptions = { ...defaultContentOptions, notHiding };
  const result = await build({ contentOptions, write: 'nothing' });
  const problems = result.problems.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
  return { articles: result.articles, others: result.others, problems, hiding: result.hiding };
}

describe('a header that cannot be parsed', () => {
  test.each([
    ['an open quote', '---\ntitle: "A\nlayout: x\n---\nText\n', 'front-matter-syntax'],
    ['no end', '---\ntitle: A\nText, and a date: never\n', 'front-matter-unclosed'],
    ['a list in front of it', '---\n- A\n---\nDate: 5 May\n', 'front-matter-not-a-mapping'],
    ['keys that hide twice', '---\ndraft: true\ndraft: false\n---\n', 'duplicate-key'],
    ['JSON', '{"title": "A", "tags": [}\n', 'front-matter-syntax'],
    ['a brace in a title', '---\ntitle: {#if ...}\n---\nText\n', 'front-matter-syntax'],
  ])('is no error in a file without a date: %s', async (_, text, code) => {
    const { articles, others, problems } = await check({ 'a.md': text });
    expect({ articles, others }).toEqual({ articles: 0, others: { 'no-date': 1 } });
    expect(new Set(problems)).toEqual(new Set([`warning ${code} a.md`]));
  });

  test.each([
    ['in the header', 'a.md', '---\ntitle: "A\ndate: 2024-01-01\n---\nText\n'],
    ['in TOML', 'a.md', '+++\ntitle = A\ndate = 2024-01-01\n+++\nText\n'],
    ['in JSON', 'a.md', '{"title": "A" "date": "2024-01-01"}\n'],
    ['that does not exist', 'a.md', '---\ntitle: "A\ncreated_on: 2024-02-30\n---\nText\n'],
    ['in the path', '2024/05-06-a.md', '---\ntitle: "A\n---\nText\n'],
    ['in an address', 'a.md', '---\ntitle: "A\npermalink: /2016/07/25/a/\n---\nText\n'],
  ])('is an error in a file with a date %s', async (_, path, text) => {
    const { problems } = await check({ [path]: text });
    expect(problems).toEqual([expect.stringMatching(/^error front-matter-/)]);
  });
});

test('templates are no articles, wherever a program keeps them, and nothing in them is wrong', async () => {
  const dated = '---\ndate: 2024-01-01\n---\nText\n';
  const { articles, others, problems } = await check({
    'a.md': dated,
    'archetypes/default.md': '---\ntitle: "{{ replace .Name "-" " " | title }}"\ndate: {{ .Date }}\n---\n',
    'posts/hugo.md': '---\ntitle: "{{ replace .Name "-" " " | title }}"\ndate: {{ .Date }}\n---\n',
    '.obsidian/templates.json': '{"folder": "/Meta/Forms/"}',
    'Meta/Forms/daily.md': dated,
    'Other/Forms/daily.md': dated,
    'Templates/broken.md': '---\ntitle: "A\ndate: 2024-01-01\n---\n',
    'x/_templates/y.md': dated,
  });
  expect({ articles, others, problems }).toEqual({ articles: 2, others: { template: 5 }, problems: [] });
});

test('a file without a header beside the index of an article is its resource', async () => {
  const dated = '---\ndate: 2024-01-01\n---\nText\n';
  const files = {
    'posts/2024-01-01-a/index.md': 'Text\n',
    'posts/2024-01-01-a/notes.md': 'Notes\n',
    'posts/2024-01-01-a/index.de.md': 'Text\n',
    'posts/2024-01-01-a/more/b.md': 'Text\n',
    'posts/2024-01-01-a/c.md': '---\ntitle: C\n---\nText\n',
    '2024-01-02-draft/index.md': '---\ndraft: true\n---\nText\n',
    '2024-01-02-draft/notes.md': 'Text\n',
    'blog/index.md': '---\ntitle: All\n---\nText\n',
    'blog/2024-01-01-d.md': 'Text\n',
    'index.md': dated,
    '2024-01-01-e.md': 'Text\n',
  };
  expect(await check(files)).toMatchObject({ articles: 7, others: { resource: 2, draft: 1, 'no-date': 1 } });
  expect(await check(files, ['resource'])).toMatchObject({ articles: 9 });
});

test('each rule that hides something is said, with how many files it hides and the first of them', async () => {
  const header = (line: string): string => `---\ndate: 2024-01-01\n${line}\n---\nText\n`;
  const files = {
    'a/1.md': header('x: y'),
    'a/2.md': header('unlisted: true'),
    'a/3.md': header('expiration_date: 2020-01-01'),
    'a/4.md': header('expiration_date: 2030-01-01'),
    'b/drafts/5.md': header('x: y'),
    'b/6.md': header('unlisted: true'),
    'b/_index.md': 'A section\n',
  };
  const { articles, hiding } = await check(files);
  expect({ articles, hiding }).toEqual({
    articles: 2,
    hiding: [
      { rule: 'unlisted', hidden: 2, files: 6, path: 'a/2.md' },
      { rule: 'expirationDate', hidden: 1, files: 6, path: 'a/3.md' },
      { rule: 'drafts-folder', hidden: 1, files: 6, path: 'b/drafts/5.md' },
    ],
  });
  const off = await check(files, ['expiration-date', 'Drafts-Folder']);
  expect(off).toMatchObject({ articles: 4, hiding: [{ rule: 'unlisted' }] });
});

test('a key that may hide is reported once, with the number of files', async () => {
  const file = (line: string) => `---\ndate: 2026-01-01\n${line}\n---\nText\n`;
  const { build } = await makeProject({
    ...{
      'a.md': file('active: false'),
      'b.md': file('title: B'),
      'c/d.md': file('Active: no'),
      'e.md': file('active: false'),
    },
    'f.md': file('finished: no'),
  });
  const { articles, problems } = await build({ write: 'nothing' });
  expect({ articles, keys: problems.map(({ path, found }) => [path, /`.*?`|\(.*\)/g[Symbol.match](found)]) }).toEqual({
    articles: 5,
    keys: [
      ['a.md', ['`active`', '(and 2 more such files)']],
      ['f.md', ['`finished`']],
    ],
  });
});

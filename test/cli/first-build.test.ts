import { expect, test } from 'vitest';
import { makeSite } from '../support/site.ts';

const draft = '---\ntitle: T\ndate: 2026-01-01\ndraft: true\n---\nText.\n';
const article = draft.replace('draft: true\n', '');
const said = 'No article is published yet, because all of them are drafts.\n';

test.each<[string, Record<string, string>, 0 | 1]>([
  ['a draft', { 'content/a.md': draft }, 0],
  [
    'a folder of drafts beside a section',
    { 'content/drafts/a.md': article, 'content/_index.md': '---\ntitle: S\n---\n' },
    0,
  ],
  ['an unpublished file', { 'content/a.md': article.replace('title', 'published: false\ntitle') }, 0],
  ['no file', { 'content/a.txt': '' }, 1],
  ['a draft and a file without a date', { 'content/a.md': draft, 'content/b.md': '---\ntitle: T\n---\n' }, 1],
  ['a draft and an invalid file', { 'content/a.md': draft, 'content/b.md': '---\ndate: [\n---\n' }, 1],
])('a first build of %s', async (_title, files, code) => {
  const { run } = await makeSite(files);
  const built = await run('build');
  expect([built.code, built.out.includes(said)]).toEqual([code, code === 0]);
});

test('a build without a site does not lead the links of a website to this machine', async () => {
  const { run, write } = await makeSite({ 'content/a.md': article });
  expect((await run('build', '--site', 'https://example.org')).code).toBe(0);
  const { code, err } = await run('build');
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('add --site https://example.org; for a release for this machine'),
  ]);
  expect((await run('diff')).out).toContain('Nothing changes for readers.');
  expect((await run('build', '--site', 'http://127.0.0.1:8787')).code).toBe(0);
  await write({ 'galley.config.yaml': 'port: 9000\n' });
  expect((await run('build')).code).toBe(0);
});

test('the summary and the JSON count what is no Markdown', async () => {
  const { json, run } = await makeSite({
    'content/a.md': article,
    'content/b.textile': '',
    'content/c.rst': '',
    'content/d.rst': '',
  });
  const line = 'Not read: 1 .textile, 2 .rst. Galley reads articles in Markdown alone.\n';
  expect((await run('check')).out).toBe(`1 Markdown file, 1 article.\n${line}`);
  expect((await run('build')).out).toContain(line);
  // The listing of before is used.
  expect((await json('build')).notRead).toEqual({ '.textile': 1, '.rst': 2 });
});

import { expect, test } from 'vitest';
import { galley, writeFiles } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

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
  const folder = await makeFolder();
  await writeFiles(folder, files);
  const built = await galley(folder, ['build']);
  expect([built.code, built.out.includes(said)]).toEqual([code, code === 0]);
});

test('a build without a site does not lead the links of a website to this machine', async () => {
  const folder = await makeFolder();
  await writeFiles(folder, { 'content/a.md': article });
  expect((await galley(folder, ['build', '--site', 'https://example.org'])).code).toBe(0);
  const { code, err } = await galley(folder, ['build']);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('add --site https://example.org; for a release for this machine'),
  ]);
  expect((await galley(folder, ['diff'])).out).toContain('Nothing changes for readers.');
  expect((await galley(folder, ['build', '--site', 'http://127.0.0.1:8787'])).code).toBe(0);
  await writeFiles(folder, { 'galley.config.yaml': 'port: 9000\n' });
  expect((await galley(folder, ['build'])).code).toBe(0);
});

test('the summary and the JSON count what is no Markdown', async () => {
  const folder = await makeFolder();
  await writeFiles(folder, {
    'content/a.md': article,
    'content/b.textile': '',
    'content/c.rst': '',
    'content/d.rst': '',
  });
  const line = 'Not read: 1 .textile, 2 .rst. Galley reads articles in Markdown alone.\n';
  expect((await galley(folder, ['check'])).out).toBe(`1 Markdown file, 1 article.\n${line}`);
  expect((await galley(folder, ['build'])).out).toContain(line);
  // The listing of before is used.
  expect(JSON.parse((await galley(folder, ['build', '--json'])).out).notRead).toEqual({ '.textile': 1, '.rst': 2 });
});

import { writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { toContentFolders } from '../../../build/source/content-folders.ts';
import { discover } from '../../../build/source/discover.ts';
import { writeFiles } from '../../support/command.ts';
import { inWords } from '../../support/in-words.ts';
import { makeFolder } from '../../support/server.ts';

test('files are found in one order, whatever they are called; what is hidden or another program’s is not read', async () => {
  const content = await makeFolder();
  const names = [
    ...['b.md', 'B.MD', 'a b/ü 🎉.markdown', 'a b/[x]/index.md', '.md', '.hidden/c.md', 'node_modules/p/README.md'],
  ];
  await writeFiles(content, Object.fromEntries([...names, 'notes.txt', 'page.html'].map((name) => [name, ''])));
  await mkdir(join(content, 'folder.md'));
  const { sources, problems } = await discover(content, null, 0);
  expect(sources.map(({ path }) => path)).toEqual(['B.MD', 'a b/[x]/index.md', 'a b/ü 🎉.markdown', 'b.md']);
  expect(problems.map(({ path, code, severity }) => [path, severity, code])).toEqual([
    ['folder.md', 'warning', 'unreadable'],
  ]);
});

test('a file that comes while a folder is read is found by the next reading at the latest', async () => {
  const content = await makeFolder();
  await writeFiles(content, Object.fromEntries([...'abcde'].map((name) => [`${name}/x.md`, ''])));
  for (let turns = 0; turns < 60; turns++) {
    const looking = discover(content, null, 0);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    writeFileSync(join(content, `late-${turns}.md`), '');
    const { listing } = await looking;
    const { sources } = await discover(content, listing, 0);
    expect(sources).toHaveLength(5 + turns + 1);
  }
});

test('where no name has come or gone, the earlier listing is taken', async () => {
  const content = await makeFolder();
  await writeFiles(content, { 'a.md': '', 'b/[x]/c d.md': '', 'b/.hidden/e.md': '', 'skipped/f.md': '' });
  const options = { ...defaultContentOptions, folders: ['b', 'b/[x]', ''], exclude: ['skipped'] };
  const { listing } = await discover(content, null, 0, options);
  expect((await discover(content, listing, 0, options)).listing).toBe(listing);
});

test('a path is in NFC, and its file is read under the name that it has', async () => {
  const content = await makeFolder();
  await writeFile(join(content, 'u\u0308.md'), '');
  const { sources } = await discover(content, null, 0);
  expect(sources).toMatchObject([{ path: '\u00fc.md', file: join(content, 'u\u0308.md') }]);
});

test('of files whose names look the same, equal ones are read once and others apart', async () => {
  const content = await makeFolder();
  const [one, two] = ['\u00fc.md', 'u\u0308.md'];
  await writeFiles(content, { [one]: 'a', [two]: 'a', 'x/A\u030a.md': '1', 'x/\u00c5.md': '2' });
  const { sources, problems } = await discover(content, null, 0);
  expect(sources.map(({ path }) => path)).toEqual(['x/A\u030a.md', 'x/\u00c5.md', one]);
  expect(sources.at(-1)?.file).toBe(join(content, one));
  expect(problems.map(({ path, code, severity }) => [path, severity, code])).toEqual([
    [one, 'warning', 'duplicate-slug'],
  ]);
});

test('headers in files of their own are reported once, with their number', async () => {
  const content = await makeFolder();
  const names = ['b.md', 'b.meta', 'c/a.md', 'c/a.meta', 'c/index.mdx', 'c/index.meta', 'c/other.meta'];
  await writeFiles(content, Object.fromEntries(names.map((name) => [name, ''])));
  const { problems, listing } = await discover(content, null, 0);
  expect(inWords(problems).map(({ path, code, found }) => `${path} ${code} ${found.replace(/\. .*/, '')}`)).toEqual([
    'b.meta unread-extension the header of a Markdown file in a file of its own (and 2 more such files)',
  ]);
  expect((await discover(content, listing, 0)).problems).toEqual(problems);
});

test('links named like a Markdown file, and Markdown under other names, are reported and not read', async () => {
  const content = await makeFolder();
  const others = ['b.mkd', 'c.MKD', 'd.mdown', 'e.mkd', 'f.mkdn', 'g.mkdown', 'old/h.mdx'];
  await writeFiles(content, { 'a.md': '', ...Object.fromEntries(others.map((name) => [name, ''])) });
  await symlink('a.md', join(content, 'link.md'));
  await symlink('gone.md', join(content, 'broken.md'));
  await symlink('.', join(content, 'loop'));
  await symlink(await makeFolder(), join(content, 'outside'));
  await symlink('gone', join(content, 'nowhere'));
  const found = await discover(content, null, 0, { ...defaultContentOptions, exclude: ['old'] });
  expect(found.sources.map(({ path }) => path)).toEqual(['a.md']);
  const told = found.problems.map(({ code, path, severity }) => `${path} ${severity} ${code}`);
  expect(told.sort()).toEqual([
    ...['b.mkd warning unread-extension', 'broken.md warning symbolic-link', 'c.MKD warning unread-extension'],
    ...['d.mdown warning unread-extension', 'e.mkd warning unread-extension', 'f.mkdn warning unread-extension'],
    ...['g.mkdown warning unread-extension', 'link.md warning symbolic-link', 'outside warning symbolic-link'],
  ]);
  expect(inWords(found.problems).find(({ path }) => path === 'b.mkd')?.fix).toContain('.md');
  // From what it found before, too.
  expect((await discover(content, found.listing, 0, { ...defaultContentOptions, exclude: ['old'] })).problems).toEqual(
    found.problems,
  );
});

test.each([
  [['content'], 'content', ['']],
  [['../blog'], '../blog', ['']],
  [['/a/b'], '/a/b', ['']],
  [['blog', 'docs/news'], '.', ['blog', 'docs/news']],
  [['src/blog', './src/docs/'], 'src', ['blog', 'docs']],
  [['src/a', 'src/ab'], 'src', ['a', 'ab']],
  [['blog', '.'], '.', ['blog', '']],
  [['src', 'src/blog'], 'src', ['', 'blog']],
  [['blog', 'blog/', 'blog'], 'blog', ['']],
  [['../x/a', '../x/b'], '../x', ['a', 'b']],
  [['../other', 'blog'], '..', ['other', `${resolve('.').split('/').at(-1)}/blog`]],
  [['src/..a', 'src/b'], 'src', ['..a', 'b']],
])('%j lie in %s', (given, root, folders) => {
  expect(toContentFolders(given)).toEqual({ root, folders });
});

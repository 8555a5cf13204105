import { expect, test } from 'vitest';
import { countNotRead } from '../../../build/source/not-read.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

const header = '---\nlayout: post\ntitle: T\n---\n<p>Text.';
const dated = header.replace('title', 'date: 2026-01-02\ntitle');

test.each<[string, Record<string, string>, Record<string, number>]>([
  [
    'languages of other programs',
    { 'a.md': '', 'b.rst': '', 'x/c.org': '', 'x/D.ADOC': '', 'e.asciidoc': '', 'f.rst': '' },
    { '.rst': 2, '.org': 1, '.adoc': 1, '.asciidoc': 1 },
  ],
  [
    'pages of Jekyll',
    { 'a.md': '', '_posts/2026-01-02-a.html': header, '_posts/b.textile': '' },
    { '.html': 1, '.textile': 1 },
  ],
  [
    'pages of Hugo',
    { 'post/a.md': '', 'post/b.html': dated, 'post/c.htm': dated.replaceAll('---', '+++').replace('date:', 'date =') },
    { '.html': 1, '.htm': 1 },
  ],
  [
    'pages without a date or a header',
    { 'a.md': '', 'index.html': header, 'demo.html': '<!doctype html>', '2026-01-02-c.html': '---\ntext' },
    {},
  ],
  [
    'templates in folders of their own',
    { 'a.md': '', 'layouts/b.html': dated, '_includes/c.rst': '', '_layouts/2026-01-02-d.html': header },
    {},
  ],
  ['files about a project', { 'a.md': '', 'README.rst': '', 'docs/CHANGES.rst': '', 'LICENSE.adoc': '' }, {}],
  ['what articles refer to', { 'a.md': '', 'b.png': '', 'c.pdf': '', 'd.txt': '', 'e.json': '' }, {}],
  ['a folder without Markdown', { 'b.rst': '' }, {}],
])('counts %s', async (_title, files, expected) => {
  const folder = await makeFolder();
  await writeFiles(folder, files);
  const paths = Object.keys(files);
  expect(
    countNotRead(
      folder,
      paths,
      paths.filter((path) => path.endsWith('.md')),
    ),
  ).toEqual(expected);
});

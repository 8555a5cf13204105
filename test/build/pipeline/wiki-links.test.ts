import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../support/command.ts';
import { makeProject, threads } from '../../support/project.ts';

const post = (body: string, more = '') => `---\npublish_at: 2026-01-02\n${more}---\n${body}\n`;

test.each(threads)(
  'wiki links lead to articles and images wherever they lie, built with %j',
  { tags: ['scaled'] },
  async (options) => {
    const { report, markdown } = await makeProject({
      'notes/a.md': post('[[Second Page]] [[other/b|b]] [[second-page#Part one]] [[Gone]] [[Hidden]] ![[p q.png]]'),
      'deep/er/Second Page.md': post('# x\n\n## Part one', 'slug: second\n'),
      'other/b.md': post('b', 'slug: b\n'),
      'b.md': post('not meant', 'slug: c\n'),
      'Hidden.md': post('h', 'draft: true\n'),
      'files/p q.png': 'picture',
    });
    expect(await report(options)).toEqual(['notes/a.md:4:56 broken-link']);
    expect((await markdown('a')).replace(/[\da-f]{10,}/, '…')).toBe(
      '[Second Page](https://a.example/blog/second/) [b](https://a.example/blog/b/) ' +
        '[second-page > Part one](https://a.example/blog/second/#part-one) [[Gone]] [[Hidden]] ![p q](https://a.example/media/p-q.….png)',
    );
  },
);

test('a link follows a page that comes, moves and goes', { tags: ['long'] }, async () => {
  const { content, report, markdown } = await makeProject({ 'a.md': post('[[b]]') });
  expect(await report()).toEqual(['a.md:4:1 broken-link']);
  expect(await markdown('a')).toBe('[[b]]');
  await writeFiles(content, { 'x/b.md': post('b', 'slug: one\n') });
  expect(await report()).toEqual([]);
  expect(await markdown('a')).toBe('[b](https://a.example/blog/one/)');
  await writeFiles(content, { 'b.md': post('b', 'slug: two\n') });
  await report();
  expect(await markdown('a')).toBe('[b](https://a.example/blog/two/)');
  await Promise.all(['x/b.md', 'b.md'].map((path) => rm(join(content, path))));
  const gone = ['b.md', 'x/b.md'].map((path) => `${path}:1:1 removed-article`);
  expect(await report()).toEqual(['a.md:4:1 broken-link', ...gone]);
});

test('comments of Obsidian are published only where no vault is', { tags: ['long'] }, async () => {
  const { content, report, markdown } = await makeProject({ 'a.md': post('a %%secret%% b\n\n> [!custom] T') });
  await report();
  expect(await markdown('a')).toBe('a %%secret%% b\n\n> [!custom] T');
  await writeFiles(join(content, '..', '.obsidian'), { 'app.json': '{}' });
  await report();
  expect(await markdown('a')).toBe('a %%secret%% b\n\n> [!custom] T');
  await writeFiles(join(content, '.obsidian'), { 'app.json': '{}' });
  await report();
  expect(await markdown('a')).toBe('a  b\n\n> [!custom] T');
});

test('the same text is read again under the name of MDX', async () => {
  const { content, report, markdown } = await makeProject({ 'a.md': post('a {1 + 1} b') });
  await report();
  expect(await markdown('a')).toBe('a {1 + 1} b');
  await rm(join(content, 'a.md'));
  await writeFiles(content, { 'a.mdx': post('a {1 + 1} b') });
  expect(await report()).toEqual(['a.mdx:4:3 template-syntax']);
  expect(await markdown('a')).toBe('a {1 + 1} b');
});

test('a wiki link leads to an article, or else to a file of that name; an embedded file is a link to it', async () => {
  const { report, markdown } = await makeProject({
    'a.md': post('[[Node.mono]] [[report.pdf]] ![[report.pdf]] [[gone.pdf]] [[tool.py]]'),
    'Node.mono.md': post('n', 'slug: n\n'),
    'files/report.pdf': '%PDF',
    'files/tool.py': 'print()',
  });
  expect(await report()).toEqual(['a.md:4:46 broken-link']);
  expect((await markdown('a')).replace(/\.[\da-f]{32}/g, '')).toBe(
    '[Node.mono](https://a.example/blog/n/) [report.pdf](https://a.example/media/report.pdf) ' +
      '[report.pdf](https://a.example/media/report.pdf) [[gone.pdf]] [[tool.py]]',
  );
});

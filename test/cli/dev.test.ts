import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Article } from '../../src/core/article.ts';
import { galley } from '../support/command.ts';
import { save, startDev } from '../support/dev.ts';
import { treeOf } from '../support/files.ts';

const post = (text: string, more = '') => `---\npublish_at: 2026-01-02\n${more}---\n${text}\n`;

/** A running `galley dev`, and a way to ask it. */
async function startAsking(files: Record<string, string>, published: Record<string, string> | null = null) {
  const { folder, content, running, key, address } = await startDev(files, [], undefined, published);
  const ask = async (slug: string): Promise<{ status: number; article: Partial<Article> }> => {
    const response = await fetch(`${address}/api/v1/articles/${slug}`, { headers: { 'X-Api-Key': key } });
    return { status: response.status, article: (await response.json()) as Partial<Article> };
  };
  const html = async (slug: string) => (await ask(slug)).article.html;
  const status = async (slug: string) => (await ask(slug)).status;
  return { folder, content, running, html, status };
}

const soon = { interval: 10 };

test('galley dev serves what is saved, added, renamed and removed, and what is wrong not', {
  tags: ['long'],
}, async () => {
  const { content, running, html, status } = await startAsking({ 'a.md': post('A, see [b](b.md)'), 'b.md': post('B') });
  expect(await html('a')).toContain('/articles/b"');

  // As editors do it that write into the file itself.
  await writeFile(join(content, 'a.md'), post('Changed, see [b](b.md)'));
  await expect.poll(() => html('a'), soon).toContain('Changed');

  // As editors do it that keep the old file until the new one is whole.
  await save(content, { 'a.md': post('Replaced ![p](p.svg)') });
  await expect.poll(() => html('a'), soon).toContain('Replaced');
  // What is reported comes after what is served.
  await expect.poll(() => running.text.err, soon).toContain('missing-image');
  await save(content, { 'p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  await expect.poll(() => html('a'), soon).toMatch(/\/media\/p\.[0-9a-f]{32}\.svg/);

  await save(content, { 'deep/c.md': post('C', 'id: 7\n') });
  await expect.poll(() => status('c'), soon).toBe(200);
  await save(content, { 'x.md': post('X', 'id: 7\n') });
  await expect.poll(() => running.text.err, soon).toContain('duplicate-id');
  expect([await status('c'), await status('x')]).toEqual([200, 404]);
  await rm(join(content, 'x.md'));
  await rename(join(content, 'deep'), join(content, 'moved'));
  await rename(join(content, 'b.md'), join(content, 'e.md'));
  await expect.poll(() => status('e'), soon).toBe(200);
  // Nobody but the author knew the former address.
  expect([await status('b'), await status('c')]).toEqual([404, 200]);

  await writeFile(join(content, '..', 'galley.config.yaml'), 'trustedHtml: true\n');
  await expect.poll(() => running.text.err, soon).toContain('Start galley dev again');
});

test('galley dev serves and prints what a save changed, and counts the rest', async () => {
  const { content, running, html } = await startAsking({
    'a.md': post('A ![p](a.png)'),
    'b.md': post('B ![p](b.png)'),
    'c.md': post('C', 'draft: true\n'),
    'd.md': post('D', 'draft: true\n'),
  });
  expect(running.text.out).toContain('2 drafts, 2 warnings');
  const before = running.text.err.length;
  await save(content, { 'b.md': post('B again ![p](b.png)') });
  await expect.poll(() => running.text.err.slice(before), soon).toContain('As before: 1 warning.');
  expect(running.text.err.slice(before)).toContain('b.png');
  expect(running.text.err.slice(before)).not.toContain('a.png');
  expect(await html('b')).toContain('B again');
});

test('galley dev serves an older article where a file is invalid, and watches each of several folders, those in them, and settings above', {
  tags: ['long'],
}, async () => {
  const settings = { '../galley.config.yaml': 'content: [content/a, content/b]\n', '../.eleventyignore': '' };
  const { folder, running, html, status } = await startAsking(
    { 'a/x.md': post('X') },
    {
      'b/deep/y.md': post('Y'),
      'a/w.md': post('W'),
      ...settings,
    },
  );
  await save(folder, { 'content/b/deep/y.md': '---\ntitle: [\n---\n' });
  await expect.poll(() => running.text.out, soon).toContain('  content/b/deep/y.md: readers get its article');
  expect(await html('y')).toContain('<p>Y</p>');
  await save(folder, { 'content/a/x.md': post('X2') });
  await expect.poll(() => html('x'), soon).toContain('X2');
  await save(folder, { 'content/b/deep/y.md': post('Y2') });
  await expect.poll(() => html('y'), soon).toContain('Y2');
  await save(folder, { 'content/b/new/z.md': post('Z') });
  await expect.poll(() => status('z'), soon).toBe(200);
  await save(folder, { '.eleventyignore': 'content/b/new/z.md\n' });
  await expect.poll(() => status('z'), soon).toBe(404);
});

test('galley dev leaves the last release as it is, and takes nothing of its own for published', {
  tags: ['long'],
}, async () => {
  const { folder, content, running, html, status } = await startAsking(
    { 'c.md': post('C, only here') },
    { 'a.md': post('A'), 'b.md': post('B'), '../galley.config.yaml': 'content: .\n' },
  );
  const before = await treeOf(join(folder, 'public'));
  await rename(join(content, 'c.md'), join(content, 'd.md'));
  await expect.poll(() => status('d'), soon).toBe(200);
  expect(await status('c')).toBe(404);
  await rename(join(content, 'b.md'), join(content, 'e.md'));
  await expect.poll(() => running.text.err, soon).toContain('content/e.md:1:1  warning  moved-slug');
  await save(content, { 'a.md': '---\ntitle: [\n---\n' });
  await expect.poll(() => running.text.out, soon).toContain('content/a.md: readers get its article');
  expect(await html('a')).toBe('<p>A</p>\n');
  expect(running.text.out + running.text.err).not.toMatch(/For readers|first release|content\/d\.md:.*moved-slug/);
  running.child.kill('SIGTERM');
  await running.ended;

  expect(await treeOf(join(folder, 'public'))).toEqual(before);
  const { out } = await galley(folder, ['check', '--fix']);
  expect(out).toContain('Wrote the id');
  expect(await readFile(join(content, 'e.md'), 'utf8')).toContain('aliases: [b]');
  expect(await readFile(join(content, 'd.md'), 'utf8')).toBe(post('C, only here'));
});

const endsOn = async (signal: 'SIGINT' | 'SIGTERM'): Promise<void> => {
  const { folder, content, running, status } = await startAsking({ 'a.md': post('A').replace('01-02', '02-30') });
  expect(running.text.err).toContain('bad-date');
  await save(content, { 'a.md': post('A') });
  await expect.poll(() => status('a'), soon).toBe(200);
  running.child.kill(signal);
  expect(await running.ended).toBe(0);
  expect(await readFile(join(folder, 'node_modules/.cache/galley/manifest.jsonl'), 'latin1')).toContain('a.md');
};

test('galley dev reports what is wrong, ends on SIGINT, and leaves its cache', { tags: ['long'] }, () =>
  endsOn('SIGINT'),
);
test('and on SIGTERM', { tags: ['long'] }, () => endsOn('SIGTERM'));

const endsAfter = async (delay: number): Promise<void> => {
  const { content, running } = await startDev({ 'a.md': post('A') });
  await save(content, { 'a.md': post('Saved') });
  await sleep(delay);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
};

test.each([10, 20, 30])('galley dev ends on SIGTERM that comes %d ms after a save', { tags: ['long'] }, endsAfter);

import { expect, test } from 'vitest';
import { makeProject } from '../../../support/project.ts';

const text = (more = '') => `---\ndate: 2026-01-01\n${more}---\nText\n`;

test.each<[string, Record<string, string>, string[]]>([
  ['all have it', { 'a/post.md': text(), 'b/post.md': text(), 'c d/post.md': text() }, ['a', 'b', 'c-d']],
  [
    'most have it',
    { 'x/item.md': text(), '2024-01-05-y/item.md': text(), 'z/item.md': text(), 'about.md': text() },
    ['about', 'x', 'y', 'z'],
  ],
  ['one has a slug', { 'a/post.md': text(), 'b/post.md': text('slug: own\n'), 'c/post.md': text() }, ['a', 'c', 'own']],
  [
    'one is not alone',
    { 'a/post.md': text(), 'b/post.md': text(), 'c/post.md': text(), 'c/d.md': text() },
    ['a', 'b', 'd', 'post'],
  ],
  [
    'few have it',
    { 'a/post.md': text(), 'b/post.md': text(), 'c.md': text(), 'd.md': text() },
    ['b-post', 'c', 'd', 'post'],
  ],
  [
    'folders are languages',
    { 'en/tea.md': text(), 'de/tea.md': text(), 'fr/tea.md': text() },
    ['en-tea', 'fr-tea', 'tea'],
  ],
])('the folder gives the slug where files have one name: %s', async (_, files, slugs) => {
  const { build, get } = await makeProject(files);
  const { articles } = await build();
  expect(articles).toBe(slugs.length);
  for (const slug of slugs) expect([slug, (await get(`/${slug}`))?.status]).toEqual([slug, 200]);
});

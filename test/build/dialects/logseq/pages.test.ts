import { expect, test } from 'vitest';
import { makeProject } from '../../../support/project.ts';

const page = (body: string, more = '') => `date:: 2026-01-02\n${more}\n${body}\n`;

const files = {
  'pages/a___is-it%3F.md': page('- # Not the title\n- b'),
  'pages/a b.md': page('# Nor this\n\n- c', 'title:: A: b\n'),
  'pages/c.md': page('- [[A/Is it?]] [[a b]] [[a/gone]]'),
  'pages/d %07 e.md': page('- f'),
  'pages/hls__d.md': page('- [:span]\n  ls-type:: annotation'),
};

const settings = { 'logseq/config.edn': '{}' };

test('the name of a file is the name of its page', async () => {
  const { build, article, markdown } = await makeProject({ ...files, ...settings });
  expect(await build()).toEqual(['pages/c.md:3:24 broken-link']);
  const titles = ['a___is-it-3F', 'a-b', 'c', 'd-07-e'].map(async (slug) => (await article(slug)).title);
  expect(await Promise.all(titles)).toEqual(['a/is-it?', 'A: b', 'c', 'd e']);
  expect(await markdown('c')).toBe(
    '- [A/Is it?](https://a.example/blog/a___is-it-3F/) [a b](https://a.example/blog/a-b/) [[a/gone]]',
  );
  expect(await article('hls__d')).toMatchObject({ status: 404 });
});

test('elsewhere it is a title with words', async () => {
  const { build, article } = await makeProject(files);
  expect(await build()).toEqual(['pages/c.md:3:3 broken-link']);
  const titles = ['a___is-it-3F', 'hls__d'].map(async (slug) => (await article(slug)).title);
  expect(await Promise.all(titles)).toEqual(['A is it?', 'Hls d']);
});

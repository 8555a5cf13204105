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
  const { report, article, get, markdown } = await makeProject({ ...files, ...settings });
  expect(await report()).toEqual(['pages/c.md:3:24 broken-link']);
  const titles = ['a___is-it-3F', 'a-b', 'c', 'd-07-e'].map(async (slug) => (await article(slug)).title);
  expect(await Promise.all(titles)).toEqual(['a/is-it?', 'A: b', 'c', 'd e']);
  expect(await markdown('c')).toBe(
    '- [A/Is it?](https://a.example/blog/a___is-it-3F/) [a b](https://a.example/blog/a-b/) [[a/gone]]',
  );
  expect(await get('/hls__d')).toBeNull();
});

test('elsewhere it is a title with words', async () => {
  const { report, article } = await makeProject(files);
  expect(await report()).toEqual(['pages/c.md:3:3 broken-link']);
  const titles = ['a___is-it-3F', 'hls__d'].map(async (slug) => (await article(slug)).title);
  expect(await Promise.all(titles)).toEqual(['A is it?', 'Hls d']);
});

const journals = {
  'journals/2022_05_20.md': '- [[May 22nd, 2022]] [[2022-05-22]] [[2022_05_23]]',
  'journals/2022-05-22.md': '- [[may 20th, 2022]] [[2022_05_20|b]]',
  'journals/2022_05_23.md': 'title:: A day\n\n- c',
};

/** The titles of the first two, the third, and the links of the first. */
async function readJournals(config: string) {
  const { report, article, markdown } = await makeProject({ ...journals, 'logseq/config.edn': config });
  const problems = await report();
  const slugs = ['2022_05_20', '2022-05-22', '2022_05_23'];
  return {
    problems,
    titles: (await Promise.all(slugs.map(article))).map(({ title }) => title),
    links: (await Promise.all(slugs.map(markdown))).map((text) => text.replaceAll('https://a.example/blog', '')),
  };
}

test('a journal has its date as its title, to which links in all forms lead', async () => {
  expect(await readJournals('{}')).toEqual({
    problems: [],
    titles: ['May 20th, 2022', 'May 22nd, 2022', 'A day'],
    links: [
      '- [May 22nd, 2022](/2022-05-22/) [2022-05-22](/2022-05-22/) [2022\\_05\\_23](/2022_05_23/)',
      '- [may 20th, 2022](/2022_05_20/) [b](/2022_05_20/)',
      '- c',
    ],
  });
});

test.each([
  ['{:a "1" :journal/page-title-format "EEEE, dd.MM.yyyy"}', 'Friday, 20.05.2022', 0],
  ['{;; :journal/page-title-format "yyyy"\n :journal/page-title-format\n "yyyy/MM/dd"}', '2022/05/20', 0],
  ['{:journal/page-title-format "yyyy\'W\'ww"}', '2022_05_20', 2],
])('in the format of %s it is %s', async (config, title, broken) => {
  const { problems, titles } = await readJournals(config);
  expect(titles[0]).toBe(title);
  expect(problems).toHaveLength(broken);
});

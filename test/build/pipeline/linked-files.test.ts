import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from '../../support/command.ts';
import { makeProject, threads } from '../../support/project.ts';

const post = (body: string, more = '') => `---\npublish_at: 2026-01-02\n${more}---\n${body}\n`;

const svg = (width: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;

const readable = (text: string): string => text.replace(/\.[0-9a-f]{32}/g, '').replaceAll('https://a.example/', '');

test.each(threads)('files, sizes and slugs, built with %j', { tags: ['scaled'] }, async (options) => {
  const { report, article, out } = await makeProject({
    'de/a.md': post(
      '[r](report.pdf) [k](../files/talk.key) [s](../tools/setup.py)\n\n![p](p.svg) ![q](q.svg)\n\n![f](f.mp4)\n\n[b](../b/) [b](./2024-01-05-b#c)',
      'slug: a\n',
    ),
    'de/2024-01-05-b.md': post('## C', 'slug: b\n'),
    'de/report.pdf': '%PDF-1',
    'files/talk.key': 'PK',
    'tools/setup.py': 'print()',
    'en/p.svg': svg(20),
    'de/q.svg': svg(30),
    'de/f.mp4': 'film',
  });
  expect(await report(options)).toEqual(['de/a.md:5:44 broken-link']);
  const { html, markdown } = await article('a');
  expect(readable(markdown)).toBe(
    '[r](media/report.pdf) [k](media/talk.key) [s](../tools/setup.py)\n\n![p](media/p.svg) ![q](media/q.svg)\n\n' +
      '![f](media/f.mp4)\n\n[b](blog/b/) [b](blog/b/#c)\n',
  );
  expect(readable(html)).toBe(
    '<p><a href="media/report.pdf">r</a> <a href="media/talk.key">k</a> <a href="../tools/setup.py">s</a></p>\n' +
      '<p><img src="media/p.svg" alt="p" width="20" height="10"> ' +
      '<img src="media/q.svg" alt="q" width="30" height="10" loading="lazy" decoding="async"></p>\n' +
      '<p><video controls="" src="media/f.mp4" aria-label="f"></video></p>\n' +
      '<p><a href="blog/b/">b</a> <a href="blog/b/#c">b</a></p>\n',
  );
  expect((await readdir(join(out, 'media'))).map(readable)).toEqual(
    expect.arrayContaining(['report.pdf', 'talk.key', 'p.svg', 'q.svg', 'f.mp4']),
  );
});

test('links with names and headings lead there, wherever the file lies, and are followed', async () => {
  const { content, report, article } = await makeProject({
    'de/a.md': post(
      '[t](tea%20time.md#Green%20tea) [h](#My%20*own*%20part) [g](#gone%20part)\n[i](tea%20time.md#Green%20tea#A%20cup) ' +
        '[j](tea%20time.md#No%20cup)\n\n## My own part',
      'slug: a\n',
    ),
    'en/tea time.md': post('## Green tea\n\n### A cup', 'slug: tea\n'),
  });
  expect(await report({}, ({ line, column, found }) => `${line}:${column} ${found.replace(/\. .*/, '')}`)).toEqual([
    '5:60 a link to #gone%20part',
    '6:44 a link to tea%20time.md#No%20cup',
  ]);
  const links = async () => readable((await article('a')).html).match(/href="[^"]*"/g);
  expect(await links()).toEqual(
    ['blog/tea/#green-tea', '#my-own-part', '#gone-part', 'blog/tea/#a-cup', 'blog/tea/#no-cup'].map(
      (to) => `href="${to}"`,
    ),
  );
  await rm(join(content, 'en/tea time.md'));
  const removed = 'en/tea time.md:1:1 removed-article';
  const broken = ['5:5 broken-link', '5:60 broken-anchor', '6:5 broken-link', '6:44 broken-link'];
  expect(await report()).toEqual([...broken.map((place) => `de/a.md:${place}`), removed]);
  expect((await links())?.[0]).toBe('href="tea%20time.md#Green%20tea"');
});

test('links of Nikola lead to the article of a slug, and to a file by its path from above the content folder', async () => {
  const { report, article } = await makeProject({
    'a.md': post(
      '[b](link://slug/green-tea#c) [b](link://filename/posts/de/b.md) <a href="link://slug/green-tea">b</a>',
      'slug: a\n',
    ),
    'de/b.md': post('## C', 'slug: green-tea\n'),
  });
  expect(await report()).toEqual([]);
  expect(readable((await article('a')).html)).toBe(
    '<p><a href="blog/green-tea/#c">b</a> <a href="blog/green-tea/">b</a> <a href="blog/green-tea/">b</a></p>\n',
  );
});

test('what an article links to is followed when it comes, changes and goes', async () => {
  const { content, report, article } = await makeProject({
    'de/a.md': post('![p](p.svg)\n\n[r](report.pdf)\n\n[b](../tea/)', 'slug: a\n'),
    'de/reports.pdf': '%PDF-1',
    'en/p.svg': svg(20),
  });
  expect(await report()).toEqual(['de/a.md:7:5 broken-link', 'de/a.md:9:5 broken-link']);
  expect(readable((await article('a')).html)).toBe(
    '<p><img src="media/p.svg" alt="p" width="20" height="10"></p>\n' +
      '<p><a href="report.pdf">r</a></p>\n<p><a href="../tea/">b</a></p>\n',
  );
  await writeFiles(content, {
    'en/p.svg': svg(40),
    'de/report.pdf': '%PDF-2',
    'b.md': post('b', 'slug: tea\n'),
  });
  expect(await report()).toEqual([]);
  expect(readable((await article('a')).html)).toBe(
    '<p><img src="media/p.svg" alt="p" width="40" height="10"></p>\n' +
      '<p><a href="media/report.pdf">r</a></p>\n<p><a href="blog/tea/">b</a></p>\n',
  );
  await writeFiles(content, { 'de/p.svg': svg(50), 'b.md': post('b', 'slug: coffee\n') });
  await rm(join(content, 'de/report.pdf'));
  await report();
  expect(readable((await article('a')).html)).toBe(
    '<p><img src="media/p.svg" alt="p" width="50" height="10"></p>\n' +
      '<p><a href="report.pdf">r</a></p>\n<p><a href="../tea/">b</a></p>\n',
  );
});

test.each(threads)(
  'a link from the root follows an article that comes, changes its address and goes, built with %j',
  { tags: ['scaled'] },
  async (options) => {
    const { content, report, article } = await makeProject({
      'a.md': post('[b](/support/green-tea/#c) [c](/c/) [d](/2001/02/d.html) [e](/e/) [f](/old/f/#x)', 'slug: a\n'),
      'c.md': post('c', 'slug: c\n'),
      'd.md': post('d', 'permalink: /2001/02/d.html\n'),
      'f.md': post('## X', 'slug: f\naliases: [/old/f, g]\n'),
    });
    const links = async () => [...readable((await article('a')).html).matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(await report(options)).toEqual([]);
    expect(await links()).toEqual(['/support/green-tea/#c', 'blog/c/', 'blog/d/', '/e/', 'blog/f/#x']);
    await writeFiles(content, {
      'answers/b.md': post('b', 'slug: green-tea\n'),
      'c.md': post('c', 'slug: coffee\n'),
      'd.md': post('d', 'permalink: /2001/03/d.html\n'),
      'e.md': post('e', 'draft: true\n'),
      'f.md': post('f', 'slug: f\naliases: /older/f/\n'),
    });
    expect(await report(options)).toEqual(['a.md:5:5 broken-anchor', 'c.md:3:7 moved-slug']);
    expect(await links()).toEqual(['blog/green-tea/#c', 'blog/coffee/', '/2001/02/d.html', '/e/', '/old/f/#x']);
    await writeFiles(content, {
      'answers/b.md': post('## C', 'slug: black-tea\n'),
      'e.md': post('e', 'slug: e\n'),
      'f.md': post('## X', 'slug: h\nredirect_from: [/old/f/]\n'),
    });
    await rm(join(content, 'c.md'));
    await report(options);
    expect(await links()).toEqual(['/support/green-tea/#c', '/c/', '/2001/02/d.html', 'blog/e/', 'blog/h/#x']);
  },
);

test('a link from the root to a file that is never copied is reported while the content folder has the file', async () => {
  const { content, report } = await makeProject({
    'a.md': post('x\n[a]({filename}/exp/a.py) [b](/exp/b.py) [c](/exp/c.html)', 'slug: a\n'),
    'exp/a.py': '',
    'exp/c.html': '',
  });
  expect(await report()).toEqual(['a.md:6:5 broken-link']);
  await writeFiles(content, { 'exp/b.py': '' });
  await rm(join(content, 'exp/a.py'));
  expect(await report()).toEqual(['a.md:6:30 broken-link']);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { galley, writeFiles } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

const urlset = (...paths: string[]): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:xhtml="http://www.w3.org/1999/xhtml">${paths.map((path) => `<url>\n<loc> https://example.org${path} </loc><lastmod>2026-01-02</lastmod></url>`).join('')}</urlset>`;

const index = (...addresses: string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`;

/** A content folder with one article for each path: its title, and more lines of its header. */
async function makeContent(pages: Record<string, string>): Promise<string> {
  const folder = await makeFolder();
  const files = Object.entries(pages).map(([path, lines]) => [
    `content/${path}`,
    `---\ndate: 2026-01-02\n${lines}\n---\nText.\n`,
  ]);
  await writeFiles(folder, Object.fromEntries(files));
  return folder;
}

async function compare(folder: string, sitemap: string) {
  const { code, out, err } = await galley(folder, ['check', '--json', '--sitemap', sitemap]);
  return { code, err, ...(out === '' ? {} : JSON.parse(out).sitemap) };
}

const here = (...paths: string[]) => paths.map((path) => expect.objectContaining({ path: `content/${path}` }));

test.each<[string, Record<string, string>, string[], string[], string[]]>([
  ['a slug', { 'a.md': '', 'b.md': 'slug: other' }, ['/blog/a/', '/blog/other.html'], [], []],
  ['a path in front matter', { 'a.md': 'permalink: /x/y/' }, ['/base/x/y/'], [], []],
  ['a hidden article', { 'posts/a.md': '', 'posts/secret.md': '' }, ['/posts/a/', '/'], ['posts/secret.md'], ['/']],
  [
    'one called like a tag',
    { 'posts/tea.md': '', 'posts/a.md': '' },
    ['/posts/a/', '/tags/tea/', '/posts/page/2/'],
    ['posts/tea.md'],
    ['/tags/tea/', '/posts/page/2/'],
  ],
  [
    'a name in several folders',
    { 'a/tea.md': '', 'b/tea.md': '', 'c/tea.md': '' },
    ['/a/tea/', '/c/tea/'],
    ['b/tea.md'],
    [],
  ],
  ['a language', { 'news/tea.md': '', 'news/tea.de.md': '' }, ['/de/news/tea/'], ['news/tea.md'], []],
  [
    'a date in addresses',
    { '_posts/2025-03-04-tea.md': 'date: 2025-03-04', '_posts/2026-01-02-tea.md': '' },
    ['/x/2026/01/02/tea.html'],
    ['_posts/2025-03-04-tea.md'],
    [],
  ],
  ['a date in the last segment', { 'p/2026-01-02-tea.md': '' }, ['/p/2026-01-02-tea/'], [], []],
  [
    'an address made of a title',
    { 'p/x1.md': 'title: Ein schöner Tag', 'p/x2.md': 'title: No' },
    ['/2026/ein-schoner-tag/'],
    ['p/x2.md'],
    [],
  ],
  ['other scripts, percent-encoded', { '日本.md': '' }, [`/${encodeURIComponent('日本')}/`], [], []],
  ['a page of a folder', { 'guide/README.md': '', 'b/index.md': '' }, ['/docs/guide/', '/b/index.html'], [], []],
  ['a scheduled article', { 'a.md': '', 'b.md': 'publish_at: 2999-01-01' }, ['/a/'], [], []],
  ['files that are no pages', { 'a.md': '' }, ['/a/', '/feed.xml', '/b.jpg'], [], []],
])('finds the page of an article by %s', async (_title, pages, paths, onlyHere, onlyThere) => {
  const folder = await makeContent(pages);
  await writeFiles(folder, { 'sitemap.xml': urlset(...paths) });
  const found = await compare(folder, 'sitemap.xml');
  expect(found).toMatchObject({
    code: onlyHere.length > 0 ? 1 : 0,
    addresses: paths.length,
    onlyHere: here(...onlyHere),
    onlyThere,
  });
});

test.each<[string, string, Record<string, string | Buffer>]>([
  ['lines of text', 'list.txt', { 'list.txt': '\ufeffhttps://example.org/p/a/\r\n\r\n/p/b/' }],
  ['a compressed sitemap', 'sitemap.xml.gz', { 'sitemap.xml.gz': gzipSync(urlset('/p/a/', '/p/b/')) }],
  [
    'an index beside its sitemaps',
    'out/sitemap.xml',
    {
      'out/sitemap.xml': index('https://example.org/base/en/sitemap.xml', 'https://example.org/base/x.xml'),
      'out/en/sitemap.xml': urlset('/p/a/'),
      'out/x.xml': urlset('/p/b/'),
    },
  ],
  [
    'an index that names itself',
    's.xml',
    { 's.xml': index('https://example.org/s.xml', 'https://example.org/t.xml'), 't.xml': urlset('/a', '/b') },
  ],
  [
    'a folder of pages',
    '_site',
    { '_site/p/a/index.html': '', '_site/b.html': '', '_site/404.html': '', '_site/x.png': '' },
  ],
])('reads %s', async (_title, sitemap, files) => {
  const folder = await makeContent({ 'a.md': '', 'b.md': '' });
  await writeFiles(folder, files as Record<string, string>);
  expect(await compare(folder, sitemap)).toMatchObject({ code: 0, addresses: 2, onlyHere: [], onlyThere: [] });
});

test.each([
  [
    's.xml',
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
    'what is no XML',
  ],
  ['s.xml', '<a>'.repeat(100_000), 'what is no XML'],
  ['s.xml', '<rss><channel/></rss>', 'XML of another kind: <rss>'],
  ['s.xml', urlset(), 'no address in it'],
  ['s.xml', index('file:///etc/passwd'), 'an address without http: file:///etc/passwd'],
  ['s.txt', '# Posts\n/a', 'a line that is no address: "# Posts"'],
  ['none.xml', null, 'what cannot be read: ENOENT'],
  ['empty', null, 'a folder without a file that ends in .html'],
])('refuses %s %#', async (name, text, message) => {
  const folder = await makeContent({ 'a.md': '' });
  await writeFiles(folder, { ...(text !== null && { [name]: text as string }), 'empty/a.txt': '' });
  const { code, err } = await compare(folder, name);
  expect([code, err]).toEqual([2, expect.stringMatching(/^--sitemap .*: found .* Expected a sitemap, such as /)]);
  expect(err).toContain(message);
});

test('refuses what becomes too large', { tags: ['long'] }, async () => {
  const folder = await makeContent({ 'a.md': '' });
  await writeFiles(folder, { 's.gz': gzipSync(Buffer.alloc(60 * 1024 * 1024)) as unknown as string });
  expect(await compare(folder, 's.gz')).toMatchObject({
    code: 2,
    err: expect.stringContaining('more than 52428800 bytes'),
  });
});

test('follows an index over http, and names a sitemap that does not come', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/sitemap.xml') response.end(index('/a.xml.gz', '/b.xml'));
    else if (url === '/a.xml.gz') response.end(gzipSync(urlset('/a/')));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await makeContent({ 'a.md': '' });
  const { code, err } = await compare(folder, `${site}/sitemap.xml`);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`${site}/b.xml: found what cannot be read: the server responds with status 404`),
  ]);
  expect(await compare(folder, `${site}/a.xml.gz`)).toMatchObject({ code: 0, onlyHere: [] });
});

test('prints articles that the site lacks, and pages by their folder', async () => {
  const folder = await makeContent({ 'a.md': '', 'b.md': '' });
  const tags = Array.from({ length: 5 }, (_, i) => `/blog/tags/t${i}/`);
  await writeFiles(folder, { 'sitemap.xml': urlset('/blog/a/', '/blog/', '/blog/about/', ...tags) });
  const { code, out } = await galley(folder, ['check', '--sitemap', 'sitemap.xml']);
  expect([code, out]).toEqual([
    1,
    `2 Markdown files, 2 articles.

Compared with 8 pages of sitemap.xml.
1 article published here and not there:
  content/b.md  b
Hide here what is hidden there, with \`draft: true\`, or \`exclude\` in galley.config.yaml.
7 pages there and no article here:
  /blog/tags/  5  /blog/tags/t0/ /blog/tags/t1/ /blog/tags/t2/ …
  /blog/       2  /blog/ /blog/about/
`,
  ]);
});

import { expect, test } from 'vitest';
import { makeProject } from '../../support/project.ts';

const now = Date.UTC(2026, 5, 1) / 1000;
const post = (body: string, more = '') => `---\npublish_at: 2026-01-02\n${more}---\n${body}\n`;

/** What a build says, and what an article of it holds. */
async function built(files: Record<string, string>, articleUrl = '{site}/blog/{slug}/') {
  const { build, article, get } = await makeProject(files, { articleUrl, now });
  return { ...(await build()), article, get };
}

test.each([
  ['{site}/blog/{slug}/', 'https://a.example/blog/gr%C3%B6%C3%9Fe/#part'],
  [
    'https://b.example/{slug}?from={site}&also={slug}',
    'https://b.example/gr%C3%B6%C3%9Fe?from=https://a.example&amp;also=gr%C3%B6%C3%9Fe#part',
  ],
  ['{site}/api/v1/articles/{slug}', 'https://a.example/api/v1/articles/gr%C3%B6%C3%9Fe#part'],
])('a link to a Markdown file becomes %s, which its own Markdown names', async (articleUrl, href) => {
  const { article, problems, get } = await built(
    { 'a.md': post('[b](größe.md#part)'), 'größe.md': post('## Part') },
    articleUrl,
  );
  expect(problems).toEqual([]);
  const { html, markdown } = await article('a');
  expect(html).toContain(`href="${href}"`);
  const address = href.replaceAll('&amp;', '&');
  expect(markdown).toContain(`[b](${address})`);
  const linked = await get('/gr%C3%B6%C3%9Fe', { accept: 'text/markdown' });
  expect(linked?.text).toContain(`\naddress: "${address.replace('#part', '')}"\n`);
});

test('a link to a hidden file is told apart from a link to none', async () => {
  const { problems } = await built({
    'a.md': post('[b](b.md) [c](c.md)'),
    'b.md': post('B', 'draft: true\n'),
  });
  expect(problems.map(({ found }) => found)).toEqual([
    'a link to b.md, but b.md is hidden, or is not an article',
    'a link to c.md, but the content folder has no file c.md that Galley reads',
  ]);
});

test('files that are no articles are counted by reason, and what is published this second is not scheduled', async () => {
  const { files, articles, others, scheduled } = await built({
    'a.md': post('A', 'draft: true\n'),
    'b.md': 'no date\n',
    '_index.md': post('list'),
    'section/_index.markdown': post('list'),
    'now.md': '---\npublish_at: 2026-06-01T00:00:00Z\n---\n',
    'later.md': '---\npublish_at: 2026-06-01T00:00:01Z\n---\n',
  });
  expect({ files, articles, others, scheduled }).toEqual({
    files: 6,
    articles: 2,
    others: { draft: 1, 'no-date': 1, section: 2 },
    scheduled: 1,
  });
});

test('a file may have many problems: a hundred are kept, the last counts the rest', async () => {
  const { problems } = await built({ 'a.md': post('![](b.png)\n\n'.repeat(1000)) });
  expect(problems).toHaveLength(100);
  expect(problems.at(-1)?.found).toContain('900 more');
});

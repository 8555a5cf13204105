import { expect, test } from 'vitest';
import { renderBody } from '../../../build/markdown/render-body.ts';
import { markBlocks } from '../../../build/preview/mark-blocks.ts';

const render = (body: string): string =>
  renderBody(body, { trustedHtml: false, resolve: () => null }).value?.html ?? '';

const mark = (body: string, lines: number[]) =>
  markBlocks({ text: body, html: render(body) }, lines, render, (own) => `[${own}]`);

test.each([
  ['a paragraph', 'one\n\ntwo\nthree\n\nfour', [3, 4], '<p>one</p>\n[3,4]<p>two\nthree</p>\n<p>four</p>\n'],
  ['the first block', '# one\n\ntwo', [1, 3], '[1]<h1 id="one">one</h1>\n[3]<p>two</p>\n'],
  ['a list, as a whole', 'one\n- two\n- three', [3], '<p>one</p>\n[3]<ul>\n<li>two</li>\n<li>three</li>\n</ul>\n'],
  ['each of two lists', '- one\n\n* two', [1, 3], '[1]<ul>\n<li>one</li>\n</ul>\n[3]<ul>\n<li>two</li>\n</ul>\n'],
  ['code by its indentation', 'one\n\n    two\n', [3], '<p>one</p>\n[3]<pre><code>two\n</code></pre>\n'],
  ['a heading that is underlined', 'one\n\ntwo\n---\n', [3], '<p>one</p>\n[3]<h2 id="two">two</h2>\n'],
])('marks %s', (_, body, lines, html) => {
  expect(mark(body, lines)).toEqual({ html, unmarked: [] });
});

test.each([
  ['inside an element that a mark would end', '<p>\n\n<b>\none\n</b>\n\n</p>\n\ntwo', [3, 9], [3]],
  ['of front matter', 'one', [-2, 1], [-2]],
  ['that cannot be read', '> '.repeat(5000), [1], [1]],
])('what has no mark %s is told as such', (_, body, lines, unmarked) => {
  const marked = mark(body, lines);
  expect(marked.unmarked).toEqual(unmarked);
  expect(marked.html.replace(/\[\d+\]/g, '')).toBe(render(body));
});

import { expect, test } from 'vitest';
import { markBlocks } from '../../../build/preview/mark-blocks.ts';
import { renderBody } from '../../support/render-body.ts';

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
  ['of front matter', 'one', [-2, 1], [-2]],
  ['that cannot be read', '> '.repeat(5000), [1], [1]],
])('lines without a block %s are given back', (_, body, lines, unmarked) => {
  const marked = mark(body, lines);
  expect(marked.unmarked).toEqual(unmarked);
  expect(marked.html.replace(/\[\d+\]/g, '')).toBe(render(body));
});

test('marks that would change the rest are skipped, and the others stay', () => {
  const text = 'one\n\ntwo';
  const fragile = (body: string): string => (/<\/p>\s*two/.test(body) ? '<p>other</p>\n' : render(body));
  const marked = markBlocks({ text, html: render(text) }, [1, 3], fragile, (own) => `[${own}]`);
  expect(marked).toEqual({ html: '[1]<p>one</p>\n<p>two</p>\n', unmarked: [3] });
});

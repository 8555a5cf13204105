import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { findH1Ranges } from '../../../build/body/cut-html.ts';
import { cutText } from '../../../build/body/cut-text.ts';
import { excludeH1 } from '../../../build/body/exclude-h1.ts';
import { findH1, mayHaveH1 } from '../../../build/body/find-h1.ts';
import { lexMarkdown } from '../../../build/body/markdown.ts';
import { RenderError, render, renderMarkdown } from '../../../build/body/render-markdown.ts';
import { corporaFolder } from '../../support/needs.ts';
import { arbitraryMarkdown } from './arbitrary-markdown.ts';

/** An article as it is published, with its level-one headings and without. */
function publish(body: string, trustedHtml = false) {
  const { markdown, html, markdownCuts, htmlCuts, uneven } = excludeH1(render(body, trustedHtml), trustedHtml);
  return {
    markdown,
    html,
    without: { markdown: cutText(markdown, markdownCuts), html: cutText(html, htmlCuts) },
    uneven,
  };
}

test.each([
  ['a title', '# T\n\ntext', 'text', '<p>text</p>\n'],
  ['a title after blank lines', '\n\n# T\n\n\ntext', 'text', '<p>text</p>\n'],
  ['nothing else', '# T', '', ''],
  ['an empty heading', '#\n\ntext', 'text', '<p>text</p>\n'],
  ['underlined', 'T\n===\ntext', 'text', '<p>text</p>\n'],
  ['underlined, of two lines', 'T\nU\n===\n\ntext', 'text', '<p>text</p>\n'],
  ['in the middle', 'a\n\n# T\n\nb', 'a\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['between paragraphs without blank lines', 'a\n# T\nb', 'a\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['at the end', 'a\n\n# T', 'a\n\n', '<p>a</p>\n'],
  ['several', '# A\n# B\n\nx\n\nC\n=\ny', '\nx\n\ny', '<p>x</p>\n<p>y</p>\n'],
  ['other headings stay', '# A\n## B', '## B', '<h2>B</h2>\n'],
  ['in a quote', '> a\n> # T\n> b', '> a\n> \n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n'],
  ['alone in a quote', '> # T', '> ', '<blockquote>\n</blockquote>\n'],
  ['at the start of an item', '- # T\n  text', '- text', '<ul>\n<li>text</li>\n</ul>\n'],
  ['alone in an item', '- # T\n- b', '- \n- b', '<ul>\n<li></li>\n<li>b</li>\n</ul>\n'],
  [
    'at the start of an item, before an inner list',
    '- # T\n  - b',
    '- - b',
    '<ul>\n<li><ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n',
  ],
  [
    'at the start of an item, before code',
    '- # T\n\n      code',
    '-     code',
    '<ul>\n<li><pre><code>code\n</code></pre>\n</li>\n</ul>\n',
  ],
  ['a list that stays tight', '- a\n  # T\n- b', '- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  [
    'deep inside',
    '1. > - a\n   >\n   >   T\n   >   ===\n   >   b',
    '1. > - a\n   >\n   >   b',
    '<ol>\n<li><blockquote>\n<ul>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ul>\n</blockquote>\n</li>\n</ol>\n',
  ],
  ['after tabs', '-\ta\n\n\t# T\n\n\tb', '-\ta\n\n\tb', '<ul>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ul>\n'],
  ['before a definition', '[a]\n\n# T\n[a]: b.md', '[a]\n\n[a]: b.md', '<p><a href="b.md">a</a></p>\n'],
  ['what would become a heading does not', 'a\n# T\n===', 'a\n\n===', '<p>a</p>\n<p>===</p>\n'],
  ['raw', '<h1 align="center">T</h1>\n\ntext', 'text', '<p>text</p>\n'],
  ['raw, of several lines', 'a\n\n<h1>\n  T\n</h1>\n\nb', 'a\n\nb', '<p>a</p>\n<p>b</p>\n'],
  ['raw, in upper case', '<H1\nclass="x">T</H1 >\n\ntext', 'text', '<p>text</p>\n'],
  ['raw, inside other HTML', '<div>\n<h1>T</h1>\n</div>', '<div>\n</div>', '<div>\n</div>'],
  ['raw, around Markdown', '<h1>\n\n*T*\n\n</h1>\n\nb', 'b', '<p>b</p>\n'],
  ['raw, in a paragraph', 'a <h1>T</h1> b', 'a  b', '<p>a  b</p>\n'],
  ['raw, in quotes of an attribute', '<h1 title="</h1>">T</h1>\n\nb', 'b', '<p>b</p>\n'],
])('left out, without a trace: %s', (_, body, markdown, html) => {
  const published = publish(body);
  expect(published.without).toEqual({ markdown, html });
  expect(published.markdown).toBe(body);
  expect(published.html).toBe(renderMarkdown(body));
  expect(published.html).toMatch(/<h1/);
  expect(published.uneven).toBeNull();
});

test.each([
  ['in fenced code', '```sh\n# no\n```'],
  ['in indented code', 'a\n\n    # no\n    ==='],
  ['in a code span', '`# no` and `<h1>`'],
  ['escaped', '\\# no\n\n\\<h1>no\\</h1>'],
  ['in a comment', '<!--\n# no\n<h1>no</h1>\n-->'],
  ['a hash without a space', '#no'],
  ['a second level', '## no\n\nno\n---\n\n<h2>no</h2>'],
  ['in an attribute', '<p title="<h1>">x</p>\n\n[a](b "<h1>") ![<h1>](c.png)'],
])('no heading, left alone: %s', (_, body) => {
  const { markdown, html, without } = publish(body);
  expect(without).toEqual({ markdown, html });
  expect(markdown).toBe(body);
});

test.each([
  ['two lists', '- a\n\n# T\n\n- b', '- a\n\n<!-- -->\n# T\n\n- b', '- a\n\n<!-- -->\n\n- b'],
  ['two lists without blank lines', '* a\n# T\n* b', '* a\n<!-- -->\n# T\n* b', '* a\n<!-- -->\n\n* b'],
  ['a list and code', '- a\n\n# T\n\n    code', '- a\n\n<!-- -->\n# T\n\n    code', '- a\n\n<!-- -->\n\n    code'],
  [
    'two lists in a quote',
    '> - a\n>\n> # T\n>\n> - b',
    '> - a\n>\n> <!-- -->\n> # T\n>\n> - b',
    '> - a\n>\n> <!-- -->\n>\n> - b',
  ],
  ['HTML and Markdown', '<h1>T</h1>\ntext *a*\n\nb', '</param>\n<h1>T</h1>\ntext *a*\n\nb', '</param>\ntext *a*\n\nb'],
])(
  'where a heading keeps apart what would run together, a line that says nothing does: %s',
  (_, body, markdown, without) => {
    const published = publish(body);
    expect(published.markdown).toBe(markdown);
    expect(published.without.markdown).toBe(without);
    expect(published.without.html).toBe(renderMarkdown(without));
    expect(published.html.replace(/\s/g, '')).toBe(renderMarkdown(body).replace(/\s/g, ''));
    expect(published.uneven).toBeNull();
  },
);

test('a heading that cannot be left out without a trace is left out all the same, and its line told', () => {
  const { without, uneven } = publish('text\n\n* [ ] <h1>T</h1>\n  - b');
  expect(uneven).toBe(3);
  expect(without.html).not.toMatch(/h1/);
  expect(findH1(lexMarkdown(without.markdown))).toEqual([]);
});

test('what becomes a heading once another is gone is left out as well', () => {
  const { without, uneven } = publish('>-\t> <h1>a</h1>\n\t> # b\n\t> <h1>c</h1>\n-\t```\n\t# d\n\t```');
  expect(uneven).not.toBeNull();
  expect(findH1(lexMarkdown(without.markdown))).toEqual([]);
});

/** What must hold for every article, told by slow and obvious means. Returns whether the two agree. */
function check(body: string, trustedHtml: boolean): boolean {
  const { markdown, html, without, uneven } = publish(body, trustedHtml);
  expect(renderMarkdown(markdown, trustedHtml)).toBe(html);
  if (!mayHaveH1(markdown)) expect([...findH1(lexMarkdown(markdown)), ...findH1Ranges(html)]).toEqual([]);
  expect(countElements(without.html, 'h1')).toBe(0);
  expect(findH1(lexMarkdown(without.markdown))).toEqual([]);
  if (uneven === null) expect(renderMarkdown(without.markdown, trustedHtml)).toBe(without.html);
  return uneven === null;
}

function countElements(html: string, name: string): number {
  let count = 0;
  const visit = (node: { tagName?: string; children?: object[] }) => {
    if (node.tagName === name) count++;
    node.children?.forEach(visit);
  };
  visit(fromHtml(html, { fragment: true }));
  return count;
}

test.each([
  { html: false, trustedHtml: false, evenAtLeast: 0.9 },
  { html: true, trustedHtml: false, evenAtLeast: 0.3 },
  { html: true, trustedHtml: true, evenAtLeast: 0.3 },
])('however blocks are nested: html $html, trusted $trustedHtml', ({ html, trustedHtml, evenAtLeast }) => {
  let even = 0;
  let all = 0;
  fc.assert(
    fc.property(arbitraryMarkdown({ html }), (body) => {
      try {
        even += check(body, trustedHtml) ? 1 : 0;
        all++;
      } catch (error) {
        if (!(error instanceof RenderError)) throw error;
      }
    }),
    { numRuns: 150 },
  );
  expect(even / all).toBeGreaterThan(evenAtLeast);
});

const corpora = corporaFolder();
test.skipIf(corpora === null)('real articles: every heading goes without a trace', () => {
  for (const file of fastGlob.sync('**/*.{md,markdown}', { cwd: corpora ?? '', absolute: true })) {
    const body = readFileSync(file, 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^(---|\+\+\+)\n.*?\n\1\n/s, '');
    expect.soft(check(body, false), file).toBe(true);
  }
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { cutText } from '../../../build/markdown/edits.ts';
import { findH1Ranges } from '../../../build/markdown/html/h1-ranges.ts';
import { sanitize } from '../../../build/markdown/html/sanitize.ts';
import { parsePlain } from '../../../build/markdown/parse/parse-body.ts';
import { renderBody } from '../../../build/markdown/render-body.ts';
import { findH1, mayHaveH1 } from '../../../build/markdown/walk/find-h1.ts';
import { cases } from '../../support/amount.ts';
import { corporaFolder } from '../../support/needs.ts';
import { withoutImageAttributes } from '../../support/render-markdown.ts';
import { arbitraryMarkdown } from './arbitrary-markdown.ts';

/** An article as it is published, with its level-one headings and without. */
function publish(body: string, trustedHtml = false) {
  const { value } = renderBody(body, { resolve: () => null, trustedHtml });
  const { markdown = '', html = '', markdownCuts = [], htmlCuts = [] } = value ?? {};
  const without = { markdown: cutText(markdown, markdownCuts), html: withoutImageAttributes(cutText(html, htmlCuts)) };
  return { markdown, html: withoutImageAttributes(html), without };
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
  ['at the start of an item', '- # T\n  text', '- \n  text', '<ul>\n<li>text</li>\n</ul>\n'],
  ['alone in an item', '- # T\n- b', '- \n- b', '<ul>\n<li></li>\n<li>b</li>\n</ul>\n'],
  [
    'at the start of an item, before an inner list',
    '- # T\n  - b',
    '- \n  - b',
    '<ul>\n<li><ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n',
  ],
  [
    'at the start of an item, before code',
    '- # T\n\n      code',
    '- \n\n      code',
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
  ['raw, in a paragraph', 'a <h1>T</h1> b', 'a  b', '<p>a </p> b<p></p>\n'],
  ['raw, in quotes of an attribute', '<h1 title="</h1>">T</h1>\n\nb', 'b', '<p>b</p>\n'],
])('removed, without a trace: %s', (_, body, markdown, html) => {
  const published = publish(body);
  expect({ ...published.without, html: withoutIds(published.without.html) }).toEqual({ markdown, html });
  expect(published.markdown).toBe(body);
  expect(published.html).toMatch(/<h1/);
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
  expect(markdown).toBe(body.startsWith('<!--') ? '' : body);
});

function withoutIds(html: string): string {
  return html.replace(/(<h[1-6]) id="[^"]*"/g, '$1');
}

const note = (number: number, content: string, links = 1) => {
  const arrows = Array.from({ length: links }, (_, index) => {
    const id = `fnref:${number}${index === 0 ? '' : `:${index + 1}`}`;
    return ` <a href="#${id}" class="footnote-backref" role="doc-backlink">\u21a9\ufe0e</a>`;
  });
  return `<li id="fn:${number}">\n<p>${content}${arrows.join('')}</p>\n</li>\n`;
};
const ref = (number: number, nth = '') =>
  `<sup><a id="fnref:${number}${nth}" href="#fn:${number}" class="footnote-ref" role="doc-noteref">${number}</a></sup>`;
const notes = (...items: string[]) =>
  `<section class="footnotes" role="doc-endnotes">\n<ol>\n${items.join('')}</ol>\n</section>\n`;

test.each([
  ['a note that only the heading refers to goes with it', '# T[^1]\n\na\n\n[^1]: n', '<p>a</p>\n'],
  [
    'the others keep their numbers',
    '# T[^1]\n\na[^2]\n\n[^1]: n\n[^2]: m',
    `<p>a${ref(1)}</p>\n${notes(note(1, 'm'))}`,
  ],
  [
    'the link back to the heading goes',
    'a[^1]\n\n# T[^1]\n\nb[^1]\n\n[^1]: n',
    `<p>a${ref(1)}</p>\n<p>b${ref(1, ':2')}</p>\n${notes(note(1, 'n', 2))}`,
  ],
  [
    'a note that only such a note refers to goes as well',
    '# T[^1]\n\na[^3]\n\n[^1]: n[^2]\n\n[^2]: m\n\n[^3]: o',
    `<p>a${ref(1)}</p>\n${notes(note(1, 'o'))}`,
  ],
  ['a note right behind the heading', 'a[^1]\n\n# T\n[^1]: n', `<p>a${ref(1)}</p>\n${notes(note(1, 'n'))}`],
  ['a heading right behind a note', '[^1]: n\n# T\na[^1]', `<p>a${ref(1)}</p>\n${notes(note(1, 'n'))}`],
  [
    'a heading in a note',
    'a[^1]\n\n[^1]: n\n\n    # T\n\n    m',
    `<p>a${ref(1)}</p>\n${notes(note(1, 'm').replace('<p>', '<p>n</p>\n<p>'))}`,
  ],
  ['in raw HTML, in a line', 'a <h1>T[^1]</h1>\n\n[^1]: n', '<p>a </p><p></p>\n'],
  [
    'in an alert',
    '> [!NOTE]\n> # T\n> a',
    '<div class="markdown-alert markdown-alert-note">\n<p class="markdown-alert-title">Note</p>\n<p>a</p>\n</div>\n',
  ],
  [
    'alone in an alert',
    '> [!TIP]\n> # T',
    '<div class="markdown-alert markdown-alert-tip">\n<p class="markdown-alert-title">Tip</p>\n</div>\n',
  ],
  ['what would become an alert does not', '> # T\n> [!NOTE]\n> a', '<blockquote>\n<p>[!NOTE]\na</p>\n</blockquote>\n'],
  ['a number that an id in raw HTML has from the heading stays', '# T\n\n<p id="t">a</p>', '<p id="t-1">a</p>'],
  ['the number of an equal id stays', '# T\n\n## T', '<h2 id="t-1">T</h2>\n'],
  [
    'of a later one too, where another stands between',
    '## T\n\n# T\n\n## T',
    '<h2 id="t">T</h2>\n<h2 id="t-2">T</h2>\n',
  ],
])('footnotes, alerts and ids: %s', (_, body, html) => {
  expect(publish(body).without.html).toBe(html);
  check(body, false);
});

test('what becomes a heading once another is gone is removed as well', () => {
  const { without } = publish('<h1>a</h1> b\n===\n# c\n\nd');
  expect(findHeadings(without.markdown)).toEqual([]);
});

function findHeadings(markdown: string): unknown[] {
  return findH1(markdown, parsePlain(markdown));
}

/** What must hold for every article, checked by slow and obvious means. */
function check(body: string, trustedHtml: boolean): void {
  const { html, without } = publish(body, trustedHtml);
  if (!mayHaveH1(body)) expect([...findHeadings(body), ...findH1Ranges(html, trustedHtml)]).toEqual([]);
  expect(countElements(without.html, 'h1')).toBe(0);
  expect(findHeadings(without.markdown)).toEqual([]);
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
  { html: false, trustedHtml: false },
  { html: true, trustedHtml: false },
  { html: true, trustedHtml: true },
  { html: false, headingsInNotes: true, trustedHtml: false },
])('however blocks are nested: %o', { tags: ['scaled'] }, ({ trustedHtml, ...options }) => {
  fc.assert(
    fc.property(arbitraryMarkdown(options), (body) => check(body, trustedHtml)),
    cases(150, 5),
  );
});

test.each([
  ['a heading in a heading', '<h1>a<div>b<h1>c</h1>d</div>e</h1>\n\nf', 'f', '<p>f</p>\n'],
  ['one that another begins in', '<h1>a<h1>b</h1>\n\nc', '\n\nc', '<p>c</p>\n'],
  ['one that a lower one ends', '<h1>a<h2>b</h2>c</h1>\n\nd', '<h2>b</h2>c</h1>\n\nd', '<h2>b</h2>c<p>d</p>\n'],
  ['one that the element around it ends', '<div><h1>a</div>\n\nb', '<div></div>\n\nb', '<div></div><p>b</p>\n'],
  ['one that a quote ends', '> <h1>a\n\nb</h1>', '> \n\nb</h1>', '<blockquote>\n</blockquote>\n<p>b</p>\n'],
  ['one that Markdown ends', '<h1>a\n\n# b\n\nc</h1>', 'c</h1>', '<p>c</p>\n'],
  ['one without an end is its block', '<h1>a\n\nb\n\nc', 'b\n\nc', '<p>b</p>\n<p>c</p>\n'],
  ['an end tag alone', '# a\n\nb </h1> c', 'b </h1> c', '<p>b  c</p>\n'],
])('however its tags are nested, a heading goes with its words and its tags: %s', (_, body, markdown, html) => {
  expect(publish(body).without).toEqual({ markdown, html });
  check(body, false);
});

test('whatever tags are put together, what is left is the tree without its level-one headings', {
  tags: ['scaled'],
}, () => {
  const tag = fc.constantFrom(
    ...['<h1>', '<h1>', '</h1>', '</h1>', '<div>', '</div>', '<b>', '</b>', '<a href="x">', '</a>', '<h2>', '</h2>'],
    ...['<p>', '</p>'],
    ...['<table>', '<tr>', '<td>', '</table>', '<ul>', '<li>', '</ul>', '<blockquote>', '</blockquote>', '<script>'],
    '</script>',
    ...['<svg>', '</svg>', '<br>', '<section>', '</section>', 'word', ' ', '*em*', '\n', '\n\n', '\n\n# Title\n\n'],
    ...['\n\n> ', '\n\n- '],
  );
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 14 }), (tags) => {
      const body = tags.join('');
      const { html, without } = publish(body);
      expect(sanitize(without.html)).toBe(without.html);
      expect(outline(without.html, false)).toBe(outline(html, true));
      check(body, false);
    }),
    cases(300, 8),
  );
});

/**
 * The elements and words of HTML, with or without its level-one headings and what is in them. Paragraphs, lists and quotes are left
 * out: a heading parts those around it, which are whole again without it.
 */
function outline(html: string, withoutH1: boolean): string {
  const write = (node: { type: string; tagName?: string; value?: string; children?: object[] }): string => {
    if (withoutH1 && node.tagName === 'h1') return '';
    if (node.type === 'text') return node.value ?? '';
    const content = (node.children ?? []).map((child) => write(child as typeof node)).join('');
    return node.tagName === undefined ? content : `<${node.tagName}>${content}</${node.tagName}>`;
  };
  return write(fromHtml(html, { fragment: true })).replace(/\s+|<\/?(?:p|ul|ol|li|blockquote)>/g, '');
}

const corpora = corporaFolder();
test.skipIf(corpora === null)('real articles: every heading goes without a trace', { tags: ['long'] }, () => {
  for (const file of fastGlob.sync('**/*.{md,markdown}', { cwd: corpora ?? '', absolute: true })) {
    const body = readFileSync(file, 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^(---|\+\+\+)\n.*?\n\1\n/s, '');
    check(body, false);
  }
});

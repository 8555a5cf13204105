import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { browserNames, ownPrefix } from '../../../../build/markdown/html/unique-ids.ts';
import { cases } from '../../../support/amount.ts';
import { renderBody } from '../../../support/render-body.ts';
import { renderMarkdown } from '../../../support/render-markdown.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

test.each([
  ['a heading before', '## Foo\n\n<p id="foo">a</p>', ['h2 foo', 'p foo-1']],
  ['a heading below', '<p id="foo">a</p>\n\n## Foo', ['p foo-1', 'h2 foo']],
  ['a heading in the same element', '<div>\n\n<h2 id="foo">a</h2>\n\n## Foo\n\n</div>', ['h2 foo-1', 'h2 foo']],
  ['an old name before the heading', '<a name="foo"></a>\n\n## Foo', ['a foo-1', 'h2 foo']],
  ['a number that is taken', '## Foo\n\n## Foo\n\n<i id="foo">a</i>', ['h2 foo', 'h2 foo-1', 'i foo-2']],
  ['one of its kind', '<p id="a">x</p>\n\n<p id="a">y</p>\n\n<p id="a-1">z</p>', ['p a', 'p a-1', 'p a-1-1']],
  [
    'an id that its author gave to a heading',
    '## Foo\n\n## Bar {#foo}\n\n## Baz {#foo}',
    ['h2 foo-2', 'h2 foo', 'h2 foo-1'],
  ],
  [
    'a footnote',
    'a[^1]<i id="fn:1">i</i> <i id="fnref:1">j</i>\n\n[^1]: n',
    ['a fnref:1', 'i fn:1-1', 'i fnref:1-1', 'li fn:1'],
  ],
  [
    'a footnote with HTML',
    '<i id="fn:1">i</i>[^1]\n\n[^1]: <b id="fnref:1">n</b>',
    ['i fn:1-1', 'a fnref:1', 'li fn:1', 'b fnref:1-1'],
  ],
  ['a property of window', '<p id="location">a</p>\n\n<a name="name">b</a>', ['p location-1', 'a name-1']],
  ['a property of document or a form', '<img id="cookie"><img id="submit">', ['img cookie-1', 'img submit-1']],
  ['headings keep theirs', '## Location\n\n## Name\n\n<i id="name">x</i>', ['h2 location', 'h2 name', 'i name-1']],
  [
    'a written mark is no heading',
    `## Foo\n\n<div>\n\n<p id="${ownPrefix}foo">a</p>\n\n## Bar\n\n</div>`,
    ['h2 foo', 'p foo-1', 'h2 bar'],
  ],
  ['an empty one goes', '<p id="">a</p>', []],
])('no id twice, and none that a browser uses itself, where it met: %s', (_, markdown, ids) => {
  expect(idsOf(renderMarkdown(markdown))).toEqual(ids);
});

test.each([
  ['a link', '<a name="links"></a>\n\n[x](#links) [y](#other)', '<a href="#links-1">x</a> <a href="#other">y</a>'],
  [
    'raw links, cells and descriptions',
    '<table><tr><th id="name">N<td headers="x name"><a href="#name" aria-describedby="name">v</a>',
    ' headers="x name-1"><a href="#name-1" aria-describedby="name-1">',
  ],
  ['none that leads to a heading', '## Links\n\n<a name="links"></a>\n\n[x](#links)', '<a href="#links">x</a>'],
])('within an article what refers to an id that got a number goes with it: %s', (_, markdown, html) => {
  expect(renderMarkdown(markdown)).toContain(html);
});

test('only what a link from elsewhere would miss is reported', () => {
  const report = (body: string) =>
    renderBody(body, { resolve: () => null, trustedHtml: false }).problems.map(({ found }) => found);
  expect(report('<a name="old"></a><a name="old"></a><p id="status">a</p> [b](#status) [c](#old)\n')).toEqual([
    'the id `status`. Browsers use it themselves, so it gets a number',
  ]);
  expect(report('<a href="x" rel="opener me">x</a>')).toEqual([
    '`opener` in the attribute `rel` of `<a>`. It is removed',
  ]);
});

test('whatever is written, no id stands twice', { tags: ['scaled'] }, () => {
  const ids = fc.constantFrom(
    '<p id="a">x</p>',
    '<i id="word">x</i>',
    '<a name="a">x</a>',
    '<b id="fn:1">',
    '</b>',
    '<p id="top">',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(ids, arbitraryMarkdown({ html: true })), { maxLength: 6 }), (parts) => {
      const found = idsOf(renderMarkdown(parts.join('\n\n')));
      const names = found.map((each) => each.slice(each.indexOf(' ') + 1));
      expect(new Set(names).size).toBe(names.length);
      expect(
        found.filter((each) => !/^h[1-6] /.test(each) && browserNames.has(each.slice(each.indexOf(' ') + 1))),
      ).toEqual([]);
    }),
    cases(100),
  );
});

/** Each element with an id, in their order. */
function idsOf(html: string): string[] {
  const found: string[] = [];
  const visit = (node: { tagName?: string; properties?: { id?: unknown }; children?: object[] }): void => {
    if (node.properties?.id !== undefined) found.push(`${node.tagName} ${String(node.properties.id)}`);
    node.children?.forEach(visit);
  };
  visit(fromHtml(html, { fragment: true }));
  return found;
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClean } from '../../../../build/markdown/html/is-clean.ts';
import { sanitizeOnce } from '../../../../build/markdown/html/sanitize.ts';
import { cases } from '../../../support/amount.ts';

test.each([
  ['text & more', false],
  ['text &amp; &lt;more&gt;', true],
  ['a "quote"', true],
  ['<p>a <b>b</b> <img src="c.png" alt="" width="10"></p>\n', true],
  ['<ul>\n<li><p>a<br>b</p></li>\n</ul>', true],
  ['<a href="https://e.org/?a&amp;b" class="c d" id="e" title="f">g</a>', true],
  ['<p>a<p>b</p></p>', false],
  ['<h2><p>a</p></h2>', false],
  ['<a href="b"><i><a href="c">d</a></i></a>', false],
  ['<div><li>a</li></div>', false],
  ['<p><b>a</p></b>', false],
  ['<p>a', false],
  ['a</p>', false],
  ['<pre>\na</pre>', false],
  ['<br/>', false],
  ['<b class="a" class="b">c</b>', false],
  ['<b class=" a">c</b>', false],
  ['<b class="&nbsp;">c</b>', false],
  ["<b class='a'>c</b>", false],
  ['<b onclick="a">c</b>', false],
  ['<img src="javascript:a">', false],
  ['<img width="007">', false],
  ['<a href="HTTP://e.org">a</a>', false],
  ['<a target="_blank">a</a>', false],
  ['<script>a</script>', false],
  ['<!-- a -->', false],
  ['<td>a</td>', false],
  ['<x-y>a</x-y>', false],
])('clean or not: %j', (html, clean) => {
  expect(isClean(html)).toBe(clean);
});

const names = fc.constantFrom(
  ...['a', 'abbr', 'b', 'br', 'code', 'em', 'i', 'img', 'q', 'span', 'u', 'blockquote', 'details', 'div', 'figure'],
  'h1',
  ...['h2', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'summary', 'ul', 'table', 'td', 'dd', 'dt', 'nobr', 'font'],
  'form',
);

const values = fc
  .array(
    fc.constantFrom(
      ...['', 'a', 'a b', ' a', '12', '012', 'a\nb', '/a:b', '#a', 'a:b', 'http://e.org/?a&amp;b', 'HTTP://e.org'],
      'data:a',
      ...['javascript:a', 'java\tscript:a', 'JavaScript&colon;a', '&nbsp;', '&quot;', '&lt;', '&#58;', '\u2003'],
      '\ufdd0a',
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''));

const attribute = fc
  .tuple(fc.constantFrom('alt', 'class', 'height', 'href', 'id', 'lang', 'src', 'style', 'title', 'width'), values)
  .map(([key, value]) => ` ${key}="${value}"`);

const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(
      fc.oneof(fc.constantFrom('a', ' ', '\n', '&amp;', '&lt;', '\f', '\u0001', '<br>', '<p>', '</b>'), tie('element')),
      {
        maxLength: 4,
      },
    )
    .map((parts) => parts.join('')),
  element: fc
    .tuple(names, fc.array(attribute, { maxLength: 2 }), tie('html'))
    .map(([name, attributes, inner]) =>
      ['br', 'hr', 'img'].includes(name)
        ? `<${name}${attributes.join('')}>`
        : `<${name}${attributes.join('')}>${inner}</${name}>`,
    ),
}));

test('a parser and the sanitiser change nothing in what is clean', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(html, (text) => {
      fc.pre(isClean(text));
      expect(sanitizeOnce(text)).toBe(text);
    }),
    cases(3000),
  );
});

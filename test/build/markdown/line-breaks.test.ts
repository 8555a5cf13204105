import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../support/amount.ts';
import { htmlOf, readBody } from '../../support/read-body.ts';

const read = (body: string) => readBody(body, ['hexo'], true);

test.each([
  ['a paragraph', 'a\nb\nc\n\nd', 'a  \nb  \nc\n\nd'],
  ['one that ends in spaces or a tab', 'a \nb\t\nc', 'a  \nb  \nc'],
  ['in and behind emphasis, a link and code', '*a\nb*\n[c\nd](e)\n`f`\ng', '*a  \nb*  \n[c  \nd](e)  \n`f`  \ng'],
  [
    'items, tasks and footnotes',
    '- a\n  b\n- [ ] c\n  d[^1]\n\n[^1]: e\n    f',
    '- a  \n  b\n- [ ] c  \n  d[^1]\n\n[^1]: e  \n    f',
  ],
  ['a loose list', '1. a\n   b\n\n2. c\nd', '1. a  \n   b\n\n2. c  \nd'],
  ['a quote in an item', '- > a\n  > b\n  c', '- > a  \n  > b  \n  c'],
  ['an alert, behind its first line', '> [!NOTE]\n> a\n> b', '> [!NOTE]\n> a  \n> b'],
  ['inline HTML', '<b>a</b>\n<b\ntitle="c">d\ne</b>', '<b>a</b>  \n<b\ntitle="c">d  \ne</b>'],
  ['what was edited before', '[[Page]]\n==a==\nb ^1a2b3c\nc', '[Page](/Page.md)  \n<mark>a</mark>  \nb  \nc'],
  ['scripts without spaces', '对**栈(Stack)**的\n中', '对<strong>栈(Stack)</strong>的  \n中'],
])('lines break: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
  expect(readBody(body, ['hexo']).html?.match(/<br>/g)).toBeNull();
  expect(read(markdown).html).toBe(htmlOf(markdown));
});

test.each([
  ['that end hard', 'a  \nb\\\nc<br>\nd<br />\ne'],
  ['of a heading', 'a\nb\n==='],
  ['of a table', '|a|\n|-|\n|b|\nc'],
  ['of code', '```\na\nb\n```\n\n    a\n    b\n\n`a\nb`'],
  ['of HTML', '<div>\na\nb\n</div>\n\n<!-- a\nb -->\n\nc <code>a\nb</code>'],
  ['of a definition', '[a]:\nb\n"c"\n\n[a]'],
  ['of a formula', '\\(x_1\n+ y_1\\)\n\n$$\nx\n$$\na\n\\[\nx_1\n\\]\nb'],
  ['of an address or a title', '[a](b\n"c\nd")'],
])('lines stay: %s', (_, body) => {
  const known = body.includes('$$\n') ? body.replace('\na\n', '\na  \n') : body;
  expect(read(body).html).toBe(htmlOf(known));
});

test('a problem behind breaks stands where the author sees it', () => {
  expect(read('a\nb\n[c](#gone)').problems).toEqual(['3:5 broken-anchor']);
});

test('lines in any order differ in nothing but breaks', () => {
  const line = fc.constantFrom(
    'a',
    '- b',
    '  c',
    '> d',
    '*e',
    'f*',
    '`g',
    '===',
    '|h|',
    '|-|',
    '<p>',
    '[i',
    'j](k)',
    '',
    '\\',
    'l  ',
    '[n]: o',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const withoutBreaks = (html: string | null) => html?.replace(/\s*(?:<br>\s*)+/g, '\n').replace(/[ \t]+\n/g, '\n');
      expect(withoutBreaks(read(lines.join('\n')).html)).toBe(withoutBreaks(htmlOf(lines.join('\n'))));
    }),
    cases(300),
  );
});

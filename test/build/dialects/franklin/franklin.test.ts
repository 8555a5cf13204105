import { expect, test } from 'vitest';
import { readBody } from '../../../support/read-body.ts';
import { expectBody, expectText, expectValues } from '../../../support/read-header.ts';

const header = '@def title = "A title"\n@def published = "5 January 2024"\n';

test('splits the header', () => expectBody(`${header}\nText`, '\nText', 3));

test('reads values of TOML, at their places', () =>
  expectValues(`${header}@def tags = ["a",\n  "b"]\n@def hasmath = true\nText`, {
    title: 'A title',
    published: '5 January 2024',
    tags: ['a', 'b'],
    hasmath: true,
  }));

test('the lines are text where the dialect is off', () => expectText('franklin', header));

test.each([
  ['a box', '@@note\n**a**\n@@\nb', '\n**a**\n\nb'],
  ['one in another', '@@a,b\n@@c\nd\n@@\n@@', '\n\nd\n\n'],
  ['one without its end', '@@note\na', null],
  ['code', '~~~\n@@note\n@@\n~~~', null],
])('the lines around %s', (_, body, markdown) => {
  expect(readBody(body)).toMatchObject({ markdown: markdown ?? body, problems: [] });
});

test.each([
  ['a line', 'a ~~~<br>~~~ b', 'a <br> b'],
  ['lines', 'a\n\n~~~\n<b>c</b>\n~~~\n', 'a\n\n\n<b>c</b>\n\n'],
  ['blank lines', '~~~\n<p>\n\n    b\n</p>\n~~~', '\n<p>\n    b\n</p>\n'],
  ['a code block', '~~~julia\na\n~~~\n~~~\n<b>c</b>\n~~~', '~~~julia\na\n~~~\n\n<b>c</b>\n'],
  ['an example', '```\n~~~<br>~~~\n```\n~~~<b>c</b>~~~', '```\n~~~<br>~~~\n```\n<b>c</b>'],
  ['backticks', '~~~<b>```</b>~~~ a ~~~<br>~~~', '<b>```</b> a <br>'],
  ['lines as they are', '~~~\n<pre>\na\n\nb\n</pre>\n~~~', '\n<pre>\na\n\nb\n</pre>\n'],
  ['what has no end', '~~~\n<br>', null],
])('HTML between tildes: %s', (_, body, markdown) => {
  expect(readBody(body, ['franklin']).markdown).toBe(markdown ?? body);
  expect(readBody(body).markdown).toBe(body);
});

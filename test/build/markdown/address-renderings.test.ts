import { Lexer, Parser } from 'marked';
import { expect, test, vi } from 'vitest';
import { isReadAlike } from '../../../build/markdown/links/is-read-alike.ts';
import { lexMarkdown } from '../../../build/markdown/marked/markdown.ts';
import { renderBody } from '../../support/render-body.ts';

test.each([
  ['none', 'text\n\n', 1],
  ['in paragraphs', '[a](a.md)\n\n', 2],
  ['in a list', '- [a](a.md) and ![b](b.png)\n', 2],
  ['in raw HTML', '<p><a href="a.md">b</a></p>\n\n', 2],
  ['in definitions', '[a]\n\n[a]: a.md "title"\n\n', 2],
])('an article whose addresses are resolved is read once more, but written once: %s', (_, text, readings) => {
  const lex = vi.spyOn(Lexer.prototype, 'lex');
  const parse = vi.spyOn(Parser, 'parse');
  const body = text.repeat(20);
  const { value: rendered } = renderBody(body, { resolve: (address) => `/x/${address}`, trustedHtml: true });
  expect([lex.mock.calls.length, parse.mock.calls.length]).toEqual([readings, 1]);
  expect(rendered?.html.includes('/x/a.md')).toBe(readings === 2);
  vi.restoreAllMocks();
});

test.each([
  ['addresses', '[a](b) ![c](d "e")', '[a](x) ![c](y "e")', true],
  ['of HTML', '<a href="b">c</a>', '<a href="x">c</a>', true],
  ['of definitions', '- [a]\n\n[a]: b', '- [a]\n\n[a]: x', true],
  ['words', '[a](b)', '[c](b)', false],
  ['titles', '[a](b "c")', '[a](b "d")', false],
  ['elements', '*a*', '_a_ b', false],
  ['attributes', '<a href="b" id="c">d</a>', '<a href="b" id="e">d</a>', false],
  ['a row more', 'a|b\n-|-\nc|d', 'a|b\n-|-\nc|d\ne|f', false],
])('what differs: %s', (_, one, other, isAlike) => {
  expect(isReadAlike(lexMarkdown(one), lexMarkdown(other))).toBe(isAlike);
});

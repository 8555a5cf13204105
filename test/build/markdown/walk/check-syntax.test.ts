import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

const problemsOf = (body: string) =>
  renderBody(body, { resolve: () => null, trustedHtml: false }).problems.map(
    ({ code, line, column }) => `${line}:${column} ${code}`,
  );

test.each([
  ['a comment', 'a\n\n<!-- b\n\nc', '3:1'],
  ['a fence', 'a\n\n```sh\nb\n\nc\n', '3:1'],
  ['a fence of tildes', '~~~~\na\n~~~\n', '1:1'],
  ['a fence at the end', 'a\n```', '2:1'],
  ['a fence in an item', '- a\n\n  ```\n  b\n\nc', '3:3'],
  ['a fence in a quote', '> ```\n> a\n\nb', '1:3'],
])('what nothing closes is reported: %s', (_, body, span) => {
  expect(problemsOf(body)).toEqual([`${span} unclosed`]);
});

test.each([
  ['comments', 'a <!-- b --> c\n\n<!-- d\n\ne --> f\n\n<!-->\n\n<!--->\n\nx <!-- y'],
  ['fences', '```\na\n```\n\n~~~ b\n```\n~~~~\t\n\n- ```\n  c\n  ```\n\n> ~~~\n> ~~~'],
  ['indented code', 'a\n\n    ```\n    b\n'],
])('not reported: %s', (_, body) => {
  expect(problemsOf(body)).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['blank lines', '\n \n'],
  ['a comment', '<!-- to be written -->\n'],
  ['what is removed', '<p><span></span></p>\n'],
  ['rules, empty items and headings', '---\n\n- ---\n-\n\n##\n'],
])('an article without text is reported: %s', (_, body) => {
  expect(problemsOf(body)).toEqual(['1:1 empty-article']);
});

test.each(['a', '![](a.png)', '<video src="a.mp4"></video>', '- [ ]', '> &nbsp;a'])('not empty: %s', (body) => {
  expect(problemsOf(body).filter((problem) => problem.includes('empty'))).toEqual([]);
});

test.each([
  ['a link', '[a]()', ['1:1 broken-link']],
  ['an image', 'a ![b]( )', ['1:3 missing-image']],
  ['the first of many', '[a]() [b]() ![c]()', ['1:1 broken-link']],
  ['by reference', '[a][b]\n\n[b]: <>', []],
  ['code', '`[a]()`', []],
])('without an address is reported: %s', (_, body, expected) => {
  expect(problemsOf(body)).toEqual(expected);
});

test.each([
  ['a quote too many', '![a](b.png "c"")\n\n- ![d](e.png "f"") ![g](h i)', ['1:1 missing-image']],
  ['a comma', 'a [b](https://c.example, if d) [e](www.f g)', ['1:3 broken-link']],
  ['no scheme', '[a](www.b c)', ['1:1 broken-link']],
  ['both', '[![a](b.png)](http://c d) ![e](f g)', ['1:1 broken-link', '1:27 missing-image']],
  ['a heading with spaces behind a file with spaces', '[a](b c.md#d e)', ['1:1 broken-link']],
  ['a cell', '|![d\\|e](https://e/f.png)|\n|-|\n|![a](b c)|', ['3:2 missing-image']],
  ['behind an image in a link', '[![a](b.png "c")](d) ![e](f g)', ['1:22 missing-image']],
  ['prose', '[a](b c) \\[a](http://b c) [^1](http://b c) `![a](b c)`\n\n[^1]: a', []],
  ['a template', '![a]({{ b }}/c.png "d") ![e]({{ f }}/g.png)', ['1:6 template-syntax']],
  ['links', '[a](http://b.example/c_(d) "e") [f](<http://g h> \'i\') ![j](k.png\n"l")', []],
])('a link or an image that stays text is reported once: %s', (_, body, expected) => {
  expect(problemsOf(body)).toEqual(expected);
});

test('a link to the text of a heading is reported with the id', () => {
  const { problems } = renderBody('[a](## My heading)', { resolve: () => null, trustedHtml: false });
  expect(problems).toMatchObject([{ code: 'broken-link', fix: 'Write `[a](#my-heading)`.' }]);
});

test.each([
  ['where a link in it was rewritten', '- a [[Page]] {{query [[Page]]}}', '`{{query [[Page]]}}`'],
  ['in another line', 'a\n\n> {{[[Page]]}}', '`{{[[Page]]}}`'],
])('what is left is quoted as its author wrote it: %s', (_, body, written) => {
  const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false, findNamed: () => 'Page.md' });
  expect(problems.map(({ found }) => found.replace(/, an expression.*/, ''))).toEqual([written]);
});

test.each([
  ['a number', 'a [^1] [^2]', ['1:3 broken-anchor']],
  ['a name beside other footnotes', 'a [^b] [^c]\n\n[^b]: d', ['1:8 broken-anchor']],
  ['a name where there are none', 'a [^b]', []],
])('a reference to a footnote that is not there: %s', (_, body, expected) => {
  expect(problemsOf(body)).toEqual(expected);
});

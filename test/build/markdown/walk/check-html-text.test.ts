import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

/** Spans, and the number of other blocks. */
function reported(body: string): string[] {
  const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  const own = problems.filter(({ code }) => code === 'markdown-in-html');
  return own.map(({ line, column, found }) => `${line}:${column} ${/^`(.*)` in a block of HTML/.exec(found)?.[1]}`);
}

test.each([
  ['strong text', '<div>\na **b** c\n</div>', '2:3 **b**'],
  ['a link', '<img src="a">\n[b](c) d', '2:1 [b](c)'],
  ['an image', '<center>![b](c)</center>', '1:10 [b](c)'],
  ['a heading', 'a\n\n<br>\n## bc', '4:1 ## b'],
  ['a list', '<br>\n- a\n- b', '2:1 - a'],
  ['code', '<div>`a`</div>', '1:6 `a`'],
  ['a fence', '<div>\n```\na\n```\n</div>', '2:1 ```'],
  ['in a quote', '> <br>\n> **a**', '2:3 **a**'],
  ['once', '<br>\n**a**\n\n<br>\n**b**', '2:1 **a**'],
])('Markdown that HTML swallows is reported: %s', (_, body, expected) => {
  expect(reported(body)).toEqual([expected]);
});

test.each([
  ...['<div>\n\n**a**\n\n</div>', 'a <b>**b**</b>', '<div>a</div>\n2 * 3 * 4 - [1] (2) #1\n- one'],
  ...['<pre>\n**a**\n</pre>', '<div>\n<code>`a`</code> <kbd>**b**</kbd>\n</div>', '<div title="**a**">b</div>'],
  ...['<!-- **a** -->', '<div><!--\n**a**\n--></div>'],
])('none: %s', (body) => {
  expect(reported(body)).toEqual([]);
});

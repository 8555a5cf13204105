import { tests } from 'commonmark-spec';
import { Lexer, Marked, Tokenizer } from 'marked';
import { expect, test } from 'vitest';
import { changes } from '../../../build/markdown/parse/rules.ts';
import { normalize } from '../../support/normalize-html.ts';
import { renderMarkdown } from '../../support/render-markdown.ts';

/** Why Galley renders an example of CommonMark 0.31.2 otherwise; by the number of the example. */
const different: Record<number, string> = {
  597: 'the scheme is written in lower case, as every browser reads it',
  602: 'a bare address is a link on GitHub, in angle brackets that hold more than it, too',
  608: 'a bare address is a link on GitHub',
  611: 'a bare address is a link on GitHub',
  612: 'a bare e-mail address is a link on GitHub',
};

test.each(tests)('CommonMark example $number: $section', ({ number, markdown, html }) => {
  // The specification shows tabs as arrows.
  const [source, expected] = [markdown, html].map((text) => text.replaceAll('→', '\t'));
  const rendered = normalize(renderMarkdown(source ?? '', true));
  const reason = different[number];
  if (reason === undefined) expect(rendered).toBe(normalize(expected ?? ''));
  else expect(rendered, `listed as different: ${reason}`).not.toBe(normalize(expected ?? ''));
});

test('the table lists examples that there are', () => {
  const numbers = new Set(tests.map(({ number }) => number));
  expect(Object.keys(different).filter((number) => !numbers.has(Number(number)))).toEqual([]);
  expect(tests).toHaveLength(652);
});

test.each([
  ['a tab behind the end of a fence', '```\na\n```\t\nb', '<pre><code>a\n</code></pre><p>b</p>'],
  [
    'a tab behind the end of a fence in an item',
    '- ~~~\n  a\n  ~~~ \t\n  b',
    '<ul><li><pre><code>a\n</code></pre>b</li></ul>',
  ],
  ['a tab behind the colon of a definition', '[a]:\t/b\n\n[a]', '<p><a href="/b">a</a></p>'],
  ['tabs around the title of a definition', "[a]: /b\t't'\t\n\n[a]", '<p><a href="/b" title="t">a</a></p>'],
  ['a tab behind a definition', '[a]: /b\t\n\n[a]', '<p><a href="/b">a</a></p>'],
  [
    'rows of a table that end in a tab',
    '| a | b |\t\n| - | -: |\t\n| c | d |\t',
    '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>c</td><td align="right">d</td></tr></tbody></table>',
  ],
  [
    'a blank line below a table that holds a tab',
    '|a|\n|-|\n|b|\n\t\nc',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table><p>c</p>',
  ],
  ['a sign with a no-break space behind it', '#\u00a0a', '<p>#\u00a0a</p>'],
  ['such a sign in a paragraph', 'a\n#\u00a0b\n===', '<h1>a #\u00a0b</h1>'],
  ['such a sign in an item', '- a\n#\u3000b', '<ul><li>a #\u3000b</li></ul>'],
])('whitespace is that of CommonMark: %s', (_, markdown, html) => {
  expect(normalize(renderMarkdown(markdown, true))).toBe(normalize(html));
});

test.each([
  [
    'an indented line that goes on with an item, and code behind a blank line',
    '*   a\n\n    b\n        # c\n\n        # d\n\n    *e*',
    '<ul><li><p>a</p><p>b # c</p><pre><code># d\n</code></pre><p><em>e</em></p></li></ul>',
  ],
  ['emphasis behind a run', '**a ****B****c**', '<p><strong>a <strong><strong>B</strong></strong>c</strong></p>'],
  ['emphasis that crosses', '*a __b* c__', '<p><em>a __b</em> c__</p>'],
  ['emphasis in a link', '*a [**b*](c) d*', '<p><em>a <a href="c">*<em>b</em></a> d</em></p>'],
  ['a definition whose title a blank line interrupts', '[a]: /b "\n\nc"', '<p>[a]: /b "</p><p>c"</p>'],
  ['code in an item that looks like a fence', '- a\n```b`', '<ul><li>a ```b`</li></ul>'],
])('read as in CommonMark: %s', (_, markdown, html) => {
  expect(normalize(renderMarkdown(markdown, true))).toBe(normalize(html));
});

test('each change of the rules of marked changes one', () => {
  const tokenizer = new Tokenizer();
  // A lexer gives it the rules.
  new Lexer({ ...new Marked().defaults, tokenizer });
  const rules = [...Object.values(tokenizer.rules.block), tokenizer.rules.other.fencesBeginRegex(3)];
  const sources = rules.map(({ source }) => source ?? '');
  expect(changes.filter(([from]) => !sources.some((source) => source.includes(from)))).toEqual([]);
});

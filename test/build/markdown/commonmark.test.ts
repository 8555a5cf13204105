import { tests } from 'commonmark-spec';
import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { Lexer } from 'marked';
import { expect, test } from 'vitest';
import { changes } from '../../../build/markdown/marked/lex-with.ts';
import { renderMarkdown } from '../../support/render-markdown.ts';

/** Why Galley renders an example of CommonMark 0.31.2 otherwise; by the number of the example. */
const different: Record<number, string> = {
  28: 'a character reference of eight digits is read as one of a character that does not exist, not as text',
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
  ['a sign with a no-break space behind it', '#\u00a0a', '<p>#\u00a0a</p>'],
  ['such a sign in a paragraph', 'a\n#\u00a0b\n===', '<h1>a #\u00a0b</h1>'],
  ['such a sign in an item', '- a\n#\u3000b', '<ul><li>a #\u3000b</li></ul>'],
])('whitespace is that of CommonMark: %s', (_, markdown, html) => {
  expect(normalize(renderMarkdown(markdown, true))).toBe(normalize(html));
});

test('each change of the rules of marked changes one', () => {
  const sources = Object.values(Lexer.rules.block.gfm).map(({ source }) => source ?? '');
  expect(changes.filter(([from]) => !sources.some((source) => source.includes(from)))).toEqual([]);
});

/**
 * As the runner of the specification compares: attributes in order, white space collapsed where it shows nothing. Ids of headings are
 * left out.
 */
function normalize(html: string): string {
  return write(fromHtml(html, { fragment: true }), false)
    .replace(
      /\s*(<\/?(?:article|blockquote|dd|del|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)\b[^>]*>)\s*/g,
      '$1',
    )
    .replace(/(<br><\/br>) /g, '$1')
    .trim();
}

function write(node: Nodes, inPre: boolean): string {
  if (node.type === 'text')
    return (inPre ? node.value : node.value.replace(/\s+/g, ' ')).replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
  if (node.type === 'comment') return `<!--${node.value}-->`;
  if (node.type === 'root') return node.children.map((child) => write(child, inPre)).join('');
  if (node.type !== 'element') return '';
  const attributes = Object.entries(node.properties)
    .filter(([name]) => !(name === 'id' && /^h[1-6]$/.test(node.tagName)))
    .map(([name, value]) => ` ${name}="${value}"`)
    .sort();
  const content = node.children.map((child) => write(child, inPre || node.tagName === 'pre')).join('');
  return `<${node.tagName}${attributes.join('')}>${content}</${node.tagName}>`;
}

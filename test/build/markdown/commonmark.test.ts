import { tests } from 'commonmark-spec';
import type { Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
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

/** As the runner of the specification compares: attributes in order, white space collapsed where it shows nothing. Ids of headings are left out. */
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

/** @module-tag scaled */
import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { grammars } from '../../adversarial/grammars.ts';
import { amount } from '../../support/amount.ts';
import { normalize } from '../../support/normalize-html.ts';
import { tryRender } from '../../support/render-markdown.ts';
import { arbitraryMarkdown } from './arbitrary-markdown.ts';

/** Where two other implementations agree on something else: the smallest such documents, an example, and the reason. */
const known: readonly { found: RegExp; example: string; reason: string }[] = [
  {
    found: /\*[\s\S]*[\p{sc=Han}\u3000-\u303f\uff00-\uffef]|[\p{sc=Han}\u3000-\u303f\uff00-\uffef][\s\S]*\*/u,
    example: '**:**字',
    reason: 'a letter or punctuation of Chinese, Japanese or Korean ends a word for asterisks',
  },
  {
    found: /\n[ >]*\|?[ -]*[:|-][ :|-]*$|^~(?:\\?.)+~$/,
    example: 'a\n:-',
    reason: 'GFM: a table of one column, `~deleted~`',
  },
  {
    found: /(?:^|[\s>])(?:[>+*-]|\d[.)])[ \n]*\t/,
    example: '> \ta',
    reason: 'a tab behind the marker of a quote or a list is as wide as at the start of a line',
  },
  {
    found: /(?:^|\n) {0,3}>[\s\S]*\n(?! {0,3}>)|(?:^|\n) {0,3}(?:[-+*]|\d[.)])[\s\S]*\n(?! {2}|\t)/,
    example: '-    a\nb',
    reason:
      'a line without the marker or the indentation of its quote or item goes on with it more often, or less often',
  },
  {
    found: /^ {0,3}(?:[-+*]|\d[.)])\s+(?:[-+*]|\d[.)])[^\n]*\n/,
    example: '- -\n  a',
    reason: 'text behind a list in an item is a paragraph',
  },
  {
    found:
      /^(?:[-+*]|\d\.)(?: {5,}|[ \t]*\t[ \t]*)\S+[ \t]+\n*$|^(?:[-+*]|\d\.) (?:`{3}|~{3})\n+$|^(?: {4}|\t)\S+\n\s+$/,
    example: '-     a ',
    reason: 'whitespace at the end of code: less of it in an item, more of it elsewhere',
  },
  {
    found: /^(?:[-+*>] *)?\[[^\]]+\]:[^\n]*\n/,
    example: '[a]: b "\n# "',
    reason: 'a definition goes on where a heading, a quote or HTML begins',
  },
  {
    found: /^[*_]+[^*_]*\]\([^)]* [^)]*[*_]+\)$/,
    example: '*[](a b*)',
    reason: 'a delimiter in parentheses behind brackets is none, even where they are no link',
  },
  {
    found: /^[-+*] \S+\n {2,}>\s+[-+*]\n/,
    example: '* [word\n  >  *\n   oo',
    reason: 'marked fails at a quote with an empty item in an item; the author gets an error',
  },
  {
    found: /<pre>[^\n]*\n[ \t]/,
    example: '1<pre>no\n\t>',
    reason: 'whitespace at the start of a line stays behind `<pre>` in a line',
  },
  {
    found: /<div>[\s\S]*<\/h5>/,
    example: '  1. <div>\n     =\n    </h5>',
    reason: 'an end tag of nothing in HTML of an item',
  },
  {
    found: /^[ >*+-]*(?:\d[.)] *)?(?:`{3}|~{3})[^\n]*[:,=[\]{}]/,
    example: '```js{1}',
    reason: 'the class of fenced code has its language alone, where the others have all up to white space',
  },
  { found: /^>?\|\n>?=/, example: '|\n=', reason: 'a line that begins with a bar is no heading' },
];

const documents = fc.oneof(
  { weight: 2, arbitrary: arbitraryMarkdown({ html: true }) },
  ...['CommonMark blocks', 'CommonMark inlines', 'GFM'].map((name) => ({ weight: 1, arbitrary: toDocuments(name) })),
);

test('documents read as commonmark.js and markdown-it read them, or the reason is known', {
  timeout: 1_200_000,
}, () => {
  // The same documents in every run: others would show other differences, and each needs someone to find its reason.
  const [count, seed] = [amount({ test: 30, all: 5000, soak: 10_000 }), 1];
  const unknown = new Set<string>();
  for (const document of fc.sample(documents.map(withoutExtensions), { numRuns: count, seed })) {
    if (!isReadOtherwise(document)) continue;
    const smallest = shrink(document);
    if (!known.some(({ found }) => found.test(smallest))) unknown.add(smallest);
  }
  expect([...unknown]).toEqual([]);
});

test.each(known)('$reason', ({ found, example }) => {
  expect(example).toMatch(found);
  expect(isReadOtherwise(example)).toBe(true);
});

function toDocuments(name: string): fc.Arbitrary<string> {
  const { pieces } = grammars.find((grammar) => grammar.name === name) ?? { pieces: [] };
  return fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 14 }).map((found) => found.join(''));
}

/** Without what Galley reads and the others do not: footnotes, alerts, tasks, bare addresses, TeX, `<h1>` that is closed for the author. */
function withoutExtensions(document: string): string {
  return document
    .replace(/\[[\^!]/g, '[')
    .replace(/\[[ x]\]/g, '[y]')
    .replace(/https?:\/\//g, 'tel:')
    .replaceAll('www.', 'ww.')
    .replace(/[@$]/g, 'o')
    .replace(/\\+(?=[([])/g, '')
    .replaceAll('<a b.md>', '<b.md>')
    .replaceAll('h1', 'h5');
}

/** Whether both others agree on something else. */
function isReadOtherwise(document: string): boolean {
  const expected = normalize(writer.render(parser.parse(document)));
  return normalize(markdownIt.render(document)) === expected && own(document) !== expected;
}

/** Null where it cannot be rendered. */
function own(document: string): string | null {
  const html = tryRender(document, true);
  return html === null ? null : normalize(html);
}

const parser = new Parser();
const writer = new HtmlRenderer();
const markdownIt = new MarkdownIt({ html: true });

/** A part of a document that is read otherwise, too: first of its lines, then of its characters. */
function shrink(document: string): string {
  const byLine = shrinkBy(/[^\n]*\n|[^\n]+/g, document);
  return shrinkBy(/<[^<>]*>|[a-z]+|[\s\S]/gu, byLine);
}

function shrinkBy(part: RegExp, document: string): string {
  let parts: string[] = document.match(part) ?? [];
  for (let size = parts.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at + size <= parts.length; ) {
      const fewer = parts.toSpliced(at, size);
      const text = fewer.join('');
      if (text === withoutExtensions(text) && isReadOtherwise(text)) parts = fewer;
      else at++;
    }
  }
  return parts.join('');
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlain } from '../../../../build/markdown/parse/parse-body.ts';
import type { BodyToken } from '../../../../build/markdown/parse/tokens.ts';
import { walkTokens } from '../../../../build/markdown/parse/walk-tokens.ts';
import { locate } from '../../../../build/markdown/walk/locate.ts';
import { indexInRaw, offsetAt, type Span } from '../../../../build/markdown/walk/span.ts';
import { cases } from '../../../support/amount.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

/** What stands in the source where a token's place says it begins and ends. */
function textAt(markdown: string, span: Span): string {
  return markdown.slice(offsetAt(span, 0), offsetAt(span, span.text.length));
}

/** The tokens of a type with their place: `line:column text`. */
function tell(markdown: string, type: string): string[] {
  const tokens = parsePlain(markdown);
  const spans = locate(markdown, tokens);
  const reported: string[] = [];
  walkTokens(tokens, (token) => {
    const span = spans.get(token);
    if (token.type !== type || span === undefined) return;
    const before = markdown.slice(0, offsetAt(span, 0)).split('\n');
    reported.push(`${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${textAt(markdown, span)}`);
  });
  return reported;
}

test.each([
  ['at the start', 'heading', '# a\n\ntext', ['1:1 # a']],
  ['underlined', 'heading', 'x\n\na\nb\n===\nc', ['3:1 a\nb\n===']],
  ['in a quote', 'heading', '> x\n> # a', ['2:3 # a']],
  ['in a quote without spaces', 'heading', '>x\n>\n># a', ['3:2 # a']],
  ['in quotes in quotes', 'link', '> > x [a](b)\n> > > [c](d)', ['1:7 [a](b)', '2:7 [c](d)']],
  ['in an item', 'heading', '- x\n\n  # a', ['3:3 # a']],
  ['right after the marker', 'heading', '- x\n- # a', ['2:3 # a']],
  ['in items in items', 'heading', '1. - # a\n\n     # b', ['1:6 # a', '3:6 # b']],
  ['after a tab', 'link', '-\tx\n\n\t[a](b)', ['3:2 [a](b)']],
  ['in a quote in an item', 'link', '- x\n  > y\n  > [a](b)', ['3:5 [a](b)']],
  ['in a lazy line', 'link', '> x\n[a](b)', ['2:1 [a](b)']],
  ['in a lazy line of an item', 'link', '- > x\n[a](b)', ['2:1 [a](b)']],
  ['after the box of a task', 'link', '- [x] [a](b)\n- [ ]   [c](d)', ['1:7 [a](b)', '2:9 [c](d)']],
  ['after the box of a task in a loose list', 'link', '- [x] [a](b)\n\n- [ ] [c](d)', ['1:7 [a](b)', '3:7 [c](d)']],
  ['in a table', 'link', '| [a](b) | x |\n|---|---|\n| y | [c](d) |', ['1:3 [a](b)', '3:7 [c](d)']],
  ['in a table, after an escaped bar', 'link', '| x |\n|---|\n| \\| `y \\| z` [c](d) |', ['3:15 [c](d)']],
  ['inside emphasis', 'link', 'x **y *[a](b)* z**', ['1:8 [a](b)']],
  ['the second of two alike', 'link', '[a](b) [a](b)', ['1:1 [a](b)', '1:8 [a](b)']],
  ['not the same in code', 'link', '`[a](b)` [a](b)', ['1:10 [a](b)']],
  ['an image in a link', 'image', '[x ![a](b)](c)', ['1:4 ![a](b)']],
  ['a definition', 'def', 'x\n\n[a]: b\n[c]:\n  d "t"', ['3:1 [a]: b', '4:1 [c]:\n  d "t"']],
  ['raw HTML', 'html', '> <div>\n> x\n> </div>', ['1:3 <div>\n> x\n> </div>']],
  ['after a line that looks like code', 'link', '[r]: a\n\n- - x\n      ===\n    [r]', ['5:5 [r]']],
  ['after a hard break', 'link', 'x  \n   [a](b)', ['2:4 [a](b)']],
])('%s: %s', (_, type, markdown, expected) => {
  expect(tell(markdown, type)).toEqual(expected);
});

test('a token has the same place in whatever order they are asked for', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(arbitraryMarkdown({ html: true }), (markdown) => {
      const tokens = parsePlain(markdown);
      const all: BodyToken[] = [];
      walkTokens(tokens, (token) => void all.push(token));
      const [forward, backward] = [locate(markdown, tokens), locate(markdown, tokens)];
      const places = new Map(all.map((token) => [token, forward.get(token)]));
      for (const token of all.reverse()) expect(backward.get(token)).toEqual(places.get(token));
    }),
    cases(100, 5),
  );
});

test('headings, links and definitions are always found, and stand where their place says', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(arbitraryMarkdown({ html: true }), (markdown) => {
      const tokens = parsePlain(markdown);
      const spans = locate(markdown, tokens);
      walkTokens(tokens, (token) => {
        const span = spans.get(token);
        if (!['heading', 'link', 'def', 'image', 'html'].includes(token.type)) return;
        expect(span, `${token.type} ${token.raw}`).toBeDefined();
        if (span === undefined) return;
        // Between two lines there may be markers, within one there is nothing but what was written.
        let index = -1;
        for (const line of span.text.split('\n')) {
          index += line.length + 1;
          const end = offsetAt(span, index);
          const bare = line.trim();
          expect(markdown.slice(end - line.trimStart().length, end).trim()).toBe(bare);
        }
      });
    }),
    cases(500, 25),
  );
});

test.each([
  ['as written', '<a>b', 2, 2],
  ['behind what is not published', '<a>b **c**', 5, 11],
  ['before what is added', '<a d="e">b **c**', 0, 0],
  ['behind what is added', '<a x="http://f/g/h/i">b **c**', 24, 11],
  ['at the end', '<a>b **c**', 10, 10],
  ['of what is not there', '<a>z', 3, 0],
])('what stands at an index in HTML is found in what was written: %s', (_, text, index, expected) => {
  const raw = text === '<a>b' ? text : '<a x={y}>b **c**';
  expect(indexInRaw({ type: 'html', block: true, pre: false, raw, text }, index)).toBe(expected);
});

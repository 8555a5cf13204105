import { describe, expect, test } from 'vitest';
import { countEmphasis } from '../../../build/body/count-emphasis.ts';
import { findLongBlock } from '../../../build/body/find-long-block.ts';
import { findManyPieces } from '../../../build/body/find-many-pieces.ts';
import { lexMarkdown } from '../../../build/body/markdown.ts';
import { countLooks } from '../../support/count-looks.ts';

describe('delimiters of emphasis that are looked at', () => {
  test.each([
    ['none', 'some words', 0],
    ['a pair', '*a*', 1],
    ['pairs one after the other', '*a* '.repeat(50), 60],
    ['one that nothing closes, before pairs', '*a _b_ _c_', 6],
    ['no more than asked for', '**a* '.repeat(1000), 1000],
  ])('%s', (_, text, steps) => {
    expect(Math.floor(countEmphasis(text, 1000))).toBe(steps);
  });
});

const paragraphs = (text: string, length: number, size: number): string =>
  `${text.repeat(length / text.length)}\n\n`.repeat(size / length);

test.each([
  ['paragraphs of emphasis that nothing closes', paragraphs('**a* ', 9000, 600_000), true],
  ['emphasis in emphasis', paragraphs(`${'*a '.repeat(100)}${'b* '.repeat(100)}`, 600, 600_000), true],
  ['paragraphs of emphasis', paragraphs('Some *words* in **a** sentence. ', 3200, 600_000), false],
  ['emphasis in short paragraphs', paragraphs('**a* ', 450, 600_000), false],
])('refused as too long or not: %s', (_, body, isRefused) => {
  expect(findLongBlock(body) !== null).toBe(isRefused);
});

test.each([
  ['items of one letter', '- a\n', true],
  ['paragraphs of one letter', 'a\n\n', true],
  ['level-one headings of one letter', '# a\n', true],
  ['tags', '<p>', true],
  ['tags with text', '<td>some words</td>\n', false],
  ['items of some words', '- some words\n', false],
  ['headings and paragraphs', '# A heading\n\nSome words.\n\n', false],
  ['quotes', '> some words\n', false],
])('refused for too many pieces or not: %s', (_, text, isRefused) => {
  expect(findManyPieces(text.repeat(600_000 / text.length)) !== null).toBe(isRefused);
});

test('a paragraph of very many tags is refused', () => {
  expect(findManyPieces('x <img src=a>'.repeat(100_001))).toBe(1);
  expect(findManyPieces('x <img src=a>'.repeat(90_000))).toBeNull();
});

test('code is one piece, and the line is told at which there are too many', () => {
  expect(findManyPieces(`\`\`\`\n${'a\n'.repeat(300_000)}`)).toBeNull();
  // 40,000 and a tenth of 400,000 characters: two a line.
  expect(findManyPieces('- a\n'.repeat(100_000))).toBe(40_001);
});

test.each([['[`'], ['a@'], ['`a'], ['a'], ['![a](b)'], ['[a] ']])(
  'what is looked at in paragraphs of %j grows with their number',
  (text) => {
    const looks = (count: number): number => countLooks(() => lexMarkdown(`${text.repeat(50)}\n\n`.repeat(count)));
    expect(looks(40)).toBeLessThan(5 * looks(10));
  },
);

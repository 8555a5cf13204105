import { describe, expect, test } from 'vitest';
import { countFormatting } from '../../../build/markdown/html/sanitize.ts';
import { scanTags } from '../../../build/markdown/html/tags.ts';
import { countEmphasis, findLongBlock } from '../../../build/markdown/limits/find-long-block.ts';
import { findManyTokens } from '../../../build/markdown/limits/find-many-tokens.ts';
import { locate } from '../../../build/markdown/marked/locate.ts';
import { lexMarkdown } from '../../../build/markdown/marked/markdown.ts';
import { countLooks } from '../../support/count-looks.ts';
import { renderBody } from '../../support/render-body.ts';

describe('delimiters of emphasis that are checked', () => {
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

const many = (length: number, make: (index: number) => string) => Array.from({ length }, (_, i) => make(i)).join('');

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
  ['level-one headings between lists of one letter', '# a\n\n- b\n\n', true],
  ['level-one headings in quotes', '> # a heading\n> and some words behind it\n\n', true],
  ['level-one headings with some words', '# A heading\n\nSome words behind it, and some others.\n\n', false],
  ['level-one headings between lists', `# A heading\n\n${'- some words in an item\n'.repeat(5)}\n`, true],
  [
    'level-one headings between lists of sentences',
    `# A heading\n\n${'- An item of a newsletter says what there is, and where.\n'.repeat(5)}\n`,
    false,
  ],
  ['items of three hundred lines of a letter', `- a\n${'b\n'.repeat(300)}`, true],
  ['items of three hundred lines', `- some words\n${'some words\n'.repeat(300)}`, false],
  ['lists six deep', many(6, (i) => `${'  '.repeat(i)}- some words in an item\n`), false],
  ['lists ninety deep', many(90, (i) => `${'  '.repeat(i)}- x\n`), true],
  ['lists ninety deep, blank lines between', many(90, (i) => `${'  '.repeat(i)}- x\n\n`), true],
  ['long lines in lists ninety deep', `${many(90, (i) => `${'  '.repeat(i)}- x\n`)}${' '.repeat(182)}words\n`, true],
  ['lines indented by sixty', `Some words\n\n${`${' '.repeat(60)}words\n`.repeat(5)}\n`, false],
  ['links to files, of one letter', '[a](b.md)\n\n', true],
  ['links to files', 'Some words, and then [a link](b.md) to another.\n\n', false],
  ['links to elsewhere', '- [words](https://b.c)\n', false],
  ['footnotes', 'Some words in a line.\n\n[^n1234]: b\n\n', false],
  ['tags', '<p>', true],
  ['tags with text', '<td>some words</td>\n', false],
  ['rows of one letter', '|a|\n', true],
  ['definitions of one letter', '[a]: b\n', true],
  ['links of one letter', '[a](b)\n\n', true],
  ['lines of one word', 'word\n', false],
  ['items that are links', '- [Some words](some-words.md)\n', false],
  ['rows of a table', 'some | words | here\n', false],
  ['items of some words', '- some words\n', false],
  ['headings and paragraphs', '## A heading\n\nSome words.\n\n', false],
  ['quotes', '> some words\n', false],
])('refused for too many tokens or not: %s', (_, text, isRefused) => {
  expect(findManyTokens(text.repeat(600_000 / text.length)) !== null).toBe(isRefused);
});

test('a paragraph of very many tags is refused', () => {
  expect(findManyTokens('x <img src=a>'.repeat(40_000))).toBe(1);
  expect(findManyTokens('x <img src=a>'.repeat(10_000))).toBeNull();
});

test('code is one piece, and the line is reported at which there are too many', () => {
  expect(findManyTokens(`\`\`\`\n${'a\n'.repeat(300_000)}`)).toBeNull();
  // 0.65 seconds, at 17 microseconds for each, and 12 for the first.
  expect(findManyTokens('- a\n'.repeat(100_000))).toBe(38_235);
});

test.each([
  ['a paragraph of a hundred thousand lines', 'some words\n'.repeat(100_000)],
  ['a word on each line', 'word\n'.repeat(1_000_000)],
  ['a list of fifty thousand items', '- some item\n'.repeat(50_000)],
  ['a table of twenty thousand rows', `a|b|c\n-|-|-\n${'some | words | here\n'.repeat(20_000)}`],
  ['five megabytes of short paragraphs', 'Some words on a line that is\nnot very long.\n\n'.repeat(108_000)],
  ['five megabytes of paragraphs in HTML', '<p>Some words on a line that is not very long.</p>\n\n'.repeat(90_000)],
])('a large text as people write it is not refused: %s', { tags: ['long'] }, (_, text) => {
  expect(findManyTokens(text)).toBeNull();
});

test('the places of tokens in one line cost as much as there are tokens', () => {
  const looks = (count: number): number => {
    const markdown = 'x <b>'.repeat(count);
    const tokens = lexMarkdown(markdown);
    return countLooks(() => locate(markdown, tokens).get({ type: 'hr', raw: 'elsewhere' }));
  };
  expect(looks(4000)).toBeLessThan(5 * looks(1000));
});

test.each([
  [
    'many kinds, each in all paragraphs that follow',
    `${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(200)}`,
    395 * 200,
  ],
  ['one kind, of which a parser opens three again', `${'<b>'.repeat(400)}${'<p>x'.repeat(200)}`, 0],
  ['links, of which each ends the one before', `${'<a href=b>'.repeat(400)}${'<p>x'.repeat(200)}`, 0],
  ['elements that end', `${many(400, (i) => `<b id=a${i}>c</b>`)}${'<p>x'.repeat(200)}`, 0],
])('formatting elements that are opened again: %s', (_, html, count) => {
  expect(countFormatting(html, scanTags(html))).toBe(count);
});

test('a small text of formatting elements that end behind many paragraphs is a problem', () => {
  const body = `<p>${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(2000)}${'</b>'.repeat(400)}`;
  const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  expect(problems.map(({ code }) => code)).toEqual(['too-deep']);
});

test('formatting elements that nothing ends are taken out before they are opened again', () => {
  const body = `<p>${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(2000)}`;
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  expect(problems.map(({ code }) => code)).toEqual(['html-removed']);
  expect(value?.html).not.toContain('<b');
});

test.each([
  ['signs at the end of an address', (n: number) => `http://a.b/${')'.repeat(n)}`, 'http://a.b/'],
  ['signs behind parentheses in it', (n: number) => `http://a.b/(c)${')'.repeat(n)}`, 'http://a.b/(c)'],
  ['points behind a character reference', (n: number) => `http://a.b/&amp;${';'.repeat(n)}`, 'http://a.b/'],
])('%s are no part of it, however many', (_, make, href) => {
  for (const n of [1, 5, 20, 50_000]) expect(lexMarkdown(make(n))[0]).toMatchObject({ tokens: [{ href }, {}] });
});

test.each([['[`'], ['a@'], ['`a'], ['a'], ['![a](b)'], ['[a] '], ['http://a '], ['{{< '], ['[^'], ['mailto:']])(
  'the work for paragraphs of %j grows with their number',
  (text) => {
    const looks = (count: number): number => countLooks(() => lexMarkdown(`${text.repeat(50)}\n\n`.repeat(count)));
    expect(looks(40)).toBeLessThan(5 * looks(10));
  },
);

import { around, count, fill, type Pattern, repeated } from '../pattern.ts';

/** What means something inside of a paragraph: as one line, and the worst also as paragraphs that are no longer than many are. */
export const inlinePatterns: readonly Pattern[] = [
  ...[
    ...['[', ']', '![', '[]', '[]()', '[a](', '[a](b', '[a](<b', '[a][', '[a] ', '[a][a]', '[`', '[`a`](b) ', ']('],
    '!',
    ...['[a](b c', '[a](b c.d', '[a](b "', '[a](b (', '![a](b)', '[a](#b) ', '[[a]](b) ', '[a\\](', '[^', '[^a] '],
    ...['*', '*a', '*a ', 'a* ', '**a', '*_', '_', '_a ', 'a_', '*a_ ', 'a**b', '***a ', '*a b* ', '**a* ', '*a**'],
    ...['~', '~a ', '~~a~', '`', '`a', '` `` ', '``a` ', '\\', '\\*', '\\\n', '&', '&a', '&#', '&amp;', '&#x41;'],
    ...['http://a ', 'http://', 'http://a.', 'http://a)', 'http://a&b;', 'www.', 'www.a', '@', 'a@', 'a@b.c', 'a@b_'],
    ...['a.b-', 'mailto:', '<http:', '<http://a> ', '<a@', '<a@b.c> ', '*_`[<&\\!', '(', '"', "'"],
    ...['$', '$a', '$$', '$$a', '$$a$$', '\\(', '\\(a', '\\(a\\)', '\\\\(a', '\\[a', '^[', '^[a b', '^[a b]'],
    ...[':a[', ':a[b]', ':a{', ':a{b}', '[a]{', '[a]{.b}', '<a b={', '<a b={c} ', '<a className=', '](@/', '[a](@/b) '],
    ...['![a|', '![a|1](b) ', '[[a\\|', '[[a\\|b]] ', '[[#`a`', '[[#`a`]] ', '*a\n', '*a\nb* ', '`a`\n'],
    ...['{{ ', '{% ', '{{ a }}', '{% a %}', '{{< ', '{{< a >}}', '{/* ', 'x <!-- ', 'x <? ', 'x <a b="', 'x </'],
  ].map(repeated),
  ...[
    ...['[', '![', '[a](', '[a](b', '[a][', '[a] ', '[`', '[^', '*a', '*a ', 'a* ', '*_', '*a_ ', '**a* ', 'a_', '~a '],
    ...['`a', '\\*', '&a', 'http://a ', 'a@', 'a@b_', '<a@', '<?', '<!A ', 'x <!-- ', 'x <a b="', '{{ ', '*_`[<&\\!'],
  ].map((text) => ({
    name: `paragraphs of ${JSON.stringify(text)}`,
    make: (size: number) => fill(`${fill(text, 9000)}\n\n`, size),
  })),
  {
    name: 'code spans of all lengths',
    make: (size) => count(size, (i) => `a${'`'.repeat((i % 900) + 1)}`),
  },
  {
    name: 'paragraphs of code spans of all lengths',
    make: (size) => fill(`${count(9000, (i) => `a${'`'.repeat(i + 1)}`)}\n\n`, size),
  },
  {
    name: 'stray backticks of all lengths in links',
    make: (size) => count(size, (i) => `[a${'`'.repeat((i % 900) + 1)}](b)`),
  },
  {
    name: 'links of many stray backticks',
    make: (size) => fill(`[${count(9000, (i) => `a${'`'.repeat(i + 1)}`)}](b)\n\n`, size),
  },
  { name: 'a word before an @', make: (size) => `${fill('a', size)}@` },
  { name: 'words before @s, of which the last has a host', make: (size) => `[${fill('b.@', size - 5)}b.a<` },
  { name: 'words before an @', make: (size) => fill(`${fill('a', 4900)}@ `, size) },
  { name: 'an address with parentheses', make: (size) => `http://a.b/${fill(')', size)}` },
  { name: 'addresses with parentheses', make: (size) => fill(`http://a.b/${fill(')', 4900)} `, size) },
  { name: 'nested links', make: (size) => `${'['.repeat(size / 5)}a${'](b)'.repeat(size / 5)}` },
  { name: 'links nested a hundred deep', make: (size) => fill(`${'['.repeat(100)}a${'](b)'.repeat(100)}\n\n`, size) },
  { name: 'nested images', make: (size) => `${'!['.repeat(size / 6)}a${'](b)'.repeat(size / 6)}` },
  { name: 'images nested a hundred deep', make: (size) => fill(`${'!['.repeat(100)}a${'](b)'.repeat(100)}\n\n`, size) },
  {
    name: 'images nested a thousand deep',
    make: (size) => fill(`${'!['.repeat(1000)}a${'](b)'.repeat(1000)}\n\n`, size),
  },
  { name: 'nested emphasis', make: (size) => `${'*a '.repeat(size / 6)}${'b* '.repeat(size / 6)}` },
  { name: 'emphasis as deep as may be', make: (size) => fill(`${'*a '.repeat(1500)}${'b*'.repeat(1500)}\n\n`, size) },
  { name: 'emphasis a hundred deep', make: (size) => fill(`${'*a '.repeat(100)}${'b*'.repeat(100)}\n\n`, size) },
  { name: 'emphasis of both kinds', make: (size) => fill(`${'*a _b '.repeat(700)}${'c_ d* '.repeat(700)}\n\n`, size) },
  { name: 'a link with a long title', make: (size) => `[a](b "${fill('c ', size)}")` },
  { name: 'a link with a long address', make: (size) => `[a](${fill('b', size)})` },
  { name: 'a picture as data', make: (size) => `![a](data:image/png;base64,${fill('iVBORw0KGgo/', size)})` },
  { name: 'a text in brackets', make: (size) => `[${fill('some words ', size)}](b)` },
  // Runs of blanks, and what reads up to their end from each of them.
  ...around([
    ['[a](<b', 'c>)'],
    ['[a](b', 'c)'],
    ['[a]: b', 'c d'],
    ['a', 'b'],
    ['`a', '`'],
    ['a <foo', 'x> b'],
    ['[a](b "c', '" d)'],
    ['a {', '#b} c'],
    ['![a](b){', '.c'],
    ['a', '\u2028b'],
    ['[[a', '|b'],
    ['![](a', 'b.png)'],
  ]),
  ...['~5$', '~5$ ', 'word %|a@b.c ', 'www.a.b](', 'http://a.b](c ', '%|a@', '1 '].map(repeated),
  // With characters of three bytes.
  ...['`x` **中。**字 ', '*字。', '字*', '。**', '字~5$'].map((text) => ({
    name: JSON.stringify(text),
    make: (size: number) => text.repeat(size / Buffer.byteLength(text)),
  })),
  { name: 'a link with many words', make: (size) => `[a](b ${fill('word ', size)}` },
  { name: 'names with spaces that nothing closes', make: (size) => fill('[a](b c.d e', size) },
  { name: 'a long code span', make: (size) => `\`${fill('a b ', size)}\`` },
];

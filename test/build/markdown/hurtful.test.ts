import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../../build/markdown/links/rewrite-addresses.ts';
import { renderBody } from '../../../build/markdown/render-body.ts';

const size = 100_000;
const fill = (text: string, length = size) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const count = (length: number, make: (index: number) => string) => Array.from({ length }, (_, i) => make(i)).join('');

/** As much of it as is long for an article. */
const repeated = [
  ...[
    '[',
    ']',
    '![',
    '[]',
    '[a](',
    '[a](b',
    '[a](<b',
    '[a][',
    '[a] ',
    '[`',
    '[`a`](b) ',
    '[a](b c',
    '[a](b c.d',
    '](',
    '[a](b "',
    '![a](b)',
    '[a](b.md) ',
    '[a](#b) ',
  ],
  ...['*', '*a', '*a ', 'a* ', '**a', '*_', '_', '_a ', 'a_', '*a_ ', 'a**b', '***a ', '~', '~a ', '`', '`a', '` `` '],
  ...[
    '<',
    '<a',
    '<a ',
    '<!--',
    '<?',
    '<!A ',
    '<![CDATA[',
    '<a href="',
    '</',
    '<b>',
    '<p>',
    '<div>\n\n',
    '<pre>\n',
    '<b><i></b>',
  ],
  ...['x <!-- ', 'x <? ', 'x <a b="', '<h1>a</h1>\n\n', '<h1>a\n\n', '<img src="a.png">\n\n', '<table><tr><td>'],
  ...[
    '&',
    '&a',
    '&#',
    '&amp;',
    '\\',
    '\\*',
    '\\\n',
    '|',
    '|\n',
    'a|b\n',
    'a|b\n-|-\n\n',
    ' ',
    '\t',
    '\n',
    ' \n',
    'x',
    '\r',
    '\0',
  ],
  ...[
    'a\n',
    'a  \n',
    'a\n\n',
    '    a\n',
    '\ta\n\n',
    '# ',
    '#\n',
    '# a\n',
    '## a\n',
    'a\n===\n',
    'a\n---\n',
    '=\n',
    '-',
    '=',
    '-\n',
  ],
  ...[
    '- ',
    '- a\n',
    '- a\n\n',
    '* * a\n',
    '1',
    '1. ',
    '1. a\n',
    '- a\n* b\n',
    '- [ ] a\n',
    '- # a\n',
    '- a\n  - b\n    - c\n',
  ],
  ...[
    '>',
    '> ',
    '> a\n',
    '> a\nb\n',
    '> a\n\n',
    '>a\n>>b\n',
    '> - a\n',
    '- > a\n',
    '> a\n- b\n',
    '> - a\nb\n',
    '> ```\n',
    '> 1. > - ',
  ],
  ...[
    '```\n',
    '~~~\n',
    '[a]: b\n',
    '[a]:\n',
    '[a]: <b\n',
    "[a]: b '\n",
    '[^',
    '[^1]: ',
    '[^a]: b\n',
    '> [!NOTE]\n> a\n\n',
    '> [!NOTE]\n',
  ],
  ...[
    'http://a ',
    'http://',
    'www.',
    '@',
    'a@',
    'a@b.c',
    'a@b_',
    'mailto:',
    '<http:',
    '<a@',
    '{{ ',
    '{% ',
    '{{ a }}',
    '{{< ',
    '*_`[<&\\!',
  ],
];

/** A megabyte of it, which would take marked from ten seconds to hours. */
const endless = [
  ...[
    '[',
    '![',
    '[a](b',
    '[^',
    '![a](b)',
    '*a',
    'a_',
    '*a b* ',
    '`a',
    '~a ',
    '<?',
    '<!A ',
    '<![CDATA[',
    'x <!-- ',
    'x <? ',
  ],
  ...['-', '(', '> a\nb\n', '>a\n>>b\n', '> - a\nb\n', '- a\nb\nc\n', '{{ ', '*_`[<&\\!'],
];

/** About as much. */
const made: Record<string, string> = {
  'a word before an @': `${fill('a')}@`,
  'an address with parentheses': `http://a.b/${fill(')')}`,
  'a table of many rows': `a|b\n-|-\n${fill('|c|d|\n')}`,
  'a table of many columns': `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}`,
  'a table of many short rows': `${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${fill('|\n')}`,
  'an item of many lines': `- a\n${fill('b\n')}`,
  'an item of many indented lines': `- a\n${fill('  b\n')}`,
  'an item of many paragraphs': `- a\n${fill('\n  b\n')}`,
  'an open fence': `\`\`\`\n${fill('a\n')}`,
  'an open title': `[a]: b "${fill('c\n')}`,
  'code spans of all lengths': count(440, (i) => `a${'`'.repeat(i + 1)}`),
  'stray backticks of all lengths in links': count(440, (i) => `[a${'`'.repeat(i + 1)}](b)`),
  'a link of many stray backticks': `[${count(440, (i) => `a${'`'.repeat(i + 1)}`)}](b)`,
  'many definitions': count(6000, (i) => `[a${i}]: b\n`),
  'many definitions, referred to': `${count(4000, (i) => `[a${i}]: b\n`)}\n${count(4000, (i) => `[a${i}]\n\n`)}`,
  'many footnotes': `${count(2000, (i) => `a[^${i}]\n\n`)}\n${count(2000, (i) => `[^${i}]: b\n`)}`,
  'a chain of footnotes': `[^0]\n\n${count(3000, (i) => `[^${i}]: b [^${i + 1}]\n\n`)}`,
  'a footnote of many references': `[^1]: a\n\n${fill('[^1]\n\n')}`,
  'a footnote of many lines': `[^1]: a\n${fill('b\n')}`,
  'a footnote of many blank lines': `[^1]: a\n${fill('\n    b\n')}`,
  'headings with equal ids': count(4000, (i) => `## a\n\n## a-${i}\n\n`),
  'level-one headings': fill('# a\n\nb\n\n'),
  'nested links': `${'['.repeat(size / 5)}a${'](b)'.repeat(size / 5)}`,
  'nested images': `${'!['.repeat(size / 6)}a${'](b)'.repeat(size / 6)}`,
  'nested emphasis': `${'*a '.repeat(size / 6)}${'b* '.repeat(size / 6)}`,
  'emphasis as deep as may be': `${'*a '.repeat(3000)}${'b*'.repeat(3000)}`,
  'nested quotes that grow and shrink': count(6000, (i) => `${'> '.repeat(i % 90)}x\n`),
  'nested lists': count(90, (i) => `${'  '.repeat(i)}- x\n`),
  'a set of pictures': `<img srcset="${fill('a.png, ')}">`,
  attributes: `x <a ${fill("b='c' ")}>`,
};

describe('input made to hurt is rendered or refused within seconds', () => {
  const cases = [
    ...repeated.map((text) => [JSON.stringify(text), fill(text)] as const),
    ...Object.entries(made),
    ...endless.map((text) => [`a megabyte of ${JSON.stringify(text)}`, fill(text, 1_000_000)] as const),
    ['a megabyte before an @', `${fill('a', 1_000_000)}@`] as const,
    ['an item of a megabyte', `- a\n${fill('b\n', 1_000_000)}`] as const,
  ];
  // The slowest take a second or two of a processor, which may have others to serve.
  test.each(cases)('%s', { timeout: 60_000 }, (_, body) => {
    for (const { code, line } of renderBody(body, { resolve: () => null, trustedHtml: false }).problems) {
      expect(code).toMatch(
        /^(?:too-deep|too-long|too-much-html|broken-anchor|unused-footnote|html-removed|template-syntax|heading-uneven)$/,
      );
      expect(line).toBeGreaterThan(0);
    }
  });
});

test.each([
  ['a long article', '# T\n\nSome *words* with `code` and a [link](https://e.org).\n\n'.repeat(2000)],
  // Each heading by itself would be more effort than is made.
  ['a long newsletter', `# T\n\n${'- an *item* with a [link](https://e.org)\n'.repeat(10)}\n`.repeat(300)],
  ['a long list', '- an *item* with a [link](https://e.org)\n'.repeat(2000)],
  ['a long table', `a|b\n-|-\n${'some *words* | `code`\n'.repeat(4000)}`],
  ['a long paragraph', 'Some words, and *some* in a [link](https://e.org). '.repeat(1000)],
  ['a picture as data', `![a](data:image/png;base64,${'iVBORw0KGgo/'.repeat(50_000)})`],
  ['code', `\`\`\`\n${'[a_b_c](d) * '.repeat(80_000)}\n\`\`\``],
  ['HTML on one line', '<div class="a_b"><p>some text in a paragraph</p></div>'.repeat(1000)],
])('what authors write at length is not refused: %s', { timeout: 60_000 }, (_, body) => {
  expect(renderBody(body, { resolve: () => null, trustedHtml: false }).problems).toEqual([]);
});

test('what many local links cost grows with their number, not with its square', { timeout: 20_000 }, () => {
  const places: string[] = [];
  const resolve: Resolve = (_address, _kind, { line, column }) => {
    places.push(`${line}:${column}`);
    return null;
  };
  renderBody('Some words in a line.\n\nAnd a [link](b.md).\n\n'.repeat(40_000), { resolve, trustedHtml: false });
  expect([places.length, places[0], places.at(-1)]).toEqual([40_000, '3:14', '159999:14']);
});

test.each([
  ['![a](b c.png)\n\n', 'missing-image', 30_000],
  ['[a](#b)\n\n', 'broken-anchor', 30_000],
  // More footnotes are refused.
  ['[^%]: b\n\n', 'unused-footnote', 5_000],
])(
  'what many problems cost grows with their number, not with its square: %j',
  { timeout: 20_000 },
  (written, code, times) => {
    const body = count(times, (i) => `Some words in a line.\n\n${written.replace('%', `n${i}`)}`);
    const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
    expect(problems).toHaveLength(100);
    expect(problems.at(-1)).toMatchObject({ code, line: 399 });
    expect(problems.at(-1)?.found).toContain(`(and ${times - 100} more of this kind)`);
  },
);

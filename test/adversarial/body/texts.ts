import { fill, type Pattern, repeated } from '../pattern.ts';

/** Letters, blanks, and what is neither. */
export const textPatterns: readonly Pattern[] = [
  ...[
    ...[' ', '\t', '\n', ' \n', '\t\n', 'x', '\r', '\0', '\u0001', '\u007f', 'some words ', '\r\n', 'a\r', '%', '\\n'],
    '.',
  ].map(repeated),
  ...[
    ...[
      '\u00a0',
      '\u200b',
      '\ufeff',
      '\u0301',
      '\u202e',
      '漢',
      '漢字 ',
      '👩‍👩‍👧 ',
      'é',
      'ß',
      'İ',
      '\u2028',
      '\u{10ffff}',
    ],
    'ﷺ',
  ].map((text) => ({
    name: `${JSON.stringify(text)} (${[...text].map((one) => `U+${one.codePointAt(0)?.toString(16)}`).join(' ')})`,
    // More than a byte each.
    make: (size: number) => text.repeat(Math.floor(size / Buffer.byteLength(text))),
  })),
  { name: 'admonitions that nothing closes', make: (size) => fill(':::note\n', size) },
  { name: 'admonitions one after the other', make: (size) => fill(':::note\na\n:::\n', size) },
  { name: 'a word in a heading', make: (size) => `# ${fill('a', size)}` },
  { name: 'letters with many marks in a heading', make: (size) => `## a${'\u0301'.repeat(Math.floor(size / 2))}` },
  { name: 'spaces before a word', make: (size) => `${fill(' ', size)}a` },
  { name: 'a word before spaces', make: (size) => `a${fill(' ', size)}` },
  { name: 'spaces inside of a line', make: (size) => `a${fill(' ', size)}b` },
  { name: 'lines that end in spaces', make: (size) => fill(`a${fill(' ', 500)}\n`, size) },
  { name: 'tabs and spaces', make: (size) => `a${fill(' \t', size)}b` },
  { name: 'a mark before spaces', make: (size) => `*${fill(' ', size)}*` },
  { name: 'a heading of spaces', make: (size) => `#${fill(' ', size)}#` },
  { name: 'a fence of spaces', make: (size) => `\`\`\`${fill(' ', size)}a` },
  { name: 'an item of spaces', make: (size) => `-${fill(' ', size)}a` },
  { name: 'a link of spaces', make: (size) => `[a](${fill(' ', size)}b)` },
  { name: 'a definition of spaces', make: (size) => `[a]:${fill(' ', size)}b` },
  { name: 'a tag of spaces', make: (size) => `<a${fill(' ', size)}b` },
  { name: 'a table row of code with bars', make: (size) => `|a|\n|-|\n|${fill('`b\\|c` ', size)}|` },
  { name: 'a table row of spaces', make: (size) => `a|b\n-|-\n|${fill(' ', size)}c` },
  { name: 'a heading of #', make: (size) => `# a ${fill('#', size)}b` },
  { name: 'a heading of # and spaces', make: (size) => `# a ${fill('# ', size)}b` },
];

import { around, count, fill, type Pattern } from '../pattern.ts';

/** Whole files with YAML between `---`. */
export const yamlPatterns: readonly Pattern[] = [
  ...lines('YAML quotes that open', 'a: "\n'),
  ...lines('YAML brackets that open, on many lines', 'a: [\n'),
  ...lines('a YAML text without indentation', 'b\n', 'title: "a\n', 'c"\n'),
  ...lines('YAML values without a blank', 'title:a\n'),
  ...pieces('YAML values that hold a colon', (i) => `k${i}: a: b\n`),
  ...pieces('YAML titles that are cut', (i) => `${inCase('title', i)}: a #b\n`),
  ...lines('a YAML list', '- a\n', 'tags:\n'),
  ...lines('a YAML list without a key', '- a\n'),
  ...lines('a YAML list, indented', '  - a\n', 'tags:\n'),
  ...lines('YAML lists in a list', '- - a\n', 'tags:\n'),
  ...lines('a YAML list of quoted texts', '- "a"\n', 'tags:\n'),
  ...lines('a YAML list of texts with a comment', '- a # b\n', 'tags:\n'),
  ...lines('a YAML list of mappings', '- a: b\n', 'tags:\n'),
  ...lines('a YAML list of nothing', '-\n', 'tags:\n'),
  ...lines('aliases, all the same', '- a\n', 'aliases:\n'),
  ...lines('aliases that no slug can be', '- a!\n', 'aliases:\n'),
  ...lines('the same key', 'a: b\n'),
  ...lines('a key of the API, again and again', 'title: b\n'),
  ...lines('a key without a value, again and again', 'a:\n'),
  ...lines('lines of YAML that are no key', 'a\n', 'a: b\n'),
  ...lines('tabs as indent', '\ta: b\n', 'a: b\n'),
  ...lines('a tab in front of a key', 'a:\n\tb: c\n'),
  ...lines('unclosed double quotes', 'a: "b\n'),
  ...lines('unclosed single quotes', "a: 'b\n"),
  ...lines('keys that open a bracket', 'a: [b\n'),
  ...lines('keys that close a bracket', 'a: b]\n'),
  ...lines('two values on a line', 'a: b: c\n'),
  ...lines('values that begin with an at sign', 'a: @b\n'),
  ...lines('quoted values with text behind', 'a: "b" c\n'),
  ...lines('wrong escapes', 'a: "\\y"\n'),
  ...lines('many wrong escapes in one value', '\\y', 'a: "', '"\n'),
  ...lines('aliases without an anchor', 'a: *b\n'),
  ...lines('the same anchor', '- &a b\n', 'tags:\n'),
  ...lines('aliases of the same anchor', '- *a\n', 'x: &a b\ntags:\n'),
  ...lines('unknown tags', '- !a b\n', 'tags:\n'),
  ...lines('known tags of other schemas', '- !!binary YQ==\n', 'tags:\n'),
  ...lines('tag directives', '%TAG !a! b\n'),
  // Three bytes each.
  { name: 'line separators of Unicode in a value', make: (size) => `---\na: "b${fill('\u2028', size / 3)}c"\n---\n` },
  ...lines('comments', '# a\n', 'a: b\n'),
  ...lines('comments, indented below a key', '  # a\n', 'a:\n'),
  ...lines('comments below a list', '# a\n', 'a:\n  - b\n'),
  ...lines('comments that begin with a blank', ' # a\n', 'a: b\n'),
  ...lines('comments and nothing else', '#\n'),
  ...lines('blank lines', '\n', 'a: "b" # c\n', 'c: d\n'),
  ...lines('lines of blanks', '  \n', 'a: "b" # c\n', 'c: d\n'),
  ...lines('blank lines in a quoted text', '\n', 'a: "b', '"\n'),
  ...lines('blank lines in a block scalar', '\n', 'a: |\n  b\n', '  c\n'),
  ...lines('lines of a block scalar', '  a\n', 'a: |\n'),
  ...lines('lines of a folded scalar', '  a\n\n', 'a: >-\n'),
  ...lines('lines of a folded scalar that are indented by one more each time', '   a\n  b\n', 'a: >\n'),
  ...lines('block scalars', 'a: |\n  b\n'),
  ...lines('lines of a plain text', '  a\n', 'a: b\n'),
  ...lines('lines of a quoted text', '  a\n', 'a: "b\n', '"\n'),
  ...lines('blanks in a quoted text', 'a  ', 'a: "', '"\n'),
  ...lines('blanks in a value', ' ', 'a: b', 'c\n'),
  ...lines('documents', '---a: b\n--- \n', 'a: b\n'),
  ...lines('documents of a block scalar', '--- |\n a\n', 'a: b\n'),
  ...lines('flow lists that open', '[', 'a: '),
  ...lines('flow lists that open and close', '[],', 'a: [', ']\n'),
  ...lines('flow mappings that open', '{', 'a: '),
  ...lines('flow mappings in flow mappings', '{a: ', 'a: '),
  ...lines('a flow list', 'a, ', 'a: [', 'a]\n'),
  ...lines('a flow list with quotes and a comma too many', '"a",', 'a: [', ',]\n'),
  ...lines('commas in a flow list', ',', 'a: [', ']\n'),
  ...lines('a flow mapping', 'a: b, ', 'a: {', 'c: d}\n'),
  ...lines('a flow mapping over many lines', '"a": b,\n', 'a: {\n', '}\n'),
  ...lines('questions in a flow mapping', '? a : b, ', 'a: {', 'c: d}\n'),
  ...lines('keys that are asked for', '? a\n'),
  ...lines('keys that are lists', '? [a]\n: b\n'),
  ...lines('dashes', '- ', 'a:\n  '),
  ...lines('questions', '? '),
  ...lines('colons', ': ', 'a: '),
  ...lines('nulls', '~\n', 'a: b\n'),
  ...pieces('keys', (i) => `key${i}: b\n`),
  ...pieces('keys near a name that is read', (i) => `titl${i.toString(36)}: b\n`),
  ...pieces('keys of the letters of a name that is read', (i) => `${shuffled('modified', i)}${i}: b\n`),
  ...pieces('keys that differ in case', (i) => `${inCase('descriptionpublished', i)}: b\n`),
  ...pieces('keys of names that are read, as mappings', (i) => `a${i}: {image: {src: b}}\n`),
  ...pieces('anchors', (i) => `- &a${i} b\n`, 'tags:\n'),
  ...pieces('anchors, each with its alias', (i) => `- &a${i} b\n- *a${i}\n`, 'tags:\n'),
  ...pieces('anchors and keys that are lists', (i) => `- &a${i} b\n- ? [a]\n  : b\n`, 'tags:\n'),
  ...pieces('merge keys, each of the mapping above', (i) =>
    i === 0 ? 'a0: &a0 {b: c}\n' : `a${i}: &a${i}\n  <<: *a${i - 1}\n  b${i}: c\n`,
  ),
  ...pieces('aliases of the list above', (i) => (i === 0 ? 'a0: &a0 [b]\n' : `a${i}: &a${i} [*a${i - 1}]\n`)),
  ...pieces('aliases that double', (i) => (i === 0 ? 'a0: &a0 [b, b]\n' : `a${i}: &a${i} [*a${i - 1}, *a${i - 1}]\n`)),
  ...pieces('aliases that multiply by nine', (i) =>
    i === 0 ? 'a0: &a0 [b]\n' : `a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]\n`,
  ),
  ...pieces('mappings in mappings', (i) => `${' '.repeat(i)}a:\n`),
  ...pieces('whole numbers that are long', () => `- ${'1'.repeat(1_500)}x\n`, 'tags:\n'),
  ...pieces('fractions that are long', () => `a: ${'1'.repeat(1_500)}.x\n`),
  ...pieces('directives of versions', () => '%YAML 1.2\n'),
  {
    name: 'a mapping of many keys, merged many times',
    make: (size) =>
      `---\nbase: &a\n${count(size / 2, (i) => `  k${i}: b\n`)}${count(size / 2, (i) => `m${i}:\n  <<: *a\n`)}---\nText.\n`,
  },
  {
    name: 'a large list under many aliases',
    make: (size) => `---\nbase: &a\n${fill('  - b\n', size - 600)}${count(600, (i) => `m${i}: *a\n`)}---\nText.\n`,
  },
  {
    name: 'a text of which much is an anchor',
    make: (size) => `---\na: &${fill('b', size / 2)} c\nd: *${fill('b', size / 2)}\n---\nText.\n`,
  },
  { name: 'a key without end', make: (size) => `---\n${fill('a', size)}: b\n---\nText.\n` },
  { name: 'a quoted key without end', make: (size) => `---\n"${fill('a', size)}": b\n---\nText.\n` },
  {
    name: 'a key without end, twice',
    make: (size) => `---\n${fill('a', size / 2)}: b\n${fill('a', size / 2)}: b\n---\nText.\n`,
  },
  // Runs of blanks, and what reads up to their end from each of them.
  ...around([
    ['title: "a"', 'b'],
    ['title: a', '\u2028b'],
    ['title:', '"a" b'],
    ['tags: [a', 'b'],
    ['date: 2026-01-01', '1 x'],
    ['- ', 'a: "b'],
    ['.. ', 'title'],
    ['slug: a', '/b'],
    ['a', ': b: c'],
  ]).map(({ name, make }) => ({
    name: `YAML: ${name}`,
    make: (size: number) => `---\n${make(size)}\nb: "\n---\nText.\n`,
  })),
  // A reader that tried to split such marks in two ways each took a minute for thirty of them.
  ...lines('marks of lists before a text that ends in a line separator', '-  ', 'tags:\n', 'a\u2028b\nc: "\n'),
  ...[10, 30, 300].map((many) => ({
    name: `${many} marks of lists before a line separator`,
    make: (size: number) => {
      const header = `---\ntags:\n${'-  '.repeat(many)}a\u2028b\nc: "\n---\n`;
      return `${header}${fill('word ', size - header.length)}`;
    },
  })),
];

function lines(name: string, text: string, before = '', after = ''): Pattern[] {
  return [{ name, make: (size) => `---\n${before}${fill(text, size)}\n${after}---\nText.\n` }];
}

function pieces(name: string, make: (index: number) => string, before = ''): Pattern[] {
  return [{ name, make: (size) => `---\n${before}${count(size, make)}---\nText.\n` }];
}

/** The letters of a word in another order for each number. */
function shuffled(word: string, seed: number): string {
  const letters = [...word];
  for (let i = letters.length - 1, rest = seed; i > 0; i--) {
    const j = rest % (i + 1);
    rest = Math.floor(rest / (i + 1));
    [letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? ''];
  }
  return letters.join('');
}

/** A word in capitals where the number has a bit. */
function inCase(word: string, bits: number): string {
  return [...word].map((letter, i) => ((bits >> i) & 1 ? letter.toUpperCase() : letter)).join('');
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParsedFile } from '../../../../build/front-matter/parsed-file.ts';
import { parseFile } from '../../../support/parse-file.ts';

const source = { path: 'posts/a.md', file: '/content/posts/a.md' };
const parse = (text: string | number[]) =>
  parseFile(source, typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text));

function parsed(text: string): ParsedFile {
  const { value: parsed, problems } = parse(text);
  expect(problems).toEqual([]);
  if (parsed === null) throw new Error('expected a parsed file');
  return parsed;
}

/** Keys with line, column, plain data and source. */
const table = (text: string) =>
  [...parsed(text).frontMatter].map(([key, { line, column, value, source }]) => [key, line, column, value, source]);

/** Problems as `line:column code`. */
const faults = (text: string | number[]) => {
  const { value: parsed, problems } = parse(text);
  expect(parsed).toBeNull();
  for (const problem of problems) {
    expect(problem).toMatchObject({ severity: 'error', path: source.path });
    for (const words of [problem.found, problem.expected, problem.fix]) expect(words).toMatch(/\S/);
  }
  return problems.map(({ line, column, code }) => `${line}:${column} ${code}`);
};

test.each([
  ['no front matter', '# Hello\n\nText', '# Hello\n\nText', 1],
  ['an empty file', '', '', 1],
  ['front matter', '---\ntitle: x\n---\nText\n', 'Text\n', 4],
  ['blank lines before it', '\n \n---\ntitle: x\n---\nText', 'Text', 6],
  ['blank lines after it', '---\ntitle: x\n---\n\n\nText', '\n\nText', 4],
  ['empty front matter', '---\n---\nText', 'Text', 3],
  ['a comment as front matter', '---\n# only\n---\nText', 'Text', 4],
  ['front matter and nothing after it', '---\ntitle: x\n---', '', 4],
  ['... as the end', '---\ntitle: x\n...\nText', 'Text', 4],
  ['spaces after the fences', '---  \ntitle: x\n---\t\nText', 'Text', 4],
  ['---yaml', '---yaml\ntitle: x\n---\nText', 'Text', 4],
  ['CRLF', '---\r\ntitle: x\r\n---\r\n\r\nText\r\n', '\nText\n', 4],
  ['lone CR', '---\rtitle: x\r---\rText\rmore', 'Text\nmore', 4],
  ['a byte-order mark', '\uFEFF---\ntitle: x\n---\nText', 'Text', 4],
  ['NUL', 'a\0b', 'a\uFFFDb', 1],
  ['later fences', '---\ntitle: x\n---\nText\n\n---\n\nmore: text\n---\n', 'Text\n\n---\n\nmore: text\n---\n', 4],
  ['longer rules in the text', '---\ntitle: x\n---\n-----\n', '-----\n', 4],
  ['a thematic break at the top', '---\n\nHello\n', '---\n\nHello\n', 1],
  ['two thematic breaks', '---\n\nHello\n\n---\nText', '---\n\nHello\n\n---\nText', 1],
  ['text between rules of four', '----\nHello\n----\n', '----\nHello\n----\n', 1],
  ['front matter between rules of four, as Hexo has it', '----\ntitle: x\n----\nText', 'Text', 4],
  ['TOML', '+++\ntitle = "x"\n+++\nText', 'Text', 4],
  ['TOML as gray-matter has it', '---toml\ntitle = "x"\n---\nText', 'Text', 4],
  ['a fence of YAML inside of TOML', "+++\ntitle = '''\n---\n'''\n+++\nText", 'Text', 6],
  ['JSON', '\n{\n  "title": "x }"\n}\n\nText', '\nText', 5],
  ['JSON on one line', '{"title": "x", "a": {"b": "}\\""}}\nText', 'Text', 2],
  ['JSON between fences', '---json\n{"title": "x"}\n---\nText', 'Text', 4],
  ['JSON inside of YAML', '---\n{\n\t"title": "x"\n}\n---\nText', 'Text', 6],
  ['the JSON of Hexo between fences', ';;;\n"title": "x"\n;;;\nText', 'Text', 4],
  ['a fence with blanks around it', '  --- \ntitle: x\n ---\t\nText', 'Text', 4],
  ['an end with blanks before it', '---\ntitle: x\n  ---\nText\n\n---\n', 'Text\n\n---\n', 4],
  ['no end inside of a longer text', '---\ntext: |\n  a\n  ---\ntitle: x\n---\nText', 'Text', 7],
  ['a no-break space behind the fences', '---\u00a0\ntitle: x\n---\u00a0\nText', 'Text', 4],
  ['a comment above the header', '<!-- licence\n-->\n\n---\ntitle: x\n---\nText', 'Text', 7],
  ['a comment above Key: value lines', '<!-- licence -->\nTitle: x\n\nText', '\nText', 3],
  ['a heading and no date below it', '# So\n\nNote: this\n\nText', '# So\n\nNote: this\n\nText', 1],
  ['a comment that is text', '<!-- Note: this -->\nText', '<!-- Note: this -->\nText', 1],
  ['a name of C++', 'std::vector is a list.\n', 'std::vector is a list.\n', 1],
  ['prose that begins with a word and a colon', 'Note: this\nis text.\n', 'Note: this\nis text.\n', 1],
  ['a heading with a colon', 'Note: this\n---\nText', 'Note: this\n---\nText', 1],
  [
    'an example of a header below a word',
    '---\ntitle: x\n---\nSo:\n\n```yaml\n---\ntitle: y\ndate: z\n---\n```\n',
    'So:\n\n```yaml\n---\ntitle: y\ndate: z\n---\n```\n',
    4,
  ],
  ['an example at once', '---\ntitle: x\n---\n```\n---\ntitle: y\n---\n```\n', '```\n---\ntitle: y\n---\n```\n', 4],
  ['an example in a text alone', 'So:\n```\ntitle: y\ndate: z\n```\n', 'So:\n```\ntitle: y\ndate: z\n```\n', 1],
  ['braces', '{"quoted"} text', '{"quoted"} text', 1],
  ['a lone ---', '---', '---', 1],
  ['prose after three dashes', '--- Hello\n\nText', '--- Hello\n\nText', 1],
  ['a template tag at the top', '{% callout %}\n', '{% callout %}\n', 1],
])('splits %s', (_title, text, body, bodyLine) => {
  expect(parsed(text)).toMatchObject({ ...source, body, bodyLine });
});

test.each<[string, unknown, string | null]>([
  ['2.0', 2, '2.0'],
  ['010', 10, '010'],
  ['1e3', 1000, '1e3'],
  ['0o17', 15, '0o17'],
  ['1e999', Number.POSITIVE_INFINITY, '1e999'],
  ['123456789012345678901234567890', 1.2345678901234568e29, '123456789012345678901234567890'],
  ['2024-02-30', '2024-02-30', '2024-02-30'],
  ['12:30:45', '12:30:45', '12:30:45'],
  ['true', true, 'true'],
  ['yes', 'yes', 'yes'],
  ['"010"', '010', null],
  ["'it''s'", "it's", null],
  ['"\\0 \\ud800 \\U0001F600"', '\uFFFD \uFFFD 😀', null],
  ['!!timestamp 2001-01-01', '2001-01-01', '2001-01-01'],
  ['!!binary aGVsbG8=', 'aGVsbG8=', 'aGVsbG8='],
  ['[a, 1]', ['a', 1], null],
])('reads %s', (written, value, source) => {
  const [found] = parsed(`---\nkey: ${written}\n---\n`).frontMatter.values();
  expect(found).toMatchObject({ value, source, line: 2 });
});

test('values have their places; a null stands where its key does', () => {
  expect(table('\n---\ntitle: x\n# comment\n"quoted" :   y\nempty:\nnone: ~\nlong: >-\n  a\n  b\n---\n')).toEqual([
    ['title', 3, 8, 'x', 'x'],
    ['quoted', 5, 14, 'y', 'y'],
    ['empty', 6, 1, null, null],
    ['none', 7, 1, null, null],
    ['long', 8, 7, 'a b', null],
  ]);
});

test('what is inside a value can be reached, with its place', () => {
  const { frontMatter } = parsed('---\nseo:\n  title: 2.0\n  tags: [a, {b: c}]\n---\n');
  const seo = frontMatter.get('seo');
  expect(seo?.value).toEqual({ title: 2, tags: ['a', { b: 'c' }] });
  expect(seo?.children?.get('title')).toEqual({
    ...{ value: 2, source: '2.0', line: 3, column: 10 },
    key: { line: 3, column: 3 },
  });
  const second = seo?.children?.get('tags')?.children?.get('1');
  expect(second?.children?.get('b')).toMatchObject({ value: 'c', source: 'c', line: 4, column: 17 });
});

test('aliases and merge keys are plain data', () => {
  const { frontMatter } = parsed('---\nbase: &b {x: 1, y: 2}\nmine:\n  <<: *b\n  y: 3\nsame: *b\n<<: *b\n---\n');
  expect(frontMatter.get('mine')).toMatchObject({ value: { x: 1, y: 3 }, line: 4 });
  expect(frontMatter.get('mine')?.children?.get('x')).toMatchObject({ value: 1, line: 4, column: 3 });
  expect(frontMatter.get('same')).toMatchObject({ value: { x: 1, y: 2 }, line: 6, column: 7 });
  expect(frontMatter.get('x')).toMatchObject({ value: 1, line: 7, column: 1 });
});

test('keys of every kind are keys only', () => {
  const { frontMatter } = parsed('---\n__proto__: {x: 1}\nconstructor: y\n2020: z\n? [a]\n: b\n---\n');
  expect([...frontMatter.keys()]).toEqual(['__proto__', 'constructor', '2020']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

const bomb = [
  'a: &a [x, x]',
  ...'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`)}]`),
];

test.each<[string, string | number[], string[]]>([
  ['Latin-1', [0x61, 0x0d, 0x0a, 0x62, 0xe9, 0x63], ['2:2 encoding']],
  ['UTF-16', [0xff, 0xfe, 0x61, 0x00], ['1:1 encoding']],
  ['a character cut short', [0x61, 0xc3], ['1:2 encoding']],
  ['a bad byte after a byte-order mark', [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0x28], ['1:2 encoding']],
  ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], ['1:1 encoding']],
  ['an end that is missing', '---\ntitle: x\n\nText\n', ['2:1 front-matter-unclosed']],
  ['an end that is missing after blank lines', '\n\n---\ntitle: x\n', ['4:1 front-matter-unclosed']],
  ['---js', '---js\nmodule.exports = {}\n---\n', ['1:1 front-matter-language']],
  ['---javascript', '---javascript\nx\n---\n', ['1:1 front-matter-language']],
  ['---JS without end', '---JS\nx\n', ['1:1 front-matter-language']],
  ['---json5', '---json5\n{a: 1}\n---\n', ['1:1 front-matter-language']],
  ['---constructor', '---constructor\nx\n---\n', ['1:1 front-matter-language']],
  ['TOML without end', '+++\na = 1\nText', ['2:1 front-matter-unclosed']],
  ['JSON without end', '\n{\n  "title": "x",\n  "a": {"b": 1}\n\nText', ['2:1 front-matter-unclosed']],
  ['JSON with a brace too many', '{\n  "title": "x"},\n  "a": 1\n}\nText', ['1:1 front-matter-unclosed']],
  ['JSON with a brace too many on its line', '{\n  "title": "x"\n}\n  "a": 1\n}\n', ['1:1 front-matter-unclosed']],
  ['several faults of JSON', '{\n  "title": "x"\n  "a": tru,\n  "b": "\\q"\n}\n', ['3:3 front-matter-syntax']],
  ['JSON that is a list', '---json\n["a"]\n---\n', ['2:1 front-matter-not-a-mapping']],
  ['a key that hides twice in JSON', '{"draft": true, "draft": false}\n', ['1:17 duplicate-key']],
  ['a fault of TOML', '\n+++\na = 1\ntitle = \n+++\n', ['4:9 front-matter-syntax']],
  ['a key that hides twice in TOML', '+++\ndraft = true\ndraft = false\n+++\n', ['3:1 front-matter-syntax']],
  ['a date that is not there in TOML', '+++\ndate = 2024-02-30\n+++\n', ['2:8 bad-date']],
  ['an hour that is not there in TOML', '+++\ndate = [2024-02-29, 2024-02-28T25:00:00Z]\n+++\n', ['2:21 bad-date']],
  ['brackets without end in TOML', `+++\na = ${'['.repeat(50_000)}\n+++\n`, ['2:105 front-matter-syntax']],
  ['brackets without end in JSON', `---json\n{"a": ${'['.repeat(50_000)}\n---\n`, ['2:106 front-matter-syntax']],
  ['the JSON of Hexo without its first line', '"title": "x",\n"date": "y",\n;;;\nText', ['1:1 front-matter-unfenced']],
  ['a dash too few', '--\ntitle: x\ndate: y\n---\nText', ['1:1 front-matter-unfenced']],
  ['a fence and a key in one', '-title: x\nlayout: y\nauthor: z\n---\nText', ['1:1 front-matter-unfenced']],
  ['dashes that were corrected', '–––\ntitle: x\ndate: 2024-01-01\n–––\nText', ['1:1 front-matter-unfenced']],
  ['an empty header above another', '---\n---\nTitle: x\nDate: y\n\nText', ['3:1 front-matter-unfenced']],
  ['a rule above text and keys', '---\n\nText\n\nabove\n\ntitle: x\nslug: y\n---\nText', ['1:1 front-matter-unfenced']],
  ['two headers', '---\ntitle: x\n---\n\n---\nlayout: y\ndate: z\n---\nText', ['5:1 front-matter-unfenced']],
  ['keys among text', 'Title: x\nDate: y\nText goes on.\n', ['1:1 front-matter-unfenced']],
  ['a text', '---\nHello\n---\n', ['2:1 front-matter-not-a-mapping']],
  ['a list', '---\n- a\n- b\n---\n', ['2:1 front-matter-not-a-mapping']],
  ['two faults', '\n---\ntitle: Foo: bar\nslug: [x\n---\n', ['3:8 front-matter-syntax', '4:7 front-matter-syntax']],
  ['a key that hides twice', '---\nDraft: yes\nb: 2\nDraft: no\n---\n', ['4:1 duplicate-key']],
  ['an alias of nothing', '---\ntitle: [*Bold*]\n---\n', ['2:9 front-matter-syntax']],
  ['an alias of itself', '---\nslug: &a [*a]\n---\n', ['2:11 front-matter-syntax']],
  ['an open quote', '---\nslug: "x\n---\nText', ['2:7 front-matter-syntax']],
  ['a reserved character', '---\naliases: [@me]\n---\n', ['2:11 front-matter-syntax']],
  ['a colon in a value that may end before a comment', '---\ntitle: a: b # c\n---\n', ['2:8 front-matter-syntax']],
  ['a line end that is missing', '---\ntitle: Tea date: 2024-01-01\n---\n', ['2:8 front-matter-syntax']],
  [
    'a quote that would swallow a field',
    '---\ntitle: "Tea\ndate: 2024-01-01\nend: x"\n---\n',
    ['2:8 front-matter-syntax'],
  ],
  ['merge of what is no mapping', '---\n<<: 5\n---\n', ['2:1 front-matter-syntax']],
  ['a billion laughs', `---\n${bomb.join('\n')}\n---\n`, ['6:17 front-matter-too-large']],
  ['brackets without end', `---\na: ${'['.repeat(50_000)}\n---\n`, ['2:103 front-matter-syntax']],
  ['lists in lists', `---\n${'- '.repeat(50_000)}x\n---\n`, ['2:200 front-matter-syntax']],
])('refuses %s', (_title, text, expected) => {
  expect(faults(text)).toEqual(expected);
});

interface Warning {
  line: number;
  column: number;
  code?: string;
  expected?: RegExp;
}

test.each<[string, string, Warning, Record<string, unknown>]>([
  ['a key twice', '---\na: 1\nb: 2\na: 3\n---\n', { line: 4, column: 1, expected: /on line 2/ }, { a: 3, b: 2 }],
  [
    'a key twice, further in',
    '---\ns:\n  a: 1\n  a: 2\n---\n',
    { line: 4, column: 3, expected: /on line 3/ },
    { s: { a: 2 } },
  ],
  [
    'a key twice in Key: value lines',
    'Title: x\nTitle: y\n\nText',
    { line: 2, column: 1, expected: /on line 1/ },
    { Title: 'y' },
  ],
  [
    'a header that ends too early',
    '---\ntitle: x\n---\ndate: y\nslug: z\n---\nText',
    { line: 4, column: 1, code: 'front-matter-unfenced' },
    { title: 'x' },
  ],
  ['a key twice in JSON', '{"a": 1,\n "a": 2}', { line: 2, column: 2, expected: /on line 1/ }, { a: 2 }],
  ['a title twice', '---\ntitle: x\ntitle: y\n---\n', { line: 3, column: 1, expected: /on line 2/ }, { title: 'y' }],
])('warns of %s, and of keys takes the last', (_title, text, { expected = /./, ...at }, values) => {
  const { value: parsed, problems } = parse(text);
  const last = { severity: 'warning', code: 'duplicate-key', ...at, expected: expect.stringMatching(expected) };
  expect(problems).toMatchObject([last]);
  expect(Object.fromEntries([...(parsed?.frontMatter ?? [])].map(([key, { value }]) => [key, value]))).toEqual(values);
});

test.each([
  ['date = Date(2025, 10, 8)', 'Date(2025, 10, 8)'],
  ['  date=Date(2025,1,8) # comment', 'Date(2025,1,8)'],
  ['note = """\ndate = Date(2025, 10, 8)\n"""\ndate = 2025-10-08', '2025-10-08'],
])('%j is the date of Julia, and no mistake', (line, date) => {
  const { value: file, problems } = parse(`+++\n${line}\ntitle = "T"\n+++\n`);
  expect(problems).toEqual([]);
  expect(file?.frontMatter.get('date')?.value).toBe(date);
  expect(file?.frontMatter.get('title')?.value).toBe('T');
});

test.each([
  ['a key that is read', '---\nslug: [[A]], [[B]]\n---\n'],
  ['a key that nothing reads', '---\nteam: [[A]], [[B]]\ntitle: T\n---\n'],
  ['a key twice in TOML', '+++\n[a]\nx = 1\n[b]\nx = 2\nx = 3\n+++\n'],
  ['nearly a key that hides', '---\ndrafft: [tr]ue\n---\n'],
  ['a field in a line that is indented by a slip', '---\nlayout: post\n  draft: true\n---\n'],
  ['a field without a line end in front of it', '---\nlayout: [post] draft: true\n---\n'],
  ['a quote that may hold a field', '---\nlayout: "post\ntitle: T"\n---\n'],
  ['a field in a table of TOML', '+++\n[seo]\ntitle = x y\n+++\n'],
])('a value that cannot be read is an error: %s', (_, text) => {
  const { value, problems } = parse(text);
  expect(value).toBeNull();
  expect(problems).toMatchObject([{ code: 'front-matter-syntax', severity: 'error' }]);
});

test.each([
  ['Title: T\nDate: 2019-01-01\n\nLast updated: 9 April, 2019\n\nText\n', []],
  ['Title: T\nDate: 2019-01-01\n\nLast updated: 9 April, 2019 and\nmore text: this\n', []],
  ['Title: T\nDate: 2019-01-01\n\nPublished: 9 April, 2019\n', []],
  ['Title: T\nDate: 2019-01-01\n\nUpdated: x\nAuthor: y\n\nText', ['4:1 front-matter-unfenced warning']],
  ['Title: T\n\nDate: 2019-01-01\nSlug: x\n', ['3:1 front-matter-unfenced warning']],
])('behind lines without fences, %j begins the text or is %j', (text, expected) => {
  const { problems } = parse(text);
  expect(problems.map(({ line, column, code, severity }) => `${line}:${column} ${code} ${severity}`)).toEqual(expected);
});

test.each([
  ['title: My plane is #1', '3:20', "`title: 'My plane is #1'`"],
  ["summary: It's C # and F", '3:17', "`summary: 'It''s C # and F'`"],
  ['title: A walk  # the title', null, ''],
  ['title: "A walk" # the title', null, ''],
  ['title: >  # folded\n  A walk #1', null, ''],
  ['layout: post # a comment', null, ''],
  ['title: C#', null, ''],
])('of %j YAML cuts what stands at %s', (line, place, fix) => {
  const { problems } = parse(`---\ndate: 2024-01-01\n${line}\nlang: en\n---\n`);
  expect(problems.map(({ line, column, code, severity }) => `${line}:${column} ${code} ${severity}`)).toEqual(
    place === null ? [] : [`${place} front-matter-syntax warning`],
  );
  expect(problems[0]?.fix ?? '').toContain(fix);
});

test('a list in brackets keeps its places', () => {
  const { frontMatter } = parsed('---\naliases: [a,\n  b]\n---\n');
  const [first, second] = [...(frontMatter.get('aliases')?.children?.values() ?? [])];
  expect([first, second]).toMatchObject([
    { value: 'a', line: 2, column: 11 },
    { value: 'b', line: 3, column: 3 },
  ]);
});

test('of an expiry twice the last counts, with a warning at the last', () => {
  const { value, problems } = parse('---\nexpires: 2030-01-01\nexpires: 2031-01-01\n---\n');
  expect(problems).toMatchObject([{ code: 'duplicate-key', severity: 'warning', line: 3 }]);
  expect(value?.frontMatter.get('expires')).toMatchObject({ value: '2031-01-01' });
});

test('a key twice with one value is a warning, whatever it does', () => {
  for (const text of [
    '---\ndraft: true\ndraft: true\n---\n',
    '{"title": "a", "title": "a"}\n',
    'Title: a\nTitle: a\n\nText',
  ]) {
    expect(parse(text).problems).toMatchObject([{ code: 'duplicate-key', severity: 'warning' }]);
  }
});

test.each([
  ['title: Tea: a history', "Write `title: 'Tea: a history'`."],
  ["title: It's tea: a history", "Write `title: 'It''s tea: a history'`."],
  ['title: @galley', "Write `title: '@galley'`."],
  ['title: `code` first', "Write `title: '`code` first'`."],
  ['title: *important* news', "Write `title: '*important* news'`."],
  ['title: !important news', "Write `title: '!important news'`."],
  ['title: %E6%97%A5', "Write `title: '%E6%97%A5'`."],
  ['lang: en\ntitle:Tea', 'Write `title: Tea`.'],
  ['lang: en\ntitle：茶', 'Write `title: 茶`.'],
  ['lang: en\ntitle:\u00a0Tea', 'Write `title: Tea`.'],
  ['tags: [a,\nlang: en', 'Close the bracket, and indent the lines in it.'],
  ['tags:\n\t- a', 'Indent with spaces instead of tabs.'],
  ['title: "He said "hi" to me"', 'Write `title: \'He said "hi" to me\'`.'],
  ["title: 'It's tea'", "Write `title: 'It''s tea'`."],
  ['title: "Foo" and bar', 'Write `title: \'"Foo" and bar\'`.'],
  ['title: "Foo" and "bar"', 'Write `title: \'"Foo" and "bar"\'`.'],
  ['title: "Foo', "Write `title: 'Foo'`."],
  ['title: [WIP] a walk', "Write `title: '[WIP] a walk'`."],
  ['title: a: b # c', "Write `title: 'a: b # c'`."],
  ['title: >x', "Write `title: '>x'`."],
  ['path: "C:\\q"', "Write `path: 'C:\\q'`."],
  ['aliases: [a, b', 'Write `aliases: [a, b]`.'],
  ['date 2024-01-01\nlang: en', 'Write `date: 2024-01-01`.'],
  ['lang: en\n  title: x', 'Move this line to the left edge, like the one above.'],
  ['aliases:\n - a\n- b', 'Indent the line like the one above it.'],
  ['- a\ntitle: x', 'Put the whole value in quotes. Do not mix a list and keys.'],
  ['<<: 5', 'Write the values instead of the alias.'],
])('%j is reported once, with how to write it, in no words of parsers', (header, fix) => {
  const { problems } = parse(`---\n${header}\n---\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ code: 'front-matter-syntax', severity: 'error', fix });
  for (const words of Object.values(problems[0] ?? {})) {
    expect(String(words)).not.toMatch(/scalar|compact|implicit|flow|token|node|block|sequence|\bmap\b/i);
  }
});

test.each([
  [[0x61, 0xe9, 0x20], '`é` in Windows-1252, an old encoding of Windows', 'iconv -f WINDOWS-1252 -t UTF-8'],
  [[0x61, 0x93, 0x62], '`“` in Windows-1252', 'iconv -f WINDOWS-1252 -t UTF-8'],
  [[0xb0, 0xa1, 0xb3], 'such as Windows-1251, GBK or Shift JIS', 'Save the file as UTF-8.'],
  [[0xff, 0xfe, 0x61, 0], 'with which UTF-16 begins', 'iconv -f UTF-16 -t UTF-8'],
  [[0x61, 0xc3], 'the byte 0xC3 at offset 1', 'Save the file as UTF-8.'],
])('bytes %j are %s', (bytes, found, fix) => {
  expect(parse(bytes).problems).toMatchObject([
    { code: 'encoding', found: expect.stringContaining(found), fix: expect.stringContaining(fix) },
  ]);
});

test.each([
  ['---\ntitle: x\ntags:\n  - a\n\nText: no\n', 6],
  ['---\ntitle: x\ntags:\n- a\n\nText\n\nnote: x\n', 4],
  ['---\n# a comment\n"title": x\n\nText', 3],
  ['+++\ntitle = "x"\n[extra]\n\nText', 3],
])('of %j the end belongs behind line %i', (text, line) => {
  const written = text.split('\n')[line - 1] ?? '';
  expect(parse(text).problems).toMatchObject([
    { code: 'front-matter-unclosed', line, found: expect.stringContaining(written) },
  ]);
});

test('says what to do', () => {
  const fix = (text: string) => parse(text).problems[0]?.fix;
  expect(parse('---\nx: 1\n\nx: 2\n---\n').problems[0]?.expected).toMatch(/line 2/);
  expect(parse('---js\na = 1\n---\n').problems[0]?.expected).toMatch(/YAML/);
  expect(parse('{"a": 1,,}\n').problems[0]?.expected).toBe('JSON: a value between two commas');
  expect(parse('+++\nslug = x\n+++\n').problems[0]).toMatchObject({
    expected: expect.stringMatching(/^TOML without this error: /),
    fix: expect.stringMatching(/key = "value"/),
  });
  expect(fix('+++\npublish_at = 2026-02-30\n+++\n')).toBe('Write `publish_at = 2026-02-28`.');
  expect(fix('+++\npublish_at = 2026-02-28T25:00:00Z\n+++\n')).toMatch(/^Write a day and a time that exist/);
  expect(fix('+++\nslug = 25:00:00\n+++\n')).toMatch(/^Write a time of day that exists/);
  expect(parse([0x61, 0xe9]).problems[0]?.found).toBe('the byte 0xE9 at offset 1');
  expect(parse([0xef, 0xbb, 0xbf, 0xc3, 0x28]).problems[0]?.found).toBe('the byte 0xC3 at offset 3');
});

test('evaluates nothing', () => {
  parse('---js\nglobalThis.evaluated = true\n---\n');
  parse('---\na: !!js/function "function () { globalThis.evaluated = true }"\n---\n');
  expect(globalThis).not.toHaveProperty('evaluated');
});

test('any bytes give a file or problems, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { value: parsed, problems } = parseFile(source, bytes);
      expect(parsed === null).toBe(problems.some(({ severity }) => severity === 'error'));
    }),
  );
});

test.each([...['authors: [Bea', 'Byline: "Bea', 'tags: {a', 'topics: [a', 'language: "de', 'section: a: b # c']])(
  '%s is read, so it is an error',
  (line) => {
    const { value, problems } = parse(`---\ntitle: T\n${line}\n---\n`);
    expect(value).toBeNull();
    expect(problems).toMatchObject([{ code: 'front-matter-syntax', severity: 'error' }]);
    expect(problems[0]?.found).not.toContain('Nothing reads');
  },
);

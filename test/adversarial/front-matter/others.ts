import { count, fill, type Pattern } from '../pattern.ts';

/** Whole files with TOML between `+++`. */
export const tomlPatterns: readonly Pattern[] = [
  toml('a TOML key of many parts', (size) => `${fill('a.', size)}a = 1\n`),
  toml('a TOML table of many parts', (size) => `[${fill('a.', size)}a]\n`),
  toml('TOML keys', (size) => count(size, (i) => `k${i} = 1\n`)),
  toml('TOML keys with dots', (size) => count(size, (i) => `a.b.k${i} = 1\n`)),
  toml('TOML keys, each of one part more', (size) => count(size, (i) => `a${'.b'.repeat(i)}.c${i} = 1\n`)),
  toml('the same TOML key', (size) => fill('a = 1\n', size)),
  toml('TOML tables', (size) => count(size, (i) => `[t${i}]\n`)),
  toml('TOML tables in tables', (size) => count(size, (i) => `[${'t.'.repeat(i)}t${i}]\n`)),
  toml('TOML tables of the same parent', (size) => count(size, (i) => `[t.t${i}]\na = 1\n`)),
  toml('TOML arrays of tables', (size) => fill('[[t]]\n', size)),
  toml('TOML arrays of tables with a key', (size) => fill('[[t]]\na = 1\n', size)),
  toml('TOML arrays of tables in arrays of tables', (size) => count(size, (i) => `[[${'t.'.repeat(i)}t]]\n`)),
  toml('TOML tables of the last of an array', (size) => count(size, (i) => `[[t]]\n[t.a${i}]\n`)),
  toml('a TOML list', (size) => `a = [${fill('1,', size)}]\n`),
  toml('a TOML list over many lines', (size) => `a = [\n${fill('"b",\n', size)}]\n`),
  toml('TOML lists that open', (size) => `a = ${fill('[', size)}\n`),
  toml('TOML lists in lists', (size) => `a = ${fill('[', size / 2)}${fill(']', size / 2)}\n`),
  toml('TOML tables that open', (size) => `a = ${fill('{a=', size)}1\n`),
  toml('a TOML table on one line', (size) => `a = {${count(size, (i) => `k${i}=1,`)}z=1}\n`),
  toml('a TOML text without end', (size) => `a = "${fill('b', size)}"\n`),
  toml('a TOML text of escapes', (size) => `a = "${fill('\\n', size)}"\n`),
  toml('a TOML text of lines', (size) => `a = """\n${fill('b\n', size)}"""\n`),
  toml('a TOML text without its quotes', (size) => `a = """\n${fill('b\n', size)}`),
  toml('a TOML number without end', (size) => `a = ${fill('1', size)}\n`),
  toml('a TOML fraction without end', (size) => `a = 1.${fill('1_', size)}1\n`),
  toml('TOML comments', (size) => `a = 1\n${fill('# a\n', size)}`),
  toml('TOML blank lines', (size) => `a = 1\n${fill('\n', size)}b = 2\n`),
  toml('TOML dates', (size) => count(size, (i) => `k${i} = 2026-01-01T00:00:00Z\n`)),
  toml('a TOML key without end', (size) => `${fill('a', size)} = 1\n`),
  toml('a quoted TOML key without end', (size) => `"${fill('a', size)}" = 1\n`),
];

/** Whole files with JSON. */
export const jsonPatterns: readonly Pattern[] = [
  json('JSON keys', (size) => `{${count(size, (i) => `"k${i}":1,`)}"z":1}`),
  json('the same JSON key', (size) => `{${fill('"k":1,\n', size)}"z":1}`),
  json('the same JSON key on one line', (size) => `{${fill('"k":1,', size)}"z":1}`),
  json('JSON lists that open', (size) => `{"a":${fill('[', size)}}`),
  json('JSON lists in lists', (size) => `{"a":${fill('[', size / 2)}${fill(']', size / 2)}}`),
  json(
    'JSON mappings in mappings',
    (size) => `${fill('{"a":', size * 0.8)}1${fill('}', Math.floor((size * 0.8) / 5))}`,
  ),
  json('JSON mappings that open', (size) => fill('{"a":', size)),
  json('a JSON list', (size) => `{"a":[${fill('1,', size)}1]}`),
  json('a JSON list over many lines', (size) => `{"a":[\n${fill('"b",\n', size)}1]}`),
  json('JSON aliases', (size) => `{"date":"2026-01-01","aliases":[${count(size, (i) => `"a${i}",`)}"z"]}`),
  json('a JSON text without end', (size) => `{"a":"${fill('b', size)}"}`),
  json('a JSON text of escapes', (size) => `{"a":"${fill('\\n', size)}"}`),
  json('a JSON text of escapes that are half a character', (size) => `{"a":"${fill('\\ud800', size)}"}`),
  json('JSON with commas too many', (size) => `{"a":1${fill(',\n', size)}}`),
  json('JSON without commas', (size) => `{"a":1\n${fill('"b":1\n', size)}}`),
  json('JSON without quotes', (size) => `{"a":\n${fill('b\n', size)}}`),
  json('JSON comments', (size) => `{"a":1,\n${fill('// b\n', size)}"c":1}`),
  json('JSON quotes that are not closed', (size) => `{"a":1,\n${fill('"b\n', size)}}`),
  json('JSON of blanks', (size) => `{"a":1,${fill(' ', size)}"b":1}`),
  json('JSON of blank lines', (size) => `{"a":1,${fill('\n', size)}"b":1}`),
  json('a JSON number without end', (size) => `{"a":${fill('1', size)}}`),
  { name: 'JSON between semicolons', make: (size) => `;;;\n${count(size, (i) => `"k${i}":1,\n`)}"z":1\n;;;\nText.\n` },
  {
    name: 'JSON lists between semicolons',
    make: (size) => `;;;\n"a":${fill('[', size / 2)}${fill(']', size / 2)}\n;;;\nText.\n`,
  },
];

/** Whole files without a first fence, or with too many. */
export const fencePatterns: readonly Pattern[] = [
  whole('fences', (size) => fill('---\n', size)),
  whole('fences of TOML', (size) => fill('+++\n', size)),
  whole('fences of JSON', (size) => fill(';;;\n', size)),
  whole('front matter again and again', (size) => fill('---\na: b\n---\n', size)),
  whole('front matter with a field again and again', (size) => fill('---\ntitle: b\n---\n', size)),
  whole('empty front matter again and again', (size) => fill('---\n---\n', size)),
  whole('front matter that is not closed', (size) => `---\n${fill('a: b\n', size)}`),
  whole('TOML that is not closed', (size) => `+++\n${fill('a = 1\n', size)}`),
  whole('a fence of many dashes', (size) => fill('-', size)),
  whole('a fence of many dashes and a word', (size) => `${fill('-', size)}a!\n`),
  whole('a fence with many blanks', (size) => `---${fill(' ', size)}!\n---\n`),
  whole('a fence with a long language', (size) => `---${fill('a', size)}\n---\n`),
  whole('blank lines before front matter', (size) => `${fill('\n', size)}---\na: b\n---\n`),
  whole('blanks', (size) => fill(' ', size)),
  whole('blank lines behind a fence', (size) => `---\n${fill('\n', size)}a: b\n---\n`),
  whole('comments behind a fence', (size) => `---\n${fill('# a\n', size)}`),
  whole('byte-order marks', (size) => fill('\ufeff', size / 3)),
  whole('carriage returns', (size) => fill('\r', size)),
  whole('NUL', (size) => fill('\0', size)),
  whole('control characters in front matter', (size) => `---\na: ${fill('\u0001', size)}\n---\n`),
  whole('control characters as keys', (size) => `---\n${fill('\u0001: b\n', size)}---\n`),
  whole('a byte that is not UTF-8 written as text', (size) => `---\na: ${fill('\ufffd', size / 3)}\n---\n`),
  whole('characters of four bytes', (size) => `---\na: ${fill('\u{1f600}', size / 2)}\n---\n`),
  whole('lines of Pelican', (size) => `Title: a\nDate: 2026-01-01\n${fill('Key: b\n', size)}\nText.\n`),
  whole(
    'a field of Pelican of many lines',
    (size) => `Title: a\nDate: 2026-01-01\nSummary: b\n${fill('  c\n', size)}\nText.\n`,
  ),
  whole(
    'a field of Pelican of long lines',
    (size) => `Title: a\nDate: 2026-01-01\n${count(size, (i) => `K${i}: ${'c'.repeat(size / 150)}\n`)}\nText.\n`,
  ),
  whole('keys without a fence', (size) => fill('title: a\n', size)),
  whole('a key without a fence, without end', (size) => `title: ${fill('a', size)}`),
  whole('header of Hexo', (size) => `title: a\ndate: 2026-01-01\n${fill('# b\n', size)}---\nText.\n`),
  whole('a comment in front', (size) => `<!-- ${fill('a\n', size)}-->\ntitle: b\n---\n`),
  whole('comments in front', (size) => `${fill('<!-- a -->\n', size)}title: b\n---\n`),
  whole('a comment that is not closed in front', (size) => `<!-- ${fill('a\n', size)}`),
  whole('lines of Nikola', (size) => `.. title: a\n.. date: 2026-01-01\n${fill('.. b: c\n', size)}\nText.\n`),
  whole('lines of Nikola in a comment', (size) => `<!--\n${fill('.. title: b\n', size)}-->\nText.\n`),
  whole('ends that are set in', (size) => `---\ntitle: |\n${fill('  ---\n', size)}`),
  whole('blanks before an end', (size) => `---\ntitle: a${fill(' ', size)}b\n ---\nText.\n`),
  whole('dashes of other kinds', (size) => `––\n${fill('title: b\n', size)}––\n`),
  whole('a heading of keys', (size) => `# a\n\n${fill('title: b\n', size)}`),
];

/** Whole files in which one value is made to hurt. */
export const valuePatterns: readonly Pattern[] = [
  value('a title without end', 'title', (size) => fill('a', size)),
  value('a title of words', 'title', (size) => fill('a b ', size)),
  value('a title of blanks', 'title', (size) => `"${fill(' ', size)}a"`),
  value('a title of marks', 'title', (size) => `"${fill('<>&', size)}"`),
  value('an excerpt without end', 'excerpt', (size) => fill('word ', size)),
  value('a date without end', 'date', (size) => fill('2026-01-01 ', size)),
  value('a date of figures', 'date', (size) => fill('1', size)),
  value('a date of words', 'date', (size) => fill('Februrary ', size)),
  value('a date of words that are no month', 'date', (size) => fill('augost mai ', size)),
  value('a date with a zone without end', 'date', (size) => `2026-02-30 10:00 (${fill('T1', size)}`),
  value('a date of brackets', 'date', (size) => `"2026-01-01 10:00 ${fill('(', size)}"`),
  value('an id of figures', 'id', (size) => fill('1', size)),
  value('an id of zeros', 'id', (size) => `"${fill('0', size)}x"`),
  value('an id of points', 'id', (size) => `"${fill('1.', size)}"`),
  value('an id of blanks', 'id', (size) => `"${fill(' ', size)}1x"`),
  value('a slug without end', 'slug', (size) => fill('a', size)),
  value('a slug of points', 'slug', (size) => `"${fill('.', size)}!"`),
  value('a slug of dashes', 'slug', (size) => `"a${fill('-.', size)}b!"`),
  value('a slug of slashes', 'slug', (size) => `"${fill('/', size)}"`),
  value('a slug of segments', 'slug', (size) => fill('a/', size)),
  value('a slug of segments above', 'slug', (size) => fill('../', size)),
  value('a slug of percent signs', 'slug', (size) => `"${fill('%41', size)}/"`),
  value('a slug of dates', 'path', (size) => fill('2016/07/25/', size)),
  value('a permalink of colons', 'permalink', (size) => `"${fill('/:a', size)}"`),
  value('a permalink of dots', 'permalink', (size) => `"${fill('.html', size)}"`),
  value('a picture without end', 'image', (size) => fill('a', size)),
  value('a picture far above', 'image', (size) => `${fill('../', size)}a.png`),
  value('a picture here and there', 'image', (size) => `${fill('a/../', size)}a.png`),
  value(
    'a picture of segments and as many above',
    'image',
    (size) => `${fill('a/', size * 0.4)}${fill('../', size * 0.6)}a.png`,
  ),
  value('a picture of percent signs', 'image', (size) => `"${fill('%', size)}a.png"`),
  value('a picture of other characters', 'image', (size) => `"https://a.example/${fill('ä', size / 2)}"`),
  value('a picture of a site', 'image', (size) => `https://a.example/${fill('a/../', size)}`),
  value('a picture of question marks', 'image', (size) => `"/${fill('?#', size)}"`),
  value('a draft without end', 'draft', (size) => fill('true ', size)),
  value('a status without end', 'status', (size) => `"${fill(' ', size)}draft${fill(' ', 9)}x"`),
  value('an expiry without end', 'expires', (size) => fill('never ', size)),
  value('aliases without end', 'aliases', (size) => fill('/a/', size)),
  value('an alias of question marks', 'aliases', (size) => `"${fill('?', size)}"`),
  value('an alias of points', 'aliases', (size) => `"${fill('.', size)}!"`),
  value('a text of commas', 'tags', (size) => `"${fill(',', size)}"`),
  ...[
    many('aliases', 'aliases', (i) => `  - /blog/a${i}/\n`),
    many('aliases on one line', 'aliases', (i) => `a${i}, `, '[', 'z]\n'),
    many('aliases that are numbers', 'aliases', (i) => `  - ${i}\n`),
    many('aliases that are lists', 'aliases', () => '  - [a]\n'),
    many('aliases that are empty', 'aliases', () => '  - ""\n'),
    many('pictures', 'image', (i) => `  - a${i}.png\n`),
    many('dates', 'date', () => '  - 2026-01-01\n'),
  ],
];

function toml(name: string, make: Pattern['make']): Pattern {
  return { name, make: (size) => `+++\n${make(size)}+++\nText.\n` };
}

function json(name: string, make: Pattern['make']): Pattern {
  return { name, make: (size) => `${make(size)}\nText.\n` };
}

function whole(name: string, make: Pattern['make']): Pattern {
  return { name, make };
}

function value(name: string, key: string, make: Pattern['make']): Pattern {
  const date = key === 'date' ? '' : 'date: 2026-01-01\n';
  return { name, make: (size) => `---\n${date}${key}: ${make(size)}\n---\nText.\n` };
}

function many(name: string, key: string, item: (index: number) => string, open = '\n', close = ''): Pattern {
  const date = key === 'date' ? '' : 'date: 2026-01-01\n';
  return {
    name: `many ${name}`,
    make: (size) => `---\n${date}${key}: ${open}${count(size, item)}${close}---\nText.\n`,
  };
}

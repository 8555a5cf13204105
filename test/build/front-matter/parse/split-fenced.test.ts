import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import { afterEach, describe, expect, test, vi } from 'vitest';

// Another test of this process may have loaded gray-matter already.
vi.resetModules();
const { parseFile } = await import('../../../support/parse-file.ts');

const require = createRequire(import.meta.url);
const grayMatter: typeof matter = require('gray-matter');
const loaded = require.cache[require.resolve('gray-matter')];
const parse = (text: string) => parseFile({ path: 'a.md', file: '/a.md' }, new TextEncoder().encode(text));

/** What stands in the place of gray-matter: the product loads it once, so that this is put there before any file is parsed. */
let split = (text: string, options: object): unknown => grayMatter(text, options);
if (loaded) loaded.exports = (text: string, options: object) => split(text, options);
afterEach(() => {
  split = grayMatter;
});

/** What gray-matter was given of a text, and what it gave. */
function splitsOf(text: string): { given: string; content: string; language: string }[] {
  const splits: ReturnType<typeof splitsOf> = [];
  split = (given, options) => {
    const file = grayMatter(given, options);
    splits.push({ given, content: file.content, language: file.language });
    return file;
  };
  expect(parse(text).problems).toEqual([]);
  return splits;
}

test.each([
  ['---\ntitle: x\n---\nText\n', 'yaml'],
  ['---\ntitle: x\n...\n\nText\n', 'yaml'],
  ['--- \ntitle: x\n--- \nText\n', 'yaml'],
  ['----\ntitle: x\n----\nText\n', 'yaml'],
  ['---yml\ntitle: x\n---\nText\n', 'yml'],
  ['--- toml\ntitle = "x"\n---\nText\n', 'toml'],
  ['---TOML\ntitle = "x"\n---\nText\n', 'TOML'],
  ['+++\ntitle = "x"\n+++\nText\n', 'toml'],
  [';;;\n"title": "x"\n;;;\nText\n', 'json'],
  ['---json\n{"title": "x"}\n---\nText\n', 'json'],
])('gray-matter splits %j', (text, language) => {
  const lines = text.split('\n');
  const body = lines.slice(3).join('\n');
  expect(splitsOf(text)).toEqual([{ given: lines.slice(0, 3).join('\n'), content: '', language }]);
  const { value } = parse(text);
  expect(value?.body).toBe(body);
  expect(value?.frontMatter.get('title')).toMatchObject({ value: 'x', line: 2 });
});

test('front matter is what gray-matter makes of it', () => {
  const title = { value: 'Another', source: null, line: 1, column: 1 };
  split = (_text, options) => {
    expect(options).toMatchObject({ delimiters: ['---', '---'], language: 'yaml' });
    return { matter: '\n', content: '', data: { values: new Map([['title', title]]), doubts: [] } };
  };
  const { value } = parse('---\ntitle: x\n---\nText\n');
  expect(value?.frontMatter.get('title')).toBe(title);
});

describe('what gray-matter would split in another way is not left to it:', () => {
  test.each([
    ['no fences', 'title: x\ndate: 2024-01-01\n---\nText\n'],
    ['braces', '{"title": "x"}\nText\n'],
    ['a line that begins as the fence does', '---\ntitle: >\n  a\n\n---------- b\n---\nText\n'],
    ['blank lines by the hundred', `---\ntitle: x\n${'\n'.repeat(200)}---\nText\n`],
  ])('%s', (_title, text) => {
    split = () => {
      throw new Error('gray-matter was asked');
    };
    const { value, problems } = parse(text);
    if (value !== null) expect(value.body).toBe('Text\n');
    else expect(problems).toHaveLength(1);
  });
});

test('text that fails fails again: nothing comes from the cache of gray-matter', () => {
  const text = '---\ntitle: "x\n---\nText\n';
  const { problems } = parse(text);
  expect(problems).toMatchObject([{ code: 'front-matter-syntax' }]);
  expect(parse(text).problems).toEqual(problems);
});

test.each(['js', 'javascript', 'JS', 'coffee', 'coffeescript', 'cson'])(
  'front matter in %s is never run',
  (language) => {
    let engines: Record<string, () => unknown> = {};
    split = (text, options) => {
      engines = (options as { engines: typeof engines }).engines;
      return grayMatter(text, options);
    };
    parse('---\ntitle: x\n---\n');
    expect(engines.javascript).toThrow('would have to be run');
    expect(engines.coffee).toThrow('would have to be run');
    const run = '{ get title() { globalThis.ran = true; } }';
    expect(parse(`---${language}\n${run}\n---\nText\n`).problems).toMatchObject([{ code: 'front-matter-language' }]);
    expect('ran' in globalThis).toBe(false);
  },
);

const loads = ['load', 'safeLoad', 'loadAll', 'safeLoadAll'] as const;
type Load = (typeof loads)[number];

test.each([
  ['a function', "!!js/function 'function () { globalThis.ran = true; }'"],
  ['a function that runs as it is shown', '{ toString: !!js/function "function () { globalThis.ran = true; }" }'],
  ['an expression', '!!js/regexp /x/'],
  ['undefined', "!!js/undefined ''"],
  ['a prototype', '{ __proto__: { ran: true } }'],
])('the old tricks of js-yaml 3, which gray-matter brings, do nothing: %s', (_title, value) => {
  const jsYaml = createRequire(require.resolve('gray-matter'))('js-yaml') as Record<Load, () => unknown>;
  const spies = loads.map((name) => vi.spyOn(jsYaml, name));
  const { value: file, problems } = parse(`---\ntitle: x\nother: ${value}\n---\nText\n`);
  expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(file === null ? problems.length : file.frontMatter.get('title')?.value).toEqual(file === null ? 1 : 'x');
  expect('ran' in globalThis || 'ran' in {}).toBe(false);
});

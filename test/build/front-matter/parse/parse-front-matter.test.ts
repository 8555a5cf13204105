import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../../../build/front-matter/parse/parse-front-matter.ts';
import type { FrontMatterValue, ParsedFile } from '../../../../build/front-matter/parsed-file.ts';
import { cases } from '../../../support/amount.ts';
import { parseFile } from '../../../support/parse-file.ts';

const parse = (text: string) => parseFile({ path: 'a.md', file: '/a.md' }, new TextEncoder().encode(text));

function parsed(text: string): ParsedFile {
  const { value: parsed, problems } = parse(text);
  expect(problems).toEqual([]);
  if (parsed === null) throw new Error('expected a parsed file');
  return parsed;
}

const plain = (values: ReadonlyMap<string, FrontMatterValue>) =>
  Object.fromEntries([...values].map(([key, { value }]) => [key, value]));

describe('TOML', () => {
  const header = `title = "A \\u00e9"
date = 2024-02-01
"quoted key" = 'C:\\raw'
at = 2024-02-01 10:00:00+02:00
id = 12
grouped = 1_000
big = 9223372036854775807
draft = false
list = [1, "a", {y = 1.50}]
a.b = "dotted"
text = """
two
lines"""
[extra]
team = "x"
[extra.deep]
on = true
[[see]]
path = "p"
[[see]]
path = "q"
`;

  test('values are plain data; dates and numbers keep their characters', () => {
    const { frontMatter, syntax } = parsed(`+++\n${header}+++\n`);
    expect(syntax).toBe('toml');
    expect(plain(frontMatter)).toEqual({
      title: 'A é',
      date: '2024-02-01',
      'quoted key': 'C:\\raw',
      at: '2024-02-01 10:00:00+02:00',
      id: 12,
      grouped: 1000,
      big: 9_223_372_036_854_776_000,
      draft: false,
      list: [1, 'a', { y: 1.5 }],
      a: { b: 'dotted' },
      text: 'two\nlines',
      extra: { team: 'x', deep: { on: true } },
      see: [{ path: 'p' }, { path: 'q' }],
    });
    expect(frontMatter.get('grouped')?.source).toBe('1_000');
    expect(frontMatter.get('title')?.source).toBeNull();
  });

  test('each has its place, and its key has', () => {
    const { frontMatter } = parsed(`\n+++\n${header}+++\n`);
    const at = (...path: string[]) => {
      let values: ReadonlyMap<string, FrontMatterValue> | undefined = frontMatter;
      let found: FrontMatterValue | undefined;
      for (const name of path) {
        found = values?.get(name);
        values = found?.children;
      }
      return found && [found.line, found.column, found.key?.line, found.key?.column];
    };
    expect(at('title')).toEqual([3, 9, 3, 1]);
    expect(at('quoted key')).toEqual([5, 16, 5, 1]);
    expect(at('list', '2', 'y')).toEqual([11, 22, 11, 18]);
    expect(at('a', 'b')).toEqual([12, 7, 12, 1]);
    expect(at('extra', 'deep', 'on')).toEqual([19, 6, 19, 1]);
    expect(at('see', '1', 'path')).toEqual([23, 8, 23, 1]);
  });

  test('keys of every kind are keys only', () => {
    const { frontMatter } = parsed('+++\n__proto__ = {x = 1}\nconstructor.prototype.x = 1\n+++\n');
    expect([...frontMatter.keys()]).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('JSON', () => {
  test('values are plain data at their places', () => {
    const { frontMatter, syntax } = parsed(
      '{\n\t"title": "\\ud83d\\ude00 \\ud83d",\n\t"id": 1.0,\n  "none": null,\n  "list": [true, {"a": 2}]\n}\n',
    );
    expect(syntax).toBe('json');
    expect(plain(frontMatter)).toEqual({ title: '😀 \uFFFD', id: 1, none: null, list: [true, { a: 2 }] });
    expect(frontMatter.get('title')).toMatchObject({ line: 2, column: 11, key: { line: 2, column: 2 }, source: null });
    expect(frontMatter.get('id')).toMatchObject({ line: 3, column: 8, source: '1.0' });
    expect(frontMatter.get('none')).toMatchObject({ line: 4, column: 3 });
    expect(frontMatter.get('list')?.children?.get('1')?.children?.get('a')).toMatchObject({ line: 5, column: 24 });
  });

  test("Hexo's, without braces, has the same places", () => {
    const { frontMatter } = parsed(';;;\n"title": "x",\n"id": 2\n;;;\n');
    expect(frontMatter.get('title')).toMatchObject({ line: 2, column: 10 });
    expect(frontMatter.get('id')).toMatchObject({ line: 3, column: 7, value: 2 });
  });
});

test('Key: value lines are bare text at its place', () => {
  const { frontMatter, bodyLine } = parsed('\nTitle: "x": y # z\nid: 12\nEmpty:\nSummary:  a\n    b: c\n\n\nText');
  expect(plain(frontMatter)).toEqual({ Title: '"x": y # z', id: 12, Empty: null, Summary: 'a\nb: c' });
  expect(frontMatter.get('Summary')).toMatchObject({ line: 5, column: 11, key: { line: 5, column: 1 } });
  expect(bodyLine).toBe(7);
});

const key = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replace(/\p{Surrogate}|\0/gu, ''));
const leaf = fc.oneof(text, fc.integer(), fc.boolean());
const data = fc.dictionary(key, fc.oneof(leaf, fc.array(text, { maxLength: 3 }), fc.dictionary(key, leaf)), {
  minKeys: 1,
});

const writeToml = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(writeToml).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
  const entries = Object.entries(value).map(([name, inside]) => `${name} = ${writeToml(inside)}`);
  return `{ ${entries.join(', ')} }`;
};

test.each<[string, (values: object) => string]>([
  ['JSON', (values) => `${JSON.stringify(values, null, '\t')}\n`],
  ['JSON between fences', (values) => `---json\n${JSON.stringify(values, null, 2)}\n---\n`],
  ['YAML', (values) => `---\n${toLines(values, ([name, value]) => `${name}: ${JSON.stringify(value)}\n`)}---\n`],
  ['TOML', (values) => `+++\n${toLines(values, ([name, value]) => `${name} = ${writeToml(value)}\n`)}+++\n`],
])('what is written as %s comes back, with body and line', (_syntax, write) => {
  fc.assert(
    fc.property(data, text, (values, body) => {
      const header = write(values);
      const file = parsed(`${header}Text ${body}`);
      expect(plain(file.frontMatter)).toEqual(values);
      expect(file.body).toBe(`Text ${body}`.replace(/\r\n?/g, '\n'));
      expect(file.bodyLine).toBe(header.split('\n').length);
    }),
  );
});

function toLines(values: object, write: (entry: [string, unknown]) => string): string {
  return Object.entries(values).map(write).join('');
}

const pieces = {
  yaml: [
    ...[
      'a',
      'b: ',
      '- ',
      '? ',
      ': ',
      '[',
      ']',
      '{',
      '}',
      ', ',
      '&a ',
      '*a',
      '<<: ',
      '!x ',
      '"',
      "'",
      '|\n',
      '\n',
      '\n  ',
    ],
    ...['\t', '#', '%', '@', '---', '...', '\\0', '1e3', '~', 'é😀'],
  ],
  toml: [
    ...['a', 'b.c', ' = ', '=', '"x"', "'y'", '"""', "'''", '[', ']', '[[', ']]', '{', '}', ', ', '1', '1_0', '0x1f'],
    ...['2024-02-30', '07:00', 'true', '\n', '#', '\\', '\t', 'é', '\0', '+', '-', 'inf'],
  ],
  json: [
    ...['{', '}', '[', ']', '"a"', '"', ':', ',', '1', '-', '1e3', 'true', 'null', '\\u00', '\\', '\n', ' ', '\t'],
    ...['//', '/*', 'é', '\0', "'"],
  ],
  lines: ['Title', 'Date', ': ', ':', 'x', '\n', '\n  ', ' ', '"', '\t', 'é'],
};

test.each(Object.entries(pieces))(
  'any text like %s gives values or problems, with places inside of it',
  { tags: ['scaled'] },
  (syntax, list) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...list), { maxLength: 30 }), (parts) => {
        const header = `${parts.join('')}\n`;
        const result = parseFrontMatter(`\n${header}`, syntax as keyof typeof pieces, 1);
        const lines = `\n${header}`.split('\n');
        const places = 'problems' in result ? result.problems : [...result.doubts, ...result.values.values()];
        for (const { line, column } of places) {
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThan(0);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        }
      }),
      cases(2000),
    );
  },
);

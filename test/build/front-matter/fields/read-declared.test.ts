import { describe, expect, test } from 'vitest';
import { type FieldType, findWrongField, toDeclaredFields } from '../../../../build/front-matter/declared-fields.ts';
import { deriveFields } from '../../../../build/front-matter/fields/derive-fields.ts';
import { readDeclared } from '../../../../build/front-matter/fields/read-declared.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import type { FrontMatterValue } from '../../../../build/front-matter/parsed-file.ts';
import { inWords } from '../../../support/in-words.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

const optionsOf = (fields: Record<string, FieldType>) => ({
  ...defaultContentOptions,
  fields: toDeclaredFields(fields),
});

const read = (header: string, type: FieldType, name = 'f') => {
  const text = header.startsWith('+++') ? header : `---\n${header}\n---\nText\n`;
  const { value, problems } = readDeclared(parsedFile('a.md', text), optionsOf({ [name]: type }));
  const isImage = type === 'image' || type === 'images';
  const json =
    isImage && value[0] !== null ? [value[0]].flat().map((image) => (image as FrontMatterValue).value) : value[0];
  return { json, problems: inWords(problems) };
};

const nested = (levels: number): string => `f: ${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`;

describe('the value of a field of type', () => {
  test.each<[FieldType, string, unknown]>([
    ['text', 'f: two', 'two'],
    ['text', 'F: " a  b "', ' a  b '],
    ['text', 'f: 010', '010'],
    ['text', 'f: 2026-02-24', '2026-02-24'],
    ['text', 'f: ""', null],
    ['text', 'f:', null],
    ['text', 'g: 1', null],
    ['boolean', 'f: false', false],
    ['boolean', 'f: yes', true],
    ['boolean', 'f: "True"', true],
    ['number', 'f: 0', 0],
    ['number', 'f: -1.5', -1.5],
    ['number', 'f: 1e3', 1000],
    ['list', 'f: [a, 2, true]', ['a', '2', 'true']],
    ['list', 'f: a, b', ['a, b']],
    ['list', 'f: [a, null, ""]', ['a']],
    ['list', 'f: []', null],
    ['url', 'f: " https://Example.com/ü "', 'https://example.com/%C3%BC'],
    ['url', 'f: //example.com/a', 'https://example.com/a'],
    ['url', 'f: mailto:a@example.com', 'mailto:a@example.com'],
    ['image', 'f: a.png', ['a.png']],
    ['image', 'f: {src: a.png, alt: A}', ['a.png']],
    ['images', 'f: [a.png, {url: b.png}]', ['a.png', 'b.png']],
    ['images', 'f: a.png', ['a.png']],
    ['any', 'f: [1, {a: [true, null, "x"]}]', [1, { a: [true, null, 'x'] }]],
    [
      'any',
      'f: {at: 2026-02-24 10:30:00 +0200, day: 2026-02-24, told: "2026-02-24 10:30"}',
      {
        ...{ at: '2026-02-24T08:30:00Z', day: '2026-02-24', told: '2026-02-24 10:30' },
      },
    ],
    ['any', '+++\nf = 2026-02-24T10:30:00+02:00\n+++\n', '2026-02-24T08:30:00Z'],
    ['any', 'base: &base {x: {y: [1]}}\nf: {<<: *base, z: 2}', { x: { y: [1] }, z: 2 }],
    ['any', nested(8), JSON.parse(`${'{"a":'.repeat(8)}1${'}'.repeat(8)}`)],
  ])('%s, %s', (type, header, expected) => {
    expect(read(header, type)).toEqual({ json: expected, problems: [] });
  });

  test.each<[FieldType, string, number, number, string]>([
    ['text', 'f: [a]', 2, 4, '`f` is a list'],
    ['text', 'f: {a: 1}', 2, 4, '`f` is a mapping'],
    ['text', `f: ${'ü'.repeat(40_000)}`, 2, 4, '`f` has 80002 bytes'],
    ['boolean', 'f: perhaps', 2, 4, '`f` is `perhaps`'],
    ['boolean', 'f: [true]', 2, 4, '`f` is a list'],
    ['number', 'f: "4"', 2, 4, '`f` is `4`'],
    ['number', 'f: 010', 2, 4, '`f` is `010`'],
    ['number', 'f: .nan', 2, 4, '`f` is `.nan`'],
    ['number', 'f: 9007199254740993', 2, 4, '`f` is `9007199254740993`'],
    ['list', 'f: [a, {b: 1}]', 2, 8, '`f` is a mapping'],
    ['list', 'f: {a: 1}', 2, 4, '`f` is a mapping'],
    ['list', `f: [${Array.from({ length: 101 }, (_, i) => i)}]`, 2, 4, 'a list of 101'],
    ['url', 'f: javascript:alert(1)', 2, 4, '`f` is `javascript:alert(1)`'],
    ['url', 'f: " JavaScript:alert(1)"', 2, 4, '`f` is ` JavaScript:alert(1)`'],
    ['url', 'f: data:text/html,x', 2, 4, '`f` is `data:text/html,x`'],
    ['url', 'f: /page', 2, 4, '`f` is `/page`'],
    ['url', 'f: [https://example.com]', 2, 4, '`f` is a list'],
    ['image', 'f: [a.png]', 2, 4, '`f` is a list'],
    ['image', 'f: true', 2, 4, '`f` is `true`'],
    ['images', 'f: [a.png, {alt: A}]', 2, 12, '`f` is a mapping'],
    ['any', nested(9), 2, 36, 'more than 8 levels of lists and mappings'],
    ['any', 'f: {a: .inf}', 2, 8, '.inf'],
    ['any', `f: [${'x'.repeat(66_000)}]`, 2, 4, '`f` has 66004 bytes'],
  ])('%s cannot be %s', (type, header, line, column, found) => {
    const { json, problems } = read(header, type);
    expect(json).toBeNull();
    expect(problems).toMatchObject([{ code: 'wrong-type', severity: 'error', line, column, found }]);
    expect(problems[0]?.expected).toContain(`declares \`f: ${type}\``);
  });
});

test('names are folded as all others, and a file with a wrong value is invalid', () => {
  expect(read('Canonical-URL: https://example.com/', 'url', 'canonical_url').json).toBe('https://example.com/');
  expect(read('Gro\u0308ße: 1', 'number', 'größe').json).toBe(1);
  expect(read('coverImage: a.png', 'image', 'cover_image').json).toEqual(['a.png']);
  expect(read('SERIES: a\nSeries: b\nseries: c', 'text', 'series').json).toBe('c');
  const parsed = parsedFile('a.md', '---\ndate: 2026-01-01\nrating: high\n---\nText\n');
  expect(deriveFields(parsed, optionsOf({ rating: 'number' }), 0).value).toEqual({ kind: 'invalid' });
});

test('a declared field is no slip, however near it is to a name that hides', () => {
  const parsed = parsedFile('a.md', '---\ndate: 2026-01-01\npubished: false\ndo_not_publish: true\n---\nText\n');
  expect(deriveFields(parsed, defaultContentOptions, 0).value).toEqual({ kind: 'invalid' });
  const { value, problems } = deriveFields(parsed, optionsOf({ pubished: 'boolean', do_not_publish: 'boolean' }), 0);
  expect([value.kind, problems]).toEqual(['article', []]);
});

const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 'text']));
const ownProto = JSON.parse('{"__proto__": "text"}');

test.each<[unknown, string | null, string]>([
  [[], null, 'names of fields'],
  ['series', null, 'names of fields'],
  [null, null, 'names of fields'],
  [named(65), null, 'at most 64 fields'],
  [named(200), null, 'at most 64 fields'],
  [{ a: 'text', series: 'txt' }, 'series', 'Expected a type'],
  [{ series: ['text'] }, 'series', 'Expected a type'],
  [{ series: null }, 'series', 'Expected a type'],
  ...['id', 'Title', 'publish-at', 'authors', 'tags', 'section', 'language', 'draft', 'aliases', 'tag', 'ids'].map(
    (name): [unknown, string, string] => [{ [name]: 'text' }, name, 'those that the API has'],
  ),
  [{ foo_bar: 'text', 'Foo-Bar': 'text' }, 'Foo-Bar', 'another name than foo_bar'],
  [ownProto, '__proto__', 'begins with a letter'],
  ...['constructor', 'toString', 'a[b', 'a.b', '', '1a', 'a b', 'x'.repeat(65)].map(
    (name): [unknown, string, string] => [{ [name]: 'text' }, name, 'begins with a letter'],
  ),
])('the setting %j is refused', (given, name, expected) => {
  const found = findWrongField(given);
  expect(found).toMatchObject({ name, expected: expect.stringContaining(expected) });
});

test.each([{}, { series: 'text', cover: 'image', größe: 'number' }, named(64)])('the setting %j is right', (given) => {
  expect(findWrongField(given)).toBeNull();
});

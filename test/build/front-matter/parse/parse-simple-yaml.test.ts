import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSimpleYaml } from '../../../../build/front-matter/parse/parse-simple-yaml.ts';
import { parseYaml } from '../../../../build/front-matter/parse/parse-yaml.ts';
import { cases } from '../../../support/amount.ts';

/** The slow way; null for errors and keys that stand twice. */
function readYaml(header: string) {
  const yaml = parseYaml(`\n${header}`, 1);
  return 'problems' in yaml || yaml.doubts.length > 0 ? null : yaml;
}

test.each([
  ['nothing', ''],
  ['comments and blank lines', '# c\n\ntitle: x\n\n# c\n'],
  ['texts', 'title: A title, with (much) in it\ndate: 2026-02-24T10:00:00Z\nurl: https://e.org/a#b\nversion: 1.0.0\n'],
  ['quotes', 'title: "A: b"   \nexcerpt: \'c # d\'\nempty: ""\n'],
  ['numbers, booleans, nulls', 'id: 12\nzip: 010\ndraft: true\nhidden: FALSE\nnone:\nnull_too: null\n'],
  ['lists', 'tags:\n  - a\n  - "b"\n  - null\n\nmore:\n- 1\nflow: [a, "b, c", 3, null]\nbare: [ ]\n'],
])('reads %s as YAML', (_, header) => {
  const values = parseSimpleYaml(header, 2);
  expect(values).not.toBeNull();
  expect(values).toEqual(readYaml(header));
});

test.each([
  ['nested mappings', 'seo:\n  title: x\n'],
  ['text on several lines', 'title: a\n  b\n'],
  ['block scalars', 'title: |\n  a\n'],
  ['escapes', 'title: "\\u0041"\n'],
  ['aliases', 'a: &x b\nc: *x\n'],
  ['tags', 'a: !!str 1\n'],
  ['keys that stand twice', 'a: 1\na: 2\n'],
  ['other numbers', 'a: 1.5\n'],
  ['tabs', 'a:\tb\n'],
  ['errors', 'a: b: c\n'],
])('leaves %s to the parser', (_, header) => {
  expect(parseSimpleYaml(header, 2)).toBeNull();
});

test('whatever stands there, it is read as YAML or not at all', { tags: ['scaled'] }, () => {
  const pieces = fc.constantFrom(
    ...['a', 'b c', '1', '010', '1.5', '1e3', '.5', '.inf', '0x1F', '-1', 'true', 'No', 'null', '~', '2026-02-24'],
    '<<',
    ...[': ', ':', ' ', '  ', ', ', ',', '- ', '-', '[', ']', '{', '}', '"', "'", '"x"', "'y'", '#', ' #', '&', '*'],
    '!',
    ...[
      '|',
      '>',
      '%',
      '@',
      '`',
      '?',
      '\\',
      '/',
      '.',
      '(',
      '=',
      '\t',
      'é',
      '🙂',
      '\u00a0',
      '\u0085',
      '\u2028',
      '\ufeff',
    ],
  );
  const value = fc.oneof(
    fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join('')),
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll('\n', '')),
  );
  const key = fc.constantFrom('title', 'tags', 'a-b', 'x_1', 'true', 'Null', 'y', '__proto__', '<<', '"q"', '1');
  const line = fc.oneof(
    fc.tuple(key, fc.constantFrom(': ', ':  ', ':', ': [a, '), value, fc.constantFrom('', ' ', ']')),
    fc.tuple(
      key,
      fc.constantFrom(':\n  - ', ':\n- ', ':\n  '),
      value,
      fc.constantFrom('', '\n  - z', '\n- z', '\n   z'),
    ),
    fc.tuple(fc.constantFrom('', '  ', '- ', '  - ', '# '), value),
  );
  const header = fc.array(line, { maxLength: 5 }).map((lines) => lines.map((parts) => `${parts.join('')}\n`).join(''));
  fc.assert(
    fc.property(header, (text) => {
      // Nothing that closes the front matter is ever in it.
      fc.pre(!/^(?:---|\.\.\.)/m.test(text));
      const values = parseSimpleYaml(text, 2);
      if (values !== null) expect(values).toEqual(readYaml(text));
    }),
    cases(3000),
  );
});

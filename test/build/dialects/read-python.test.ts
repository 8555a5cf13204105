import { expect, test } from 'vitest';
import { code } from '../../../build/dialects/read-code.ts';
import { readPython } from '../../../build/dialects/read-python.ts';

test.each([
  ["PATHS = ['a', \"b'c\"]  # PATHS = 'd'\n", [['a', "b'c"]]],
  ["PATHS = [\n  'a',  # '\n  r'b\\d',\n]\nX = 1", [['a', 'b\\d']]],
  ['PATHS = (("a/*.md", "b", "c"),)\n', [[['a/*.md', 'b', 'c']]]],
  ["PATHS = ('a')", ['a']],
  ["PATHS = {'a': {'b': True, 'c': None}}", [{ a: { b: true, c: null } }]],
  ['PATHS = """a\n"b"\n"""\n', ['a\n"b"\n']],
  ["if a:\n    PATHS = 'a'\nelse:\n    PATHS = u'b'", ['a', 'b']],
  ["f(PATHS = 'a')\nPATHS == 'b'\n'PATHS = 1'", []],
  ["PATHS = 'a' if b else 'c'", [code]],
  ["PATHS = f'a{b}'", [code]],
  ["PATHS = ['a', b, join('c', 'd'), 'e']", [['a', code, code, 'e']]],
  ["PATHS = 'a'\nPATHS += 'b'", ['a', code]],
  ['PATHS = not True', [code]],
  ['PATHS = "a', [code]],
])('%j gives the name', (source, expected) => {
  expect(readPython(source)('PATHS')).toEqual(expected);
});

import { expect, test } from 'vitest';
import {
  flag,
  integer,
  list,
  literal,
  nullable,
  object,
  optional,
  ShapeError,
  text,
  tuple,
} from '../../src/core/shape.ts';

const shape = object({
  version: literal(4),
  name: text(/^[a-z]+$/),
  pages: list(tuple([integer(0), text()])),
  isWhole: flag,
  changes: nullable(object({ added: integer() })),
  note: optional(text()),
});
const right = { version: 4, name: 'a', pages: [[1, 'x']], isWhole: true, changes: { added: -1 } };

test('what has the form is given back, without members that have no name', () => {
  expect(shape.parse(right)).toEqual(right);
  expect(shape.parse({ ...right, more: 1, changes: null })).toEqual({ ...right, changes: null });
  expect(shape.parse({ ...right, note: 'n' })).toEqual({ ...right, note: 'n' });
});

test.each([
  [null, ''],
  [[], ''],
  ['text', ''],
  [{ ...right, version: 3 }, 'version'],
  [{ ...right, name: 'A' }, 'name'],
  [{ ...right, name: undefined }, 'name'],
  [{ ...right, pages: {} }, 'pages'],
  [
    {
      ...right,
      pages: [
        [1, 'x'],
        [-1, 'x'],
      ],
    },
    'pages.1.0',
  ],
  [{ ...right, pages: [[1.5, 'x']] }, 'pages.0.0'],
  [{ ...right, pages: [[2 ** 53, 'x']] }, 'pages.0.0'],
  [{ ...right, pages: [[1]] }, 'pages.0'],
  [{ ...right, isWhole: 1 }, 'isWhole'],
  [{ ...right, note: null }, 'note'],
  [{ ...right, changes: { added: '1' } }, 'changes.added'],
])('%j is wrong at %j', (value, path) => {
  expect(() => shape.parse(value)).toThrow(ShapeError);
  expect(() => shape.parse(value)).toThrow(expect.objectContaining({ path }));
});

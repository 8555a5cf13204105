import { expect, test } from 'vitest';
import { textWidth, wrapText } from '../../../build/problems/text-width.ts';

test.each([
  ['one two three', 7, 'one two\nthree'],
  ['  one two three', 9, '  one two\n  three'],
  ['a\n\none two', 5, 'a\n\none\ntwo'],
  ['https://a.example/long b', 6, 'https://a.example/long\nb'],
  ['日本 語 x', 6, '日本\n語 x'],
])('%j at %d columns', (text, columns, expected) => {
  expect(wrapText(text, { columns })).toBe(expected);
  for (const line of expected.split('\n')) if (line.includes(' ')) expect(textWidth(line)).toBeLessThanOrEqual(columns);
});

test('what is no terminal takes lines as they are', () => {
  expect(wrapText('one two three', {})).toBe('one two three');
});

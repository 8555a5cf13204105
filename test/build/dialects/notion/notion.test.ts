import { expect, test } from 'vitest';
import { expectReported, readHeader } from '../../../support/read-header.ts';

test('the properties of a page are read, and are no text', () => {
  const text = '# A walk\n\nCreated: January 5, 2024 3:04 PM\nStatus: Draft\nTags: a, b\n\nText\n';
  const { frontMatter, ...parsed } = readHeader(text);
  expect(parsed).toMatchObject({ body: '# A walk\n\n\n\n\n\nText\n', bodyLine: 1, syntax: 'lines' });
  expect([...frontMatter].map(([key, { line, column, value, source }]) => [key, line, column, value, source])).toEqual([
    ['Created', 3, 10, 'January 5, 2024 3:04 PM', 'January 5, 2024 3:04 PM'],
    ['Status', 4, 9, 'Draft', 'Draft'],
    ['Tags', 5, 7, 'a, b', 'a, b'],
  ]);
});

test('the names of properties may have any characters', () => {
  const text = '# A walk\n\n#: 7\nDone? ✅: Yes\nCreated time: January 5, 2024 3:04 PM\n';
  expect([...readHeader(text).frontMatter.keys()]).toEqual(['#', 'Done? ✅', 'Created time']);
});

test.each(['- a: b', '# a: b', '**a**: b', '> a: b'])('text is none: %j', (line) => {
  expect(() => readHeader(`# A walk\n\n${line}\nCreated: January 5, 2024\nTags: a\n`)).toThrow('not read');
});

test('is reported where the dialect is off', () =>
  expectReported('notion', '# A walk\n\nCreated: January 5, 2024\nTags: a\n\nText\n'));

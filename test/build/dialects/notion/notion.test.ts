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

test('is reported where the dialect is off', () =>
  expectReported('notion', '# A walk\n\nCreated: January 5, 2024\nTags: a\n\nText\n'));

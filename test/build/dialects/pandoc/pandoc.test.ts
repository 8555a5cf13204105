import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

test.each([
  ['a note', 'a^[one note] b', 'a[^note1] b\n\n[^note1]: one note\n'],
  ['two, with markup', 'a^[*one* [b](c)]^[and\nd]', 'a[^note1][^note2]\n\n[^note1]: *one* [b](c)\n\n[^note2]: and d\n'],
  [
    'beside others',
    'a^[one note][^note1]\n\n[^note1]: c',
    'a[^note-1][^note1]\n\n[^note1]: c\n\n[^note-1]: one note\n',
  ],
])('%s in a line is a footnote', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
  expect(read(body).html).toContain('role="doc-endnotes"');
});

test.each(['`a^[one note]`', '^[a-z]', 'x^[2]', 'a^[one\n\nnote]'])('none: %j', (body) => {
  expect(read(body).html).toBe(htmlOf(body));
});

test('an include of markdown-it is reported', () => {
  const body = '`!!!include(a)!!!`\n\n!!!include(docs/a.md)!!!';
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems: ['3:1 template-syntax'] });
});

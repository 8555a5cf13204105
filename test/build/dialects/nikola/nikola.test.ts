import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';
import { expectBody, expectText, expectValues } from '../../../support/read-header.ts';

test.each([
  ['lines', '.. title: x: y\n.. slug: z\n\nText', '\nText', 3],
  ['a comment', '<!-- \n.. title: x\n.. category: \n-->\n\nText', '\nText', 5],
])('splits the header: %s', (_, text, body, bodyLine) => expectBody(text, body, bodyLine));

test.each<[string, string, Record<string, unknown>]>([
  [
    'lines',
    '.. title: A : b\n.. date: 2012-09-22 10:00:58 UTC+02:00\n\nText',
    { title: 'A : b', date: '2012-09-22 10:00:58 UTC+02:00' },
  ],
  ['a comment', '<!--\n.. title: A\n.. link: \n-->\nText', { title: 'A', link: null }],
])('reads %s', (_, text, values) => expectValues(text, values));

test('is text where the dialect is off', () => expectText('nikola', '.. title: x: y\n.. slug: z\n\nText'));

test.each([
  ['[a](link://slug/green-tea#d)', '[a](green-tea#d)'],
  ['[a](link://filename/posts/tea.md)', '[a](posts/tea.md)'],
  ['[a][b]\n\n[b]: link://slug/tea', '[a][b]\n\n[b]: tea'],
  ['<a href="link://slug/tea">c</a>', '<a href="tea">c</a>'],
  ['`[a](link://slug/tea)` link://slug/tea', '`[a](link://slug/tea)` link://slug/tea'],
])('%j is %j', (body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

import { expect, test } from 'vitest';
import { htmlOf, readBody } from '../../../support/read-body.ts';
import { expectBody, expectReported, expectText, expectValues } from '../../../support/read-header.ts';

test.each([
  ['lines', 'Title: x: y\nDate: 2024-01-01\nSummary: a\n    b\n\nText', '\nText', 5],
  ['nothing else', 'Title: x', '', 2],
  ['a comment', '<!--\nTitle: x\nDate: 2024-01-01\n-->\nText', 'Text', 5],
])('splits the header: %s', (_, text, body, bodyLine) => expectBody(text, body, bodyLine));

test.each<[string, string, Record<string, unknown>]>([
  ['a key without a blank', 'Title: A\nLink:x:y\n\nText', { Title: 'A', Link: 'x:y' }],
  ['a comment', '<!-- Title: A\nDate: 2024-01-01 -->\nText', { Title: 'A', Date: '2024-01-01' }],
])('reads %s', (_, text, values) => expectValues(text, values));

test('a comment is text where the dialect is off', () =>
  expectText('pelican', '<!--\nTitle: x\nDate: 2024-01-01\n-->\nText'));

test('lines are reported where the dialect is off', () =>
  expectReported('pelican', 'Title: x\nDate: 2024-01-01\n\nText'));

test.each([
  ['[a]({filename}b.md) [c](|filename|/d.md)', '[a](b.md) [c](/d.md)'],
  ['![a]({static}/b.png) <img src="{attach}c.png">', '![a](/b.png) <img src="c.png">'],
  ['[a][b]\n\n[b]: {filename}/c.md', '[a][b]\n\n[b]: /c.md'],
  ['`[a]({static}b)` {static}c', '`[a]({static}b)` {static}c'],
])('addresses: %j is %j', (body, markdown) => {
  expect(readBody(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

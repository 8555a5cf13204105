import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

const files = ['a.note.md', 'b.md'];

function read(body: string, detected: readonly string[] = ['dendron']) {
  const findNamed = (name: string) => files.find((file) => file === `${name}.md`) ?? null;
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml: false, detected, findNamed });
  return { markdown: value?.markdown, problems: problems.map(({ line, column, code }) => `${line}:${column} ${code}`) };
}

test.each([
  ['a note', '[[a.note]]', '[a.note](/a.note.md)'],
  ['a text in front', '[[the text|a.note]]', '[the text](/a.note.md)'],
  ['a heading', '[[the text|a.note#One two]]', '[the text](/a.note.md#one-two)'],
  ['a vault', '[[dendron://my-vault/a.note]] [[b|dendron://v/b]]', '[a.note](/a.note.md) [b](/b.md)'],
  ['a note that is embedded', '![[a.note]]', '[a.note](/a.note.md)'],
  ['a cell', '|a|\n|-|\n|[[c\\|b]]|', '|a|\n|-|\n|[c](/b.md)|'],
  ['code', '`[[c|b]]`', '`[[c|b]]`'],
])('%s', (_, body, markdown) => {
  expect(read(body)).toEqual({ markdown, problems: [] });
});

test('a link that leads nowhere is reported where it stands, and stays as it is written', () => {
  expect(read('a [[text|gone]]')).toEqual({ markdown: 'a \\[[text|gone]]', problems: ['1:3 broken-link'] });
});

test('in other folders the name comes first', () => {
  expect(read('[[b|a.note]]', []).markdown).toBe('[a.note](/b.md)');
});

test('sizes behind images go', () => {
  expect(read('![a](b){ height: 200px; } {height: 1} `{width: 1px}`').markdown).toBe(
    '![a](b) {height: 1} `{width: 1px}`',
  );
});

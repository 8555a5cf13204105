import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

const foundIn = (body: string) =>
  renderBody(body, { resolve: () => null, trustedHtml: false }).problems.map(
    ({ line, column, found }) => `${line}:${column} ${found}`,
  );

test('addresses that are not published are reported, each kind once', () => {
  expect(
    foundIn(
      '![a](data:image/png;base64,AA) ![b](data:image/gif;base64,AA)\n\n[c](obsidian://open) [d][e]\n\n[e]: data:text/html,f',
    ),
  ).toEqual([
    '1:1 `data:` as the address of an image. It is removed (2 times)',
    '3:1 `obsidian:` as the address of a link. Only its text stays',
    '3:22 `data:` as the address of a link. Only its text stays',
  ]);
});

test.each([
  '[a](https://e.org) [b](mailto:c@d.org) [e](tel:1) ![f](http://e.org/g.png)',
  '[a](b:c.md "d")'.replace('b:', './b:'),
  '`[a](data:b)`',
  '[a]: data:b',
])('nothing is reported for %s', (body) => {
  expect(foundIn(`x ${body}`)).toEqual([]);
});

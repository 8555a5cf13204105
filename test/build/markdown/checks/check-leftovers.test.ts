import { expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

test.each([
  ['where a link in it was rewritten', '- a [[Page]] {{query [[Page]]}}', '`{{query [[Page]]}}`'],
  ['in another line', 'a\n\n> {{[[Page]]}}', '`{{[[Page]]}}`'],
])('what is left is quoted as its author wrote it: %s', (_, body, written) => {
  const { problems } = renderBody(body, { resolve: () => null, trustedHtml: false, findNamed: () => 'Page.md' });
  expect(problems.map(({ found }) => found.replace(/, an expression.*/, ''))).toEqual([written]);
});

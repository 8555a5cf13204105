import { expect, test } from 'vitest';
import { renderBody } from '../../../../build/markdown/render-body.ts';

const options = { resolve: () => null, trustedHtml: false, lineBreaks: true };

test.each([
  ['lines', 'a\n  b  \n*c\nd*', '<p>a<br>b<br><em>c<br>d</em></p>\n'],
  ['what breaks already', 'a<br>\nb\\\nc  \nd', '<p>a<br>\nb<br>c<br>d</p>\n'],
  [
    'an indented line of a paragraph in an item',
    '- a\n\n    b\n        c\n      d\n    e',
    '<ul>\n<li><p>a</p>\n<p>  b<br>c<br>d<br>\ne</p>\n</li>\n</ul>\n',
  ],
  ['no heading, code or table', '# a\n\n    b\n    c\n\n| d |\n|---|\n| e |', null],
])('each line of a paragraph breaks once: %s', (_, body, html) => {
  const { html: found } = renderBody(body, options).value ?? {};
  expect(found).toBe(html ?? renderBody(body, { ...options, lineBreaks: false }).value?.html);
});

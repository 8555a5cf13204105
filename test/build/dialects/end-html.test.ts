import { expect, test } from 'vitest';
import { readBody as read } from '../../support/read-body.ts';

test.each([
  ['an image', '<img src="a">\n**b**', '<img src="a">\n\n**b**'],
  ['an end tag', '<div>\n<b>a</b>\n</div>\n## b', '<div>\n<b>a</b>\n</div>\n\n## b'],
  ['more HTML', '<br>\n<div>a</div>\n- b', '<br>\n<div>a</div>\n\n- b'],
  ['an open element', '<div>\n**a**\n</div>', null],
  ['a blank line', '<br>\n\n**a**', null],
  ['code', '<pre>\na\n</pre>\nb', null],
  ['a paragraph', 'a <b>b</b>\nc', null],
])('in a folder of some programs, the text below %s is Markdown', (_, body, markdown) => {
  for (const program of ['jekyll', 'mkdocs']) expect(read(body, [program]).markdown).toBe(markdown ?? body);
  expect(read(body).markdown).toBe(body);
});

import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../support/read-body.ts';

test.each([
  ['an image', '<img src="a">\n**b**', '<img src="a">\n\n**b**'],
  ['an end tag', '<div>\n<b>a</b>\n</div>\n## b', '<div>\n<b>a</b>\n</div>\n\n## b'],
  ['more HTML', '<br>\n<div>a</div>\n- b', '<br>\n<div>a</div>\n\n- b'],
  ['an open element', '<div>\n**a**\n</div>', null],
  ['a blank line', '<br>\n\n**a**', null],
  ['code', '<pre>\na\n</pre>\nb', null],
  ['a paragraph', 'a <b>b</b>\nc', null],
])('in a folder of some programs, the text below %s is Markdown', (_, body, markdown) => {
  for (const program of ['jekyll', 'mkdocs']) expect(read(body, [program]).html).toBe(htmlOf(markdown ?? body));
  expect(read(body).html).toBe(htmlOf(body));
});

test.each([
  ['in a line', 'a :tada: b', 'a 🎉 b'],
  ['with signs', '(:+1:) :white_check_mark:, :star:。', '(👍) ✅, ⭐。'],
  ['in a heading', '## :rocket: Start', '## 🚀 Start'],
  [
    'in links',
    '[a :tada:](b.md) **:tada:** | [:tada:](https://a.example)',
    '[a 🎉](b.md) **🎉** | [🎉](https://a.example)',
  ],
  ['in items', '- `:tada:` :tada:', '- `:tada:` 🎉'],
  ['in labels', '[:tada:]\n\n[:tada:]: https://a.example', '[🎉](https://a.example)'],
  ['of no emoji', ':math: :fire_and_ice:', null],
  ['in code', '`:tada:`\n\n```\n:tada:\n```', null],
  ['in what is no name', '10:100:30 a:key:b std::fire::c https://a.example/:star:/ <b title=":tada:">c</b>', null],
])('names of emoji %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
});

test.each([
  ['[a](@/b/c.md#d)', '[a](/b/c.md#d)'],
  ['[a][b]\n\n[b]: @/c.md', '[a][b]\n\n[b]: /c.md'],
  ['<a href="@/b.md">c</a>', '<a href="/b.md">c</a>'],
  ['`[a](@/b.md)` @/c', '`[a](@/b.md)` @/c'],
])('an internal link of Zola, %j, is %j', (body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

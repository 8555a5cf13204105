import { expect, test } from 'vitest';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';
import { expectBody, expectReported } from '../../../support/read-header.ts';

test('splits a header that nothing opens', () =>
  expectBody('title: x\ntags:\n- a\n\n# b\nid: 3\n---\nText', 'Text', 8));

test('is reported where the dialect is off', () => expectReported('hexo', 'title: x\ntags:\n- a\n---\nText'));

test.each([
  ['an image', '{% asset_img b.png %}', '![](<a/b.png>)'],
  ['its title', '{% asset_img left "b c.png" 100 50 "A [title]" %}', '![A \\[title\\]](<a/b c.png>)'],
  [
    'a post',
    '- {% post_link Page %}, {% post_link sub/Other_page A title %}',
    '- [Page](/Page.md), [A title](/sub/Other_page.md)',
  ],
  ['code', '{% codeblock a.js lang:js %}\nb *c*\n{% endcodeblock %}', '```js\nb *c*\n```'],
  ['a quote', '{% blockquote %}\na *b*\n{% endblockquote %}', '<blockquote>\n\n\na *b*\n\n\n</blockquote>\n\n'],
  [
    'who is quoted',
    '{% quote A. Name https://a.example/b Some text %}c{% endquote %}',
    '<blockquote>\n\nc\n\n— A. Name [Some text](<https://a.example/b>)\n\n</blockquote>\n\n',
  ],
  ['no code', '`{% asset_img b.png %}`', '`{% asset_img b.png %}`'],
])('tags become Markdown: %s', (_, body, markdown) => {
  expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
});

test.each(['{% asset_img b %}', '{% post_link Gone %}'])('a tag that names nothing is reported: %s', (body) => {
  expect(read(body)).toMatchObject({ html: htmlOf(body), problems: ['1:1 template-syntax'] });
});

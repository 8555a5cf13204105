import { describe, expect, test } from 'vitest';
import { pairDelimiters } from '../../../build/markdown/parse/emphasis.ts';
import { renderBody } from '../../support/render-body.ts';
import { renderMarkdown } from '../../support/render-markdown.ts';

function expectHtml(body: string, html: string): void {
  const { value } = renderBody(body, { resolve: () => null, trustedHtml: false });
  expect(value?.html).toBe(html);
  expect(value?.markdown).toBe(body);
}

describe('emphasis beside Chinese, Japanese and Korean', () => {
  test.each([
    ['behind a bracket', '对**栈(Stack)**的', '<p>对<strong>栈(Stack)</strong>的</p>\n'],
    ['behind punctuation of full width', '**注意：**请', '<p><strong>注意：</strong>请</p>\n'],
    ['around quotes', '是*“a”*的**b**', '<p>是<em>“a”</em>的<strong>b</strong></p>\n'],
    ['around code', 'を**`c`**に', '<p>を<strong><code>c</code></strong>に</p>\n'],
    ['around a link', '은**[b](c)**를', '<p>은<strong><a href="c">b</a></strong>를</p>\n'],
    ['in an item, on its second line', '- a\n  对**(b)**的', '<ul>\n<li>a\n对<strong>(b)</strong>的</li>\n</ul>\n'],
    ['in a quote', '> 对***(b)***的', '<blockquote>\n<p>对<em><strong>(b)</strong></em>的</p>\n</blockquote>\n'],
    [
      'in a cell',
      '|a|b|\n|-|-|\n|对**(c)**的|**|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>对<strong>(c)</strong>的</td>\n<td>**</td>\n</tr>\n</tbody></table>\n',
    ],
  ])('%s', (_, body, html) => expectHtml(body, html));

  test.each(['**普通**的', '对`**(b)**`的', '对\\**(b)*\\*的', '对**(b) 的', 'a**(b)**c', '对** (b) **的'])(
    'as CommonMark has it: %s',
    (body) => {
      expect(renderBody(body, { resolve: () => null, trustedHtml: false }).value?.markdown).toBe(body);
    },
  );

  test.each([
    ...['*a **b** c*', '***a** b*', '*a***b**', '**a*b**c*', '*a*b*c*', 'a * b * c', '**a** **b', '***a***', '*a**b*'],
    '**a*',
  ])('pairs are those of CommonMark: %s', (text) => {
    let html = text;
    const tags = [...pairDelimiters(text)].flatMap(([open, { close, width }]) => {
      const name = width === 2 ? 'strong' : 'em';
      return [
        { at: open, width, tag: `<${name}>` },
        { at: close, width, tag: `</${name}>` },
      ];
    });
    for (const { at, width, tag } of tags.sort((a, b) => b.at - a.at))
      html = html.slice(0, at) + tag + html.slice(at + width);
    expect(`<p>${html}</p>\n`).toBe(renderMarkdown(text));
  });
});

test.each([
  ['a comma of full width', 'https://e.org/a，b', '<p><a href="https://e.org/a">https://e.org/a</a>，b</p>\n'],
  ['a link', 'https://e.org[a](b)', '<p><a href="https://e.org">https://e.org</a><a href="b">a</a></p>\n'],
  ['a full stop, without a scheme', 'www.e.org。b', '<p><a href="http://www.e.org">www.e.org</a>。b</p>\n'],
])('a bare address ends before %s', (_, body, html) => expectHtml(body, html));

test('a bare address with a bar leaves the table whole', () => {
  expectHtml(
    '|http://e.org/a\\|b。c|\n|-|',
    '<table>\n<thead>\n<tr>\n<th><a href="http://e.org/a%7Cb">http://e.org/a|b</a>。c</th>\n</tr>\n</thead>\n</table>\n',
  );
});

test.each([
  ['between words', '1~2, 20~30 `3~4`', '<p>1~2, 20~30 <code>3~4</code></p>\n'],
  ['around words', '~a~ ~~b~~', '<p><del>a</del> <del>b</del></p>\n'],
])('tildes %s', (_, body, html) => expectHtml(body, html));

test.each([
  ['behind the text of an item', '* a\n<br>\n![](b)', '<ul>\n<li>a\n<br>\n<img src="b" alt=""></li>\n</ul>\n'],
  ['in an item', '- a\n  <span>\n  *b*</span>', '<ul>\n<li>a\n<span>\n<em>b</em></span></li>\n</ul>\n'],
])('a tag alone on its line is part of the paragraph: %s', (_, body, html) => expectHtml(body, html));

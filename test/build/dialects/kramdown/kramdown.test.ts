import { describe, expect, test } from 'vitest';
import { readBody as read } from '../../../support/read-body.ts';

describe('lists of attributes give their id and vanish', () => {
  test.each([
    ['behind headings', '## a {#b .c}\n\n## d {.e}\n\n## h {#i} ##', '## a {#b}\n\n## d\n\n## h {#i}'],
    ['behind an underlined heading', 'a {: #b}\n---', 'a {#b}\n---'],
    ['below a heading', '## a\n{: #b .c}\n\nd', '## a {#b}\n\nd'],
    ['below a paragraph', 'a\n{: .b}\n\nc', 'a\n\nc'],
    ['below a paragraph, with an id', 'a\n{: #b}', 'a\n<div id="b"></div>\n'],
    [
      'below items, quotes and tables',
      '- a\n{: .b}\n\n> c\n{: .d}\n\n|e|\n|-|\n|f|\n{: .g}',
      '- a\n\n> c\n\n|e|\n|-|\n|f|',
    ],
    ['before a block', '{: .a}\n## b', '\n## b'],
    ['in a quote', '> a\n> {: .b}', '> a'],
    ['without a colon', '![a](b)\n{.c width=50%}', '![a](b)'],
    [
      'behind links and the like',
      '[a](b){:target="_blank"} ![c](d){width=50%} *e*{: .f} `g`{.h}',
      '[a](b) ![c](d) *e* `g`',
    ],
    ['behind a link, with an id', '[a](b){: #c}', '[a](b)<a id="c"></a>'],
    ['a table of contents', 'a\n\n* TOC\n{:toc}\n\nb', 'a\n\n\n\nb'],
    [
      'comments and marks of kramdown',
      '{::comment}\na\n{:/comment}\n\n{::options b="c" /}\n\n{::nomarkdown}d{:/}',
      '\n\n\n\nd',
    ],
  ])('%s', (_, body, markdown) => {
    expect(read(body)).toMatchObject({ markdown, problems: [] });
  });

  test.each([
    '## a {#b}',
    'a {b} {"c": 1}',
    '$x_{.5}$ \\frac{.a}',
    '`{: .a}`',
    '    {: .a}',
    '~~~\n{: .a}\n~~~',
    'a {.b} c',
    '*a*{b}',
    'a{#b}',
  ])('none: %s', (body) => {
    expect(read(body).markdown).toBe(body);
  });
});

describe('Markdown in HTML', () => {
  test.each([
    [
      'on lines of its own',
      '<div class="a" markdown="1">\n  *b*\n\n  - c\n</div>',
      '<div class="a"><p><em>b</em></p>\n<ul>\n<li>c</li>\n</ul>\n</div>',
    ],
    ['on one line', "<div markdown='block'>*a*</div>\n\nb", '<div><p><em>a</em></p>\n</div><p>b</p>\n'],
    [
      'without a value',
      '<details markdown>\n<summary>a</summary>\n*b*\n</details>',
      '<details><summary>a</summary>\n*b*</details>',
    ],
    ['a paragraph', '<p markdown="1">*a*</p>', '<p><em>a</em></p>\n'],
    ['in a paragraph', 'a <span markdown="1">*b*</span>', '<p>a <span><em>b</em></span></p>\n'],
    ['not to be read', '<div markdown="0">*a*</div>', '<div>*a*</div>'],
  ])('%s', (_, body, html) => {
    expect(read(body)).toMatchObject({ html, problems: [] });
  });
});

import { describe, expect, test } from 'vitest';
import { flat, htmlOf, readBody as read } from '../../../support/read-body.ts';

describe('lists of attributes give their id and vanish', () => {
  test.each([
    ['behind headings', '## a {#b .c}\n\n## d {.e}\n\n## h {#i} ##', '## a {#b}\n\n## d\n\n## h {#i}'],
    ['behind an underlined heading', 'a {: #b}\n---', 'a {#b}\n---'],
    ['what explains abbreviations', 'An HTML *[b]: c*\n\n*[HTML]: d\n*[a b]: e', 'An HTML *[b]: c*'],
    ['of several classes', '## a {.graf--h3.graf-after--p}\n\n![b](c){.d.e}', '## a\n\n![b](c)'],
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
    ['that define a name', '{: b: style="c"}\na', '\na'],
    ['without a colon', '![a](b)\n{.c width=50%}', '![a](b)'],
    [
      'behind links and the like',
      '[a](b){:target="_blank"}[a](b){:target="\\_blank" .c} ![c](d){width=50%} *e*{: .f} `g`{.h}',
      '[a](b)[a](b) ![c](d) *e* `g`',
    ],
    ['with signs between them', '![a](b){align=right; .f} `c`{.d, .e}', '![a](b) `c`'],
    ['with a space before it', '![a](b){ width=50% }', '![a](b)'],
    [
      'of the size of an image',
      '![a](b "c"){ width="100"; .d } ![e][f]{:height=20px}\n\n[f]: g',
      '<img src="b" alt="a" width="100" title="c"> <img src="g" alt="e" height="20">\n\n[f]: g',
    ],
    ['behind a link without text and address', '[](){#a}\n\n## b', '<a id="a"></a>\n\n## b'],
    ['behind a link, with an id', '[a](b){: #c}', '[a](b)<a id="c"></a>'],
    [
      'in items and cells, and at the end of text',
      '- {: .a} b\n\n  c\n\n|d {: .e}|f {: #g} |\n|-|-|\n\nh {: .i j="k"}',
      '- b\n\n  c\n\n|d |f <a id="g"></a>|\n|-|-|\n\nh',
    ],
    ['a table of contents', 'a\n\n* TOC\n{:toc}\n\nb', 'a\n\n\n\nb'],
    [
      'comments and marks of kramdown',
      '{::comment}\na\n{:/comment}\n\n{::options b="c" /}\n\n{::nomarkdown}d{:/}',
      '\n\n\n\nd',
    ],
  ])('%s', (_, body, markdown) => {
    expect(read(body)).toMatchObject({ html: htmlOf(markdown), problems: [] });
  });

  test.each([
    [
      'between marks of a template',
      '{% raw %}\nUse {{ x }}.\n\n{::comment}\nsecret\n{:/comment}\n\nshown\n{% endraw %}',
    ],
    ['in HTML', '<div markdown="1">\n{::comment}secret{:/}\nshown\n</div>'],
  ])('a comment %s', (_, body) => {
    const { html } = read(body);
    expect(html).not.toContain('secret');
    expect(html).toContain('shown');
  });

  test.each([
    ...['## a {#b}', 'a {b} {"c": 1}', '$x_{.5}$ \\frac{.a}', '`{: .a}`', '    {: .a}', '~~~\n{: .a}\n~~~', 'a {.b} c'],
    ...['*a*{.b `c`} `d`{e=`f`}', 'a {:b} "{:#x}" {:.2f}', '*a*{b}', 'a{#b}'],
  ])('none: %s', (body) => {
    expect(read(body).html).toBe(htmlOf(body));
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
    [
      'in a figure, and in its caption',
      '<figure markdown="span">\n    ![a](b.svg "c")\n    <figcaption>*d*</figcaption>\n</figure>\n\ne',
      '<figure><p><img src="b.svg" alt="a" title="c"></p>\n<figcaption><p><em>d</em></p>\n</figcaption></figure><p>e</p>\n',
    ],
    [
      'in a figure with a plain caption above the image',
      '<figure markdown="span">\n  <figcaption markdown="1">\n    a\n  </figcaption>\n  ![b](c)\n</figure>',
      '<figure><figcaption><p>a</p>\n</figcaption><p><img src="c" alt="b"></p>\n</figure>',
    ],
    [
      'in a caption on lines of its own',
      '<figure markdown="span">\n    ![a](b)\n    <figcaption>\n        *c*\n    </figcaption>\n</figure>',
      '<figure><p><img src="b" alt="a"></p>\n<figcaption><p><em>c</em></p>\n</figcaption></figure>',
    ],
    [
      'in a figure alone',
      '<figure markdown="block">\n    ![a](b)\n    <figcaption>*c*</figcaption>\n</figure>',
      '<figure><p><img src="b" alt="a"></p>\n<figcaption>*c*</figcaption></figure>',
    ],
    ['not around words', '<p markdown="span"><b>*a*</b></p>', '<p><b><em>a</em></b></p>\n'],
    [
      'in one of two',
      '<figure markdown="span"><div markdown="span">*a*</div><p>*b*</p></figure>',
      '<figure><div><p><em>a</em></p>\n</div><p><em>b</em></p>\n</figure>',
    ],
    [
      'in a list',
      '<ul markdown="span"><li>*a*</li><li>b</li></ul>',
      '<ul><li><p><em>a</em></p>\n</li><li><p>b</p>\n</li></ul>',
    ],
    ['not to be read', '<div markdown="0">*a*</div>', '<div>*a*</div>'],
  ])('%s', (_, body, html) => {
    expect(read(body)).toMatchObject({ html: flat(html), problems: [] });
  });
});

describe('definitions', () => {
  test.each([
    ['a term', 'A\n: b *c*', '<dl><dt>A</dt><dd><p>b <em>c</em></p></dd></dl>'],
    [
      'terms with markup, and several definitions',
      '*A*\n`B`\n:   c\n: d',
      '<dl><dt><p><em>A</em></p></dt><dt><p><code>B</code></p></dt><dd><p>c</p></dd><dd><p>d</p></dd></dl>',
    ],
    [
      'one after the other, and text behind',
      'A\n: b\n\nC\n: d\ne\n\nF',
      '<dl><dt>A</dt><dd><p>b</p></dd><dt>C</dt><dd><p>de</p></dd></dl><p>F</p>',
    ],
    [
      'with blocks',
      'A\n\n:   b\n\n    - c\n\n        d',
      '<dl><dt>A</dt><dd><p>b</p><ul><li><p>c</p><p>  d</p></li></ul></dd></dl>',
    ],
  ])('%s', (_, body, html) => {
    const found = read(body);
    expect(found.html?.replaceAll('\n', '')).toBe(html);
    expect(found.problems).toEqual([]);
  });

  test.each([
    ...['# A\n: b', '- A\n: b', '> A\n: b', '```\nA\n: b\n```', 'A\n:b', ': b', '|a|\n|-|\n|b|\n: c'],
    'a\nb\nc\nd\n: e',
  ])('none: %j', (body) => {
    expect(read(body).html).toBe(htmlOf(body));
  });
});

test.each([
  ['a[^1] [b]\n\n[^1]: c\nd\n[b]: /e\n[f]: /g\n', 'a[^1] [b]\n\n[^1]: c\nd\n\n[b]: /e\n[f]: /g\n'],
  ['a[^1]\n\n[^1]: b\n[^2]: c\n[d] e', null],
  ['a[^1]\n\n```\n[b]: c\n[d]: e\n```\n\n[^1]: f', null],
])('a footnote ends at the definition of a link: %j', (body, markdown) => {
  expect(read(body).html).toBe(htmlOf(markdown ?? body));
});

test('problems in lists of definitions stand where the author sees them', () => {
  const { problems } = read('A\n\n: [b](#gone)\n\n\nC [d](#gone)\nE\n: f\n\n    [g](#gone)\n: [h](#gone)');
  expect(problems).toEqual(['3:7', '6:7', '10:9', '11:7'].map((place) => `${place} broken-anchor`));
});

test.each([
  ['a list of definitions', 'A\n\n: b', 'A'],
  ['an element with Markdown in it', '<div markdown="1">\n\na *b*\n\n</div>\n\nc', 'a b'],
  ['none of an element beside the text', '<aside markdown="1">\n\na\n\n</aside>\n\nb', 'b'],
])('the excerpt is of %s', (_, body, excerpt) => {
  expect(read(body).excerpt).toBe(excerpt);
});

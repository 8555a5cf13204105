import { describe, expect, test } from 'vitest';
import { usesMath } from '../../../../build/markdown/parse/formulas.ts';
import { renderBody } from '../../../support/render-body.ts';

const inline = (formula: string) => `<span class="math inline">${formula}</span>`;
const display = (formula: string) => `<span class="math display">${formula}</span>`;

/** The HTML of a body, whose Markdown stays as it is written. */
function read(markdown: string, single = false, apart = false): string | undefined {
  const detected = [...(single ? ['tex'] : []), ...(apart ? ['jekyll'] : [])];
  const { value } = renderBody(markdown, { resolve: () => null, trustedHtml: false, detected });
  expect(value?.markdown).toBe(markdown);
  return value?.html;
}

describe('a formula is as it is written, and nothing in it is Markdown', () => {
  test.each([
    ['in a line', 'a $$x_1*y*$$ b', `<p>a ${inline('\\(x_1*y*\\)')} b</p>\n`],
    ['with what HTML reads', '$$a<b>c & d$$', `<p>${display('$$a&lt;b&gt;c &amp; d$$')}</p>\n`],
    [
      'on several lines',
      'a\n$$\n- x\n= y\n\n# z\n$$\n*b*',
      `<p>a\n${display('$$\n- x\n= y\n\n# z\n$$')}\n<em>b</em></p>\n`,
    ],
    ['in an item', '- $$\n  - x\n  $$', `<ul>\n<li>${display('$$\n- x\n$$')}</li>\n</ul>\n`],
    [
      'in items one after the other',
      '- $$\n  x\n  $$\n- a\n  $$\n  y\n  $$',
      `<ul>\n<li>${display('$$\nx\n$$')}</li>\n<li>a\n${display('$$\ny\n$$')}</li>\n</ul>\n`,
    ],
    ['in a quote', '> $$\n> - x\n> $$', `<blockquote>\n<p>${display('$$\n- x\n$$')}</p>\n</blockquote>\n`],
    ['in emphasis', '*a $$x*y$$ b*', `<p><em>a ${inline('\\(x*y\\)')} b</em></p>\n`],
    ['in a link', '[$$x_1*y*$$](z)', `<p><a href="z">${inline('\\(x_1*y*\\)')}</a></p>\n`],
    ['in a heading', '## $$x$$', `<h2 id="x">${display('$$x$$')}</h2>\n`],
    ['between parentheses', '\\(x_1*y*\\) \\(O(n)\\)', `<p>${inline('\\(x_1*y*\\)')} ${inline('\\(O(n)\\)')}</p>\n`],
    ['between brackets', '\\[\n\\frac{a}{b}\n- c\n\\]', `<p>${display('\\[\n\\frac{a}{b}\n- c\n\\]')}</p>\n`],
    ['with two backslashes', '\\\\(x_1*y*\\\\)', `<p>${inline('\\(x_1*y*\\)')}</p>\n`],
    ['escaped nowhere else', '\\(\\\\x_1\\{\\) $$\\_$$', `<p>${inline('\\(\\\\x_1\\{\\)')} $$_$$</p>\n`],
  ])('%s', (_, markdown, html) => {
    expect(read(markdown)).toBe(html);
  });
});

describe('a formula between doubled backslashes is without the escapes of Markdown', () => {
  test.each([
    ['a command', '\\\\[ \\\\frac \\{\\alpha \\}2 \\\\]', `<p>${display('\\[ \\frac {\\alpha }2 \\]')}</p>\n`],
    ['an index', '\\\\(k\\_\\{s\\}\\\\), *a*', `<p>${inline('\\(k_{s}\\)')}, <em>a</em></p>\n`],
    [
      'ends of lines, and braces',
      '\\\\[ \\\\{x\\_1\\\\} \\\\\\\\[2pt] y\\\\\\{ \\\\\\\\\nz \\\\]',
      `<p>${display('\\[ \\{x_1\\} \\\\[2pt] y\\{ \\\\\nz \\]')}</p>\n`,
    ],
    ['commands of TeX', '\\\\(x\\_1\\,2\\;3\\%\\\\)', `<p>${inline('\\(x_1\\,2\\;3\\%\\)')}</p>\n`],
    ['bars in a cell', '|a|\n|-|\n|\\\\(\\|x\\_1\\|\\\\)|', /<td><[^<>]*>\\\(\|x_1\|\\\)<\/span><\/td>/],
    ['with brackets', '\\\\( f\\[x\\](a\\_1) \\[b^2\\] \\\\)', `<p>${inline('\\( f[x](a_1) [b^2] \\)')}</p>\n`],
    ['more backslashes', '\\\\\\(x^2\\\\\\) \\\\\\\\[x^2\\\\]', '<p>\\(x^2\\) \\\\[x^2\\]</p>\n'],
    ['text', '\\\\(foo\\_bar\\\\) \\\\(a\\\\_b\\\\)', '<p>\\(foo_bar\\) \\(a\\_b\\)</p>\n'],
    ['a template', '\\\\[x\\_1 = {% y %}\\\\]', '<p>\\[x_1 = {% y %}\\]</p>\n'],
  ])('%s', (_, markdown, html) => {
    if (typeof html === 'string') expect(read(markdown)).toBe(html);
    else expect(read(markdown)).toMatch(html);
  });
});

test.each([
  ...[
    ['$\\\\{x\\_1\\\\}$', '$\\{x_1\\}$'],
    ['$x\\\\,y\\_1$', '$x\\,y_1$'],
    ['$$\nx\\_1 \\\\\\\\\ny\\\\;z\n$$', '$$\nx_1 \\\\\ny\\;z\n$$'],
  ],
  // What KaTeX shows as an error, and an underscore where an index begins.
  ...[
    ['$K\\_6 + f^\\*$', '$K_6 + f^*$'],
    ['$\\sum\\_{i} x^{2}\\_i$', '$\\sum_{i} x^{2}_i$'],
    ['$f\\[x\\]\\(y\\) \\- 1 \\+ 2$', '$f[x](y) - 1 + 2$'],
    ['$a \\< b \\? c \\@ d$', '$a &lt; b ? c @ d$'],
    ['$$\nx\\_1 \\\\[2pt]\ny\n$$', '$$\nx_1 \\\\[2pt]\ny\n$$'],
  ],
  // No proof, or proof of the opposite: TeX has spaces, characters and accents of these names.
  ...[
    ...[
      '$max\\_len$',
      '$\\text{a\\_b \\- c}$',
      '$\\mathrm{no\\_x}$',
      '$x\\!y\\:z$',
      '$x\\#\\%\\{y\\}\\|z\\|$',
      '$x\\^1 \\~2 \\=3$',
    ],
    ...['$$x \\\\ y$$', '$$x \\\\{} y$$', '$$x \\\\\\\\ y \\\\ z$$', '$$\\{x\\} \\\\\\\\ y$$'],
    '$x\\,y\\!z$',
  ].map((same) => [same, same]),
])('escapes of Markdown between dollars are taken out where they are certain: %j', (markdown, formula = '') => {
  expect(read(markdown, true)).toContain(`>${formula}</span>`);
});

test.each([
  ['$x$**-ary** a', '$x$<strong>-ary</strong> a'],
  ['\\(x^2\\)**-ary** a', '\\(x^2\\)<strong>-ary</strong> a'],
  ['$x$*-元* $y$', '$x$<em>-元</em> $y$'],
  ['**a:**$x$, _a._$x$', '<strong>a:</strong>$x$, <em>a.</em>$x$'],
  ['a~~.~~$x$', 'a~~.~~$x$'],
  ['$x$~~-ary~~ a', '$x$<del>-ary</del> a'],
  ['**$x$**th, *a $x$*b', '**$x$**th, *a $x$*b'],
  ['a**$x$**, a~~$x$~~', 'a**$x$**, a~~$x$~~'],
  ['**$x$**, **$x$**的, ~~$x$~~', '<strong>$x$</strong>, <strong>$x$</strong>的, <del>$x$</del>'],
])('emphasis beside a formula is read as beside a dollar: %j', (markdown, html) => {
  const { value } = renderBody(markdown, { resolve: () => null, trustedHtml: false, detected: ['tex'] });
  expect(value?.html.replace(/<\/?span[^>]*>/g, '')).toBe(`<p>${html}</p>\n`);
});

test.each([
  ['a $$x$$ b', 'i'],
  ['$$x$$ is b', 'i'],
  ['$$x$$이라고', 'i'],
  ['a\nb $$x$$, $$y$$\nc', 'ii'],
  ['$$x$$ = $$y$$', 'ii'],
  ['$y$ $$x$$', 'ii'],
  ['*a* $$x$$.', 'i'],
  ['## A $$x$$', 'i'],
  ['| a $$x$$ |\n|-|', 'i'],
  ['- a $$x$$ b', 'i'],
  // Alone on its line, but for punctuation, a number, tags, or attributes.
  ['$$x$$', 'd'],
  ['a:\n$$x$$.\nb', 'd'],
  ['**$$x$$**', 'd'],
  ['$$x$$ (1)', 'd'],
  ['<font color="red">$$x$$</font><br>', 'd'],
  ['$$x$$ {#eq:x}', 'd'],
  ['- > $$x$$', 'd'],
  ['$$x$$\n\na $$x$$ b\n\n$$x$$', 'did'],
  // On lines of its own, or with what only formulas that are displayed have.
  ['a $$\nx\n$$ b', 'd'],
  ['a $$x \\tag{1}$$ b', 'd'],
  ['a $$\\begin{align*}x\\end{align*}$$ b', 'd'],
  ['a \\[x^2\\] b', 'd'],
])('words beside a formula between $$ make it one in a line: %j', (markdown, kinds) => {
  const found = [...(read(markdown, true) ?? '').matchAll(/class="math (\w)/g)].map(([, kind]) => kind);
  expect(found.join('')).toBe(kinds);
});

test.each([
  ['a\n$$x$$\nb', 'i'],
  ['- a\n  $$x$$', 'i'],
  ['$$x$$\n$$y$$', 'ii'],
  ['a\n\n$$x$$ (1)\n\n- $$y$$\n\nb', 'dd'],
  ['a\n$$\nx\n$$\nb', 'd'],
])('in a folder of Jekyll, words in the paragraph do: %j', (markdown, kinds) => {
  const found = [...(read(markdown, false, true) ?? '').matchAll(/class="math (\w)/g)].map(([, kind]) => kind);
  expect(found.join('')).toBe(kinds);
});

test.each([
  ['in code', '`$$a*b*$$`', '<p><code>$$a*b*$$</code></p>\n'],
  ['in a fence', '~~~\n$$\na\n$$\n~~~', '<pre><code>$$\na\n$$\n</code></pre>\n'],
  ['in indented code', '    $$\n    a\n    $$', '<pre><code>$$\na\n$$\n</code></pre>\n'],
  ['escaped', '\\$$a*b*$$', '<p>$$a<em>b</em>$$</p>\n'],
  ['with more dollars', '$$$a*b*$$$', '<p>$$$a<em>b</em>$$$</p>\n'],
  ['without its end', '$$a *b*', '<p>$$a <em>b</em></p>\n'],
  ['between single dollars', '$a*b*$', '<p>$a<em>b</em>$</p>\n'],
  ['brackets of text', '\\[1\\] \\[x\\] \\[see \\*a\\*\\]', '<p>[1] [x] [see *a*]</p>\n'],
  ['parentheses of text', '\\(see this\\) \\(a\\)', '<p>(see this) (a)</p>\n'],
  [
    'options and expressions',
    '\\( -d \\) \\[[^a]\\d+\\] \\[[a](b?c_d)\\]',
    '<p>( -d ) [[^a]\\d+] [<a href="b?c_d">a</a>]</p>\n',
  ],
  ['without letters', "[['$$', '$$']]", "<p>[['$$', '$$']]</p>\n"],
  ['over paragraphs', '$$ a\n\nb $$', '<p>$$ a</p>\n<p>b $$</p>\n'],
])('none: %s', (_, markdown, html) => {
  expect(read(markdown)).toBe(html);
});

test.each([
  ['a formula', 'a $x_1*y*$, $z$', `<p>a ${inline('$x_1*y*$')}, ${inline('$z$')}</p>\n`],
  ['in a cell', '|a|\n|-|\n|$x*y*$|', new RegExp(`<td>${'<span class="math inline">\\$x\\*y\\*\\$</span>'}</td>`)],
  ['a letter', '\\(n\\)', `<p>${inline('\\(n\\)')}</p>\n`],
  ['prices', '$5 and $10, $5-$10, *US$5*', '<p>$5 and $10, $5-$10, <em>US$5</em></p>\n'],
  [
    'variables',
    '$GOPATH/pkg/$GOOS, **$a** and **$b** $(c "$d")',
    '<p>$GOPATH/pkg/$GOOS, <strong>$a</strong> and <strong>$b</strong> $(c "$d")</p>\n',
  ],
  ['behind a formula', 'the $n$th, $x$字', `<p>the ${inline('$n$')}th, ${inline('$x$')}字</p>\n`],
  [
    'beside one on several lines',
    'a $x$\n$$\ny*z*\n$$\nb $x*y*$, $c\n$$\nz\n$$\nd$',
    `<p>a ${inline('$x$')}\n${display('$$\ny*z*\n$$')}\nb ${inline('$x*y*$')}, $c\n${display('$$\nz\n$$')}\nd$</p>\n`,
  ],
  [
    'in a quote with one on several lines',
    '> $$\n> x\n> $$\n>\n> $a*b*$',
    `<blockquote>\n<p>${display('$$\nx\n$$')}</p>\n<p>${inline('$a*b*$')}</p>\n</blockquote>\n`,
  ],
  ['code', '$a `b$`', '<p>$a <code>b$</code></p>\n'],
  ['attributes', '<b title="$1">a$</b>', '<p><b title="$1">a$</b></p>\n'],
])('where single dollars are TeX: %s', (_, markdown, html) => {
  if (typeof html === 'string') expect(read(markdown, true)).toBe(html);
  else expect(read(markdown, true)).toMatch(html);
});

test.each([
  ...['a $20 bill, and 30$ more', '$5/month or 10$', '$5.\nThen 10$', '5$/month, 6$/year', '$1,000 (or 900$)'],
  ...['$5, sometimes, rarely 10$', '$5, maybe, or ten$', '$name, the date, $', '100$,200$'],
  ...['$5 million … 7 million$', 'A$AP and Ke$ha', '$tsla,$msft', 'food $$ and drinks $$'],
  ...['$path/$name', '$foo-$bar', '$foo.$bar', '$foo:$bar', '$user@$host', '$key=$value', '$this->$that', '$i+$j'],
  ...['$a[$i]', '$A$B', '$A=$B', '$A=1;$B', '$A/b/$C', '$\\;$'],
])('prices and variables are no formulas: %s', (markdown) => {
  expect(read(markdown, true)).not.toContain('math');
});

test.each([
  ...['$n$th', '$k$-means', '2$\\pi$', '$5x + 3$', '$loss = error + penalty$', '$p(x \\text{ given } y)$'],
  '$O(n \\log n)$',
  ...['$10 mod 3$', '$[0, 1)$', '$a$/$b$', '$x$,$y$', '$f(x)$, $g(x)$', '$max(a, b)$', '$CUT, 3CUT, COVER$'],
  ...['$3CUT, COVER, PATH$', '$Town(name, country)$', '$TP / (TP + FN)$', '$10$', '($x$)', '$B=0.8$T'],
  ...['$x^2$D, $\\alpha$A', '5 $\\%$ of', 'in $\\$$', '$$x$$A'],
])('a formula: %s', (markdown) => {
  expect(read(markdown, true)).toContain('math');
});

test.each([
  ['a $$x^2$$', true],
  ['$$\n\\alpha\n$$', true],
  ['```sh\necho $$ a=b $$\n```', false],
  ['`$$` = `$$`', false],
  ['cheap: $$, dear: $$$$', false],
  ['a $\\frac{1}{2}$', true],
  ['a $x \\in \\mathbb{R}$, b', true],
  ['`$\\frac{1}{2}$`\n\n```\n$\\frac{1}{2}$\n```', false],
  ['$HOME\\sum and $BAR', false],
  ['$a\\summary$ $b', false],
])('%j shows that a folder uses TeX: %j', (markdown, wanted) => {
  expect(usesMath(markdown)).toBe(wanted);
});

test.each([
  ['a $$x$$ *b*', 'a $$x$$ b'],
  ['\\\\[ \\\\frac\\{x\\}2 \\\\]\n\na \\\\(x\\_1\\\\)', 'a \\(x_1\\)'],
])('excerpts have the text of formulas: %j', (markdown, excerpt) => {
  const { value } = renderBody(markdown, { resolve: () => null, trustedHtml: false });
  expect(value?.excerpt).toBe(excerpt);
});

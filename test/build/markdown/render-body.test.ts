import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyBody } from '../../../build/markdown/rendered-body.ts';
import type { Position } from '../../../build/problems/problem.ts';
import { cases, firstOf } from '../../support/amount.ts';
import { renderBody } from '../../support/render-body.ts';
import { renderMarkdown } from '../../support/render-markdown.ts';
import { arbitraryMarkdown } from './arbitrary-markdown.ts';

const leave = { resolve: () => null, trustedHtml: false };

/** Renders with every address resolved to one of a site, and tells which were asked for. */
function resolveAll(body: string, site = 'https://e.org/') {
  const asked: string[] = [];
  const resolve = (address: string, kind: string, { line, column }: Position) => {
    asked.push(`${kind} ${address} ${line}:${column}`);
    return site + encodeURI(address.replace(/^[./]+/, ''));
  };
  const { value: rendered, problems } = renderBody(body, { resolve, trustedHtml: false });
  expect(problems.filter(({ code }) => code === 'too-deep')).toEqual([]);
  return { ...rendered, asked };
}

describe('of the first line of fenced code, the class has the language alone, and `title` what programs show above it', () => {
  test.each([
    ['js{4-6}', '<pre><code class="language-js">'],
    ['rust,ignore', '<pre><code class="language-rust">'],
    ['js=', '<pre><code class="language-js">'],
    ['c++=101', '<pre><code class="language-c++">'],
    ['{.c++ .numberLines}', '<pre><code class="language-c++">'],
    ['{r, echo=FALSE}', '<pre><code class="language-r">'],
    ['{=html}', '<pre><code>'],
    ['ts:src/app.ts', '<pre title="src/app.ts"><code class="language-ts">'],
    ['ts:line-numbers {1}', '<pre><code class="language-ts">'],
    ['ts:title=app.ts', '<pre title="app.ts"><code class="language-ts">'],
    ['ts {1} title="a & `b.ts" x', '<pre title="a &amp; `b.ts"><code class="language-ts">'],
    ["title='<b>\"'", '<pre title="&lt;b&gt;&quot;"><code>'],
    ['toml,name=a.toml,linenos', '<pre title="a.toml"><code class="language-toml">'],
    ['js{1,3} [app.js]', '<pre title="app.js"><code class="language-js">'],
    ['go {hl_lines=[8,"10-12"]}', '<pre><code class="language-go">'],
    ['objective-c subtitle="a"', '<pre><code class="language-objective-c">'],
  ])('%s', (info, start) => {
    expect(renderMarkdown(`~~~${info}\na\n~~~`)).toBe(`${start}a\n</code></pre>\n`);
    expect(renderMarkdown(`- <b>x\n  ~~~${info}\n  a\n  ~~~`)).toContain(start);
    expect(renderMarkdown(`- <b>x\n  ~~~${info}\n  a\n  ~~~`, true)).toContain(start);
  });
});

describe('Markdown becomes', () => {
  test.each([
    [
      'emphasis',
      '*a* **b** ~~c~~ `d & <e>`',
      '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d &amp; &lt;e&gt;</code></p>\n',
    ],
    ['text', '"q" \'s\' > &copy; &amp;lt; &#35; & &nbsp;', '<p>"q" \'s\' &gt; © &amp;lt; # &amp; &nbsp;</p>\n'],
    ['a break', 'a  \nb', '<p>a<br>b</p>\n'],
    ['a task', '- [x] a', '<ul>\n<li><input checked="" disabled="" type="checkbox"> a</li>\n</ul>\n'],
    ['code', '```ts x\na < b\n```', '<pre><code class="language-ts">a &lt; b\n</code></pre>\n'],
    [
      'a table',
      '|a|\n|:-:|\n|b|',
      '<table>\n<thead>\n<tr>\n<th align="center">a</th>\n</tr>\n</thead>\n<tbody><tr>\n<td align="center">b</td>\n</tr>\n</tbody></table>\n',
    ],
    ['a link', '[a](<b c.html> "t & \'u\'")', '<p><a href="b%20c.html" title="t &amp; \'u\'">a</a></p>\n'],
    ['a percent sign that encodes nothing', '[a](100%?b=%c3%A4%2g)', '<p><a href="100%25?b=%c3%A4%252g">a</a></p>\n'],
    ['a link with a lone backtick', '[`a``]`` b](c)', '<p><a href="c">`a<code>]</code> b</a></p>\n'],
    ['a lone backtick in a link by reference', '[a `b][c]\n\n[c]: d', '<p><a href="d">a `b</a></p>\n'],
    ['an image with a lone backtick', '![a\\` `b](c)', '<p><img src="c" alt="a` `b"></p>\n'],
    ['code that begins in a link', '[`a](b)`', '<p>[<code>a](b)</code></p>\n'],
    ['an image', '![a *b* `c` <i>d</i>](e.png)', '<p><img src="e.png" alt="a b c d"></p>\n'],
    [
      'an unsafe link',
      '[a](javascript:b) [c](JAVASCRIPT&colon;d) ![e](mailto:f)',
      '<p><a>a</a> <a>c</a> <img alt="e"></p>\n',
    ],
    [
      'an address',
      '<https://e.org/?a=1&copy=2> www.e.org',
      '<p><a href="https://e.org/?a=1&amp;copy=2">https://e.org/?a=1&amp;copy=2</a> <a href="http://www.e.org">www.e.org</a></p>\n',
    ],
    [
      'an address that is its own text, with a character reference',
      'https://e.org/?a=1&amp;b=2 <https://e.org/?a&copy;>',
      '<p><a href="https://e.org/?a=1&amp;b=2">https://e.org/?a=1&amp;b=2</a> <a href="https://e.org/?a%C2%A9">https://e.org/?a©</a></p>\n',
    ],
    ['a footnote that is not there', 'a[^1] [^b c]\n\n[^b c]: d', '<p>a[^1] [^b c]</p>\n<p>[^b c]: d</p>\n'],
    [
      'an id',
      '## A *b* `c_d` ![e](f) [g](h) & "i"',
      '<h2 id="a-b-c_d--g--i">A <em>b</em> <code>c_d</code> <img src="f" alt="e"> <a href="h">g</a> &amp; "i"</h2>\n',
    ],
    ['ids alike', '## a\n## A\n## a-1', '<h2 id="a">a</h2>\n<h2 id="a-1">A</h2>\n<h2 id="a-1-1">a-1</h2>\n'],
    ['an id in other letters', 'Größe 字\n---', '<h2 id="größe-字">Größe 字</h2>\n'],
    ['no id', '## 🎉\n## ?', '<h2>🎉</h2>\n<h2>?</h2>\n'],
    [
      'an id of its own is not made for another',
      '## a {#b}\n## b\n## b',
      '<h2 id="b">a</h2>\n<h2 id="b-1">b</h2>\n<h2 id="b-2">b</h2>\n',
    ],
    [
      'an id that the author chose',
      '## *a* b {#c-d}\n## e {#f" onclick="g}',
      '<h2 id="c-d"><em>a</em> b</h2>\n<h2 id="e-f-onclickg">e {#f" onclick="g}</h2>\n',
    ],
    [
      'a footnote',
      'a[^x]\n[^X]: *b*\nc\n\n    - d\n\ne[^x]',
      '<p>a<sup><a id="fnref:1" href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p>\n<p>e<sup><a id="fnref:1:2" href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p>\n<section class="footnotes" role="doc-endnotes">\n<ol>\n<li id="fn:1">\n<p><em>b</em>\nc</p>\n<ul>\n<li>d</li>\n</ul>\n<p><a href="#fnref:1" class="footnote-backref" role="doc-backlink">\u21a9\ufe0e</a> <a href="#fnref:1:2" class="footnote-backref" role="doc-backlink">\u21a9\ufe0e</a></p>\n</li>\n</ol>\n</section>\n',
    ],
    [
      'a footnote with HTML that nothing ends',
      'a[^x]\n\n[^x]: <b class="c">d\n\n[^y]: unused',
      '<p>a<sup><a id="fnref:1" href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p>\n<section class="footnotes" role="doc-endnotes">\n<ol>\n<li id="fn:1">\n<p>d <a href="#fnref:1" class="footnote-backref" role="doc-backlink">\u21a9\ufe0e</a></p>\n</li>\n</ol>\n</section>\n',
    ],
    [
      'a link, where a footnote would be one in a link',
      '[a[^x]](b) [^x](c)\n\n[^x]: d',
      '<p><a href="b">a[^x]</a> <a href="c">^x</a></p>\n',
    ],
    [
      'an alert',
      '> [!important]  \n> a\n> # b',
      '<div class="markdown-alert markdown-alert-important">\n<p class="markdown-alert-title">Important</p>\n<p>a</p>\n<h1 id="b">b</h1>\n</div>\n',
    ],
    [
      'a quote that is no alert',
      '> a [!NOTE]\n\n> [!OTHER]\n> b',
      '<blockquote>\n<p>a [!NOTE]</p>\n</blockquote>\n<blockquote>\n<p>[!OTHER]\nb</p>\n</blockquote>\n',
    ],
    ['a comment, left out', 'a <!-- b --> c', '<p>a  c</p>\n'],
    ['HTML around Markdown', '<div align="center">\n\n*a*\n\n</div>', '<div align="center"><p><em>a</em></p>\n</div>'],
    ['a control character', 'a\0b', '<p>a\ufffdb</p>\n'],
  ])('%s', (_, body, html) => {
    const { value: rendered, problems } = renderBody(body, leave);
    expect(rendered?.html).toBe(html);
    expect(renderMarkdown(rendered?.markdown ?? '')).toBe(html);
    expect(
      problems.filter(
        ({ code }) => !['template-syntax', 'unused-footnote', 'html-removed', 'broken-anchor'].includes(code),
      ),
    ).toEqual([]);
  });
});

test('HTML of authors who are trusted is left as it is', () => {
  const body = '<script>a()</script>\n\n<!-- b --> [c](javascript:d)';
  const { value: rendered } = renderBody(body, { resolve: () => null, trustedHtml: true });
  expect(rendered?.html).toBe('<script>a()</script><!-- b --> [c](javascript:d)');
  expect(renderMarkdown(body, true)).toBe(rendered?.html);
});

describe('addresses', () => {
  test.each([
    [
      'a link and an image',
      '[a](b.md) ![c](../d.png)',
      ['link b.md 1:5', 'image ../d.png 1:16'],
      '[a](https://e.org/b.md) ![c](https://e.org/d.png)',
    ],
    ['with a title', '[a]( b.md\n"t")', ['link b.md 1:6'], '[a]( https://e.org/b.md\n"t")'],
    ['behind a lone backtick', '[`a](b.md)', ['link b.md 1:6'], '[`a](https://e.org/b.md)'],
    ['in angle brackets', '[a](<b c.md>)', ['link b c.md 1:5'], '[a](https://e.org/b%20c.md)'],
    [
      'with parentheses and escapes',
      '[a](b_(c)\\(d\\).md)',
      ['link b_(c)(d).md 1:5'],
      '[a](https://e.org/b_\\(c\\)\\(d\\).md)',
    ],
    ['with references', '[a](b&amp;c.md)', ['link b&c.md 1:5'], '[a](https://e.org/b&c.md)'],
    [
      'that look like references',
      '[a](b.md?x=1&amp;copy;=2)',
      ['link b.md?x=1&copy;=2 1:5'],
      '[a](https://e.org/b.md?x=1&amp;copy;=2)',
    ],
    [
      'by definition, once',
      '[a][c] ![b][c]\n\n[c]: d.png "t"',
      ['image d.png 3:6'],
      '[a][c] ![b][c]\n\n[c]: https://e.org/d.png "t"',
    ],
    ['of a definition that nothing refers to', '[c]: d.png', [], '[c]: d.png'],
    [
      'of an image in a link',
      '[![a](b.png)](c.md)',
      ['link c.md 1:15', 'image b.png 1:7'],
      '[![a](https://e.org/b.png)](https://e.org/c.md)',
    ],
    ['in a quote in a list', '- > x\n  > [a](b.md)', ['link b.md 2:9'], '- > x\n  > [a](https://e.org/b.md)'],
    ['in a table', '|a|\n|-|\n|\\| [a](b.md)|', ['link b.md 3:9'], '|a|\n|-|\n|\\| [a](https://e.org/b.md)|'],
    [
      'in HTML',
      '<img alt="x" src=\'a.png\'> <a class=b href=c.md>d</a>',
      ['image a.png 1:18', 'link c.md 1:43'],
      '<img alt="x" src="https://e.org/a.png"> <a class=b href="https://e.org/c.md">d</a>',
    ],
    [
      'of pictures to choose from',
      '<picture><source media="x" srcset="a.webp, b.webp 2x"><img SRCSET=\'c.png?a=1&amp;b 1x,\n  d&#46;png 2x , https://f/g.png 3x\' src="e.png"></picture>',
      ['image a.webp 1:36', 'image b.webp 1:44', 'image c.png?a=1&b 1:68', 'image d.png 2:3', 'image e.png 2:42'],
      '<picture><source media="x" srcset="https://e.org/a.webp, https://e.org/b.webp 2x"><img SRCSET=\'https://e.org/c.png?a=1&amp;b 1x,\n  https://e.org/d.png 2x , https://f/g.png 3x\' src="https://e.org/e.png"></picture>',
    ],
    [
      'of video and audio',
      '<video poster=a.png src="b.mp4"><source src="c.webm"><track src="d.vtt"></video>\n<audio src="e.mp3"></audio>',
      ['image a.png 1:15', 'media b.mp4 1:25', 'media c.webm 1:45', 'media d.vtt 1:65', 'media e.mp3 2:12'],
      '<video poster="https://e.org/a.png" src="https://e.org/b.mp4"><source src="https://e.org/c.webm"><track src="https://e.org/d.vtt"></video>\n<audio src="https://e.org/e.mp3"></audio>',
    ],
    [
      'of attributes that stand twice, and of other elements',
      '<img src="a.png" src="b.png"> <b src="c.png" srcset="d.png">e</b>',
      ['image a.png 1:10'],
      '<img src="https://e.org/a.png" src="b.png"> <b src="c.png" srcset="d.png">e</b>',
    ],
    ['from the root of the site', '[a](/b.md)', ['link /b.md 1:5'], '[a](https://e.org/b.md)'],
    [
      'that are not of this site',
      '[a](https://b) [c](//d) [e](#f) [g]() [h](mailto:i) <https://j>',
      [],
      '[a](https://b) [c](//d) [e](#f) [g]() [h](mailto:i) <https://j>',
    ],
    [
      'that are code',
      '`[a](b.md)`\n\n    [a](b.md)\n\n<!-- <img src="b.png"> -->',
      [],
      '`[a](b.md)`\n\n    [a](b.md)\n\n',
    ],
  ] as const)('%s', (_, body, asked, markdown) => {
    const resolved = resolveAll(body);
    expect(renderMarkdown(resolved.markdown ?? '')).toBe(resolved.html);
    expect(resolved.asked.sort()).toEqual([...asked].sort());
    expect(resolved.markdown).toBe(markdown);
  });

  test('null leaves one as it is', () => {
    expect(renderBody('[a](b.md)', leave).value?.markdown).toBe('[a](b.md)');
  });

  const headings = [
    ['other headings', { html: true, h1: false }, cases(300, 5)],
    // Each heading that is left out is tried in several ways, which takes thirty times as long.
    ['level-one headings', { html: true }, cases(40)],
  ] as const;
  test.each(firstOf(1, headings))(
    'whatever is around them, with %s, all are resolved, and nothing else changes',
    {
      tags: ['scaled'],
    },
    (_, options, runs) => {
      fc.assert(
        fc.property(arbitraryMarkdown(options), (body) => {
          const before = renderBody(body, leave).value ?? emptyBody;
          const after =
            renderBody(body, { ...leave, resolve: () => 'https://e.org/(1)?a=1&copy;=2' }).value ?? emptyBody;
          expect(renderMarkdown(after.markdown)).toBe(after.html);
          const local = /(<(?:a|img) (?:href|src)=")(?!https?:|mailto:|"|#)[^"]*/g;
          const everyAddress = /(<(?:a|img) (?:href|src)=")[^"]*/g;
          const resolved = before.html.replace(local, '$1https://e.org/(1)?a=1&amp;copy;=2');
          // Between such signs, another address could make a formula of text: it stays.
          const withoutSome = (html: string): string => (body.includes('$$') ? html.replace(everyAddress, '$1') : html);
          expect(withoutSome(after.html)).toBe(withoutSome(resolved));
        }),
        runs,
      );
    },
  );
});

describe('the heading', () => {
  test.each([
    ['# *b* `c` &amp; [d](e) ![f](g)\n\n# h', 'b c & d f'],
    ['> - b\n>   ===\n\n# c\n\n- # d', 'c'],
    ['- # a\n\n> # b', null],
    ['a\n\n# b', 'b'],
    ['a\n\n# b\n\n# c', null],
    ['a\n\nb\n\n# c', null],
    [`${'a'.repeat(101)}\n\n# b`, null],
    ['1\n\n$$x$$\n\n[a](#b)\n\n# b', 'b'],
    [`- ${'a'.repeat(60)}\n  - ${'b'.repeat(60)}\n\n# c`, null],
    [`- a\n- b\n- c\n\n# d`, 'd'],
    [`- [${'a'.repeat(60)}](b)\n- [${'c'.repeat(60)}](d)\n\n[e](f) / [g](h)\n\n# i\n\n# j`, 'i'],
    ['a\n\n<h1>b</h1>\n\n# c', null],
    ['![a](b) <!-- c -->\n\n<p>d</p>\n\n# e\n\n# f', 'e'],
    ['a\n\n# b\n\n> # c', 'b'],
    ['<a id="a"></a><h1>b</h1>', 'b'],
    ['<h1 id="x">a\n  <b>b</b> &amp; c</h1>', 'a b & c'],
    ['<h1>\n\n*a*\n\n</h1>\n\n# b', 'a'],
    ['#\n\n# a', 'a'],
    ['## a', null],
    ['```\n# a\n```', null],
  ])('of %j is %j', (body, heading) => {
    expect(renderBody(body, leave).value?.heading).toBe(heading);
  });
});

describe('the excerpt', () => {
  const long = 'word '.repeat(50).trim();
  test.each([
    ['', ''],
    ['# a\n\n*b* **c** `d` &amp; [e](f)\ng', 'b c d & e g'],
    ['![a](b.png)\n\nc', 'c'],
    ['[![a](b.png)](c)\n\nd', 'd'],
    ['import X from "x"\n\n<X />\n\na', 'a'],
    ['{% include a.html %}\n\nb', 'b'],
    ['```\na\n```\n\nb', 'b'],
    ['> a', 'a'],
    ['- a\n- b', 'a'],
    ['<p>a <b>b</b></p>', 'a b'],
    ['<!-- a -->\n\nb', 'b'],
    ['# h\n\na\n\nb\n\n<!-- more -->\n\nc', 'a b'],
    ['a\n\nb <!--more--> c', 'a b'],
    ['a\n\n<!--truncate-->\n\nb', 'a'],
    ['a\n\n<!-- truncate -->\n\nb', 'a'],
    ['a\n\n<!-- excerpt -->\n\nb', 'a'],
    ['a\b \u007f\tb', 'a b'],
    ['<p>a</p>\n\n<!-- more -->\n\nb', 'a'],
    [`<p>${long}</p>\n\n<p>b</p>\n<!--more-->\n<p>c</p>`, `${long} b`],
    ['<figcaption>\n\na\n\n</figcaption>\n\nb', 'b'],
    ['a\n\nb\n\n<!-- TEASER_END -->\n\nc', 'a b'],
    ['a\n\nb\n\n<!-- TEASER_END: c -->\n\nd', 'a b'],
    ['<!-- more -->\n\nb\n\n<p>c</p>', 'b'],
    ['# a\n\n- <!-- more -->', ''],
    ['a [b c]( {% ref "d" %} ) e', 'a b c e'],
    ['a [b]({{ c }}), e', 'a b, e'],
    ['* \\* *\n\n…\n\na', 'a'],
    ['1\n\na', 'a'],
    ['1', '1'],
    ['#b #c/d\n\na', 'a'],
    ['Tags: #b #c\n\na', 'a'],
    ['tags: b', 'tags: b'],
    ['Some tag:: #b c\nd:: e\n\na', 'a'],
    ['a:: b', 'a:: b'],
    ['https://a.example/b <https://c.example>\n\na', 'a'],
    ['a https://a.example/b', 'a https://a.example/b'],
    ['<p>a:\n\n<a href="/b">http://b.example</a></p>\n\n<!-- more -->\n\nc', 'a:'],
    ['#a/b #c\nd #e', 'd #e'],
    ['#a b\nc', '#a b c'],
    ['![b](c d.png) a [e](f g.md) `[h](i j)`', 'a e [h](i j)'],
    ['![[b.png]] a [[b/c|d]] [[e]], `[[f]]` [[1]] [[ -f g ]]', 'b.png a d e, [[f]] [[1]] [[ -f g ]]'],
    ['$$x$$\n\na $$y$$', 'a $$y$$'],
    ['- [One](#one)\n- [Two](#two)\n\na', 'a'],
    ['> [!NOTE]\n> **Title**\n>\n> a', 'a'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['`<!-- more -->`\n\nb', '<!-- more -->'],
    [`${long}\n\n<!-- more -->`, long],
    [long, `${'word '.repeat(40).trim()}…`],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ['🙂'.repeat(101), `${'🙂'.repeat(99)}…`],
  ])('of %j is %j', (body, excerpt) => {
    expect(renderBody(body, leave).value?.excerpt).toBe(excerpt);
  });
});

describe('what marked cannot bear is a problem at its line', () => {
  const steps = (depth: number) => Array.from({ length: depth }, (_, index) => `${'> '.repeat(depth - index)}x`);
  test.each([
    ['2,000 quotes', `a\n${'> '.repeat(2000)}x`, 2],
    ['2,000 items in a line', `${'- '.repeat(2000)}x`, 1],
  ])('%s', (_, body, line) => {
    expect(renderBody(body, leave).problems).toEqual([
      expect.objectContaining({ code: 'too-deep', severity: 'error', line }),
    ]);
  });

  test.each([
    ['10,000 lines that go on with an item each', '- a\nb\n'.repeat(10_000)],
    ['100 quotes', `${'> '.repeat(100)}x`],
    ['quotes that end one after another', steps(50).join('\n')],
    ['quotes with blank lines between them', steps(50).join('\n>\n')],
    ['a thematic break', `x\n\n${'- '.repeat(500)}`],
    ['a long list', '- x\n'.repeat(500)],
  ])('%s are none', (_, body) => {
    expect(renderBody(body, leave).problems).toEqual([]);
  });

  test('2,000 items, each further in, are read again and again', { tags: ['long'] }, () => {
    const body = Array.from({ length: 2000 }, (_, index) => `${'  '.repeat(index)}- x`).join('\n');
    expect(renderBody(body, leave).problems).toMatchObject([{ code: 'too-long', severity: 'error', line: 1 }]);
  });

  test('elements of HTML more than 500 deep in one another', () => {
    const nested = (count: number) => `${'<div>'.repeat(count)}x${'</div>'.repeat(count)}`;
    for (const count of [501, 5000]) {
      expect(renderBody(nested(count), leave).problems).toMatchObject([{ code: 'too-deep' }]);
    }
    expect(renderBody(nested(500), leave).problems).toEqual([]);
    expect(renderBody('<p>x'.repeat(1000), leave).problems).toEqual([]);
  });
});

describe('a fragment', () => {
  test.each([
    ['of a heading', '[a](#b-c)\n\n## B *C*'],
    ['of the second of two headings alike', '[a](#b-1)\n\n# B\n\n# B'],
    ['of an id in HTML', '[a](#b)\n\n<p id="b">c</p>'],
    ['of a name in HTML', '[a](#b)\n\n<a name="b"></a>'],
    ['of an id that the author chose', '[a](#b.1)\n\n## Text {#b.1}'],
    ['in other letters, encoded', '[a](#gr%C3%B6%C3%9Fe)\n\n## Größe'],
    ['of the page', '[a](#) [b](#top) [c](#:~:text=d) [e](#:~:text=f%20g)'],
    ['of another page', '[a](https://e.org/#b) [c](d#e)'],
    ['in code', '`[a](#b)`\n\n    [a](#b)'],
  ])('leads somewhere: %s', (_, body) => {
    expect(renderBody(body, leave).problems).toEqual([]);
  });

  test.each([
    ['with the nearest', 'a\n\n> [b](#Intro) c\n\n## Intro', '3:7 Correct it. The most similar one is `#intro`.'],
    ['by reference', '[a]\n\n[a]: #intr\n\n## Intro\n## Other', '3:6 Correct it. The most similar one is `#intro`.'],
    ['in HTML', '<a\nhref="#b">a</a> x[^1]\n\n[^1]: c', '2:6 Correct it, or delete it.'],
    ['of an id that is not published', '[a](#b)\n\n<svg id="b"></svg>', '1:5 Correct it, or delete it.'],
  ])('that leads nowhere is reported at its place, %s', (_, body, reported) => {
    const { problems } = renderBody(body, leave);
    expect(
      problems
        .filter(({ code }) => code === 'broken-anchor')
        .map(({ line, column, fix }) => `${line}:${column} ${fix}`),
    ).toEqual([reported]);
  });
});

test.each([
  ['nothing refers to', 'a\n\n[^b]: c', ['3:1 the footnote `[^b]`']],
  [
    'only another that is left out refers to',
    'a\n\n[^b]: c[^d]\n[^d]: e',
    ['3:1 the footnote `[^b]`', '4:1 the footnote `[^d]`'],
  ],
  ['HTML refers to', '<p>[^b]</p>\n\n> [^b]: c', ['3:3 the footnote `[^b]`']],
  ['stands twice', 'a[^b]\n\n[^b]: c\n\n[^b]: d', ['5:1 the footnote `[^b]`']],
  ['the text refers to', 'a[^b]\n\n[^b]: c[^d]\n\n[^d]: e', []],
])('a footnote that %s', (_, body, reported) => {
  const { problems } = renderBody(body, leave);
  expect(problems.map(({ line, column, found }) => `${line}:${column} ${found.replace(/\. .*/, '')}`)).toEqual(
    reported,
  );
  expect(problems.every(({ code }) => code === 'unused-footnote')).toBe(true);
});

test.each([
  ['without one', 'a[^1] b[^2]', ['1:2 `[^1]` (and 1 more)']],
  ['beside others', '- a[^1]\n- b[^2]\n\n[^2]: c', ['1:4 `[^1]`']],
  ['with one', 'a[^1]\n\n[^1]: c', []],
  ['in code and expressions', '`[^1]` [^a-z] [^1](b)', []],
])('the number of a footnote %s', (_, body, reported) => {
  const { problems } = renderBody(body, leave);
  expect(problems.map(({ line, column, found }) => `${line}:${column} ${found.replace(/\. .*/, '')}`)).toEqual(
    reported,
  );
  expect(problems.every(({ code }) => code === 'broken-anchor')).toBe(true);
});

describe('HTML that is not published is reported, each kind once, at its place', () => {
  test.each([
    ['a\n\n<script>b</script>\n<script></script>', ['3:1 `<script>`. It is removed with its content (2 times)']],
    ['a <script async src="a.js" data-b="c"></script>', ['1:3 `<script>`. It is removed with its content']],
    ['a <script defer src="a.js" id="b"></script>', ['1:3 `<script>`. It is removed with its content']],
    ['<iframe />\n\n<p style="a">b</p>', ['1:1 `<iframe>`. It is removed with its content']],
    [
      '<a :href="b + c">d</a> <p v-if="e">f</p>',
      ['1:10 the attribute `:href` of `<a>`. It is removed', '1:32 the attribute `v-if` of `<p>`. It is removed'],
    ],
    ['a <form>b</form>', ['1:3 `<form>`. Only its content stays']],
    ['<p onclick="a"\n  style="b" onload=c>d</p>', ['1:12 the attribute `onclick` of `<p>`. It is removed (2 times)']],
    ['> - <a href="java&#115;cript:b">c</a>', ['1:13 the attribute `href` of `<a>`. It is removed']],
    ['<img srcset="a.png, data:b 2x">', ['1:13 the attribute `srcset` of `<img>`. It is removed']],
    [
      'a\n\n<style>\n\n#b {display:none}\n</style>\n<i id="b">c</i>',
      ['3:1 `<style>`. It is removed, so readers see what it hides'],
    ],
    ['a <script src="a.js"></script>', ['1:3 `<script>`. It is removed with its content']],
    ['> <!DOCTYPE a "b">\n\n- c <?d e?> <?f?>', ['1:3 `<!…>`. It is removed', '3:5 `<?…>`. It is removed (2 times)']],
    ['<!DOCTYPE html>\n<p>a</p> <!-- b -->', []],
    ['a <svg onload="a"><path d="b"/></svg>', ['1:3 `<svg>`. It is removed with its content']],
    ['<details open class="a"><summary id="b" aria-label="c">d</summary></details> <input type="checkbox">', []],
    ['`<script>` and <!-- <script> -->\n\n    <script>', []],
  ])('%j', (body, reported) => {
    const { problems } = renderBody(body, leave);
    expect(problems.map(({ code }) => code)).toEqual(reported.map(() => 'html-removed'));
    expect(problems.map(({ line, column, found }) => `${line}:${column} ${found}`)).toEqual(reported);
  });

  test.each([
    '<p style="color: red" data-a="b" width="9" target="c">d</p>',
    '<head><meta charset="a"><link rel="icon" href="b"></head>',
    'a <img src="https://a.example/b.gif" style="visibility: hidden">',
    '<font color="a">b</font> <o:p>c</o:p>',
    '<style>a { color: red }</style>',
    '<noscript>a</noscript>',
    '<blockquote>a</blockquote><script async src="a.js" charset="b"></script>',
    '<script type="application/ld+json">{}</script>',
  ])('%j is not reported, since readers miss nothing of it', (body) => {
    expect(renderBody(body, leave).problems.filter(({ code }) => code === 'html-removed')).toEqual([]);
  });

  test('what is reported is what the sanitiser does', () => {
    for (const [html, reported] of [
      ['<b onclick="a">c</b>', 1],
      ['<my-chart color="a">c</my-chart>', 1],
      ['<td headers="a" valign="b">', 0],
      ['<a href="tel:1" hreflang="a" target="_blank">b</a>', 0],
    ] as const) {
      expect(renderBody(`x ${html}`, leave).problems).toHaveLength(reported);
    }
  });

  test('trusted HTML is not', () => {
    expect(renderBody('<script>a</script>', { ...leave, trustedHtml: true }).problems).toEqual([]);
  });
});

describe('addresses with a space, which make text of a link, are reported', () => {
  test.each([
    ['a ![b](c d.png) e', ['missing-image 1:3 Write `![b](<c d.png>)`.']],
    ['- a\n\n  > [b *c*]( d e.md#f )', ['broken-link 3:5 Write `[b *c*](<d e.md#f>)`.']],
    [
      '[![a](b c.png)](d.md) | [x](y z.pdf)\n-|-\n',
      ['missing-image 1:2 Write `![a](<b c.png>)`.', 'broken-link 1:25 Write `[x](<y z.pdf>)`.'],
    ],
    ['[a](<b c.md>) [a](b.md "c d.md") [a](b.md) [a](b c) [a](b.md (c d.md)) `[a](b c.md)` <!-- [a](b c.md) -->', []],
    ['    [a](b c.md)\n\n```\n[a](b c.md)\n```\n\n<p>[a](b c.md)</p>', []],
  ])('%j', (body, reported) => {
    const { problems } = renderBody(body, leave);
    expect(problems.map(({ code, line, column, fix }) => `${code} ${line}:${column} ${fix}`)).toEqual(reported);
  });
});

test.each([
  [
    'a\n\n{% include b.html %} {% c %}',
    ['3:1 `{% include b.html %}`, a tag of Liquid or another template language (2 times)'],
  ],
  ['# {{ page.title }}', ['1:3 `{{ page.title }}`, an expression of a template language']],
  ['- a {{< figure name="b.png" >}}\n', ['1:5 `{{< figure name="b.png" >}}`, a shortcode of Hugo']],
  ['{{</note >}}', ['1:1 `{{</note >}}`, a shortcode of Hugo']],
  [
    'import A from "a"\n\n<Tabs>b</Tabs>',
    ['1:1 `import A from "a"`, a line of MDX', '3:1 `<Tabs>`, a component of MDX or Vue'],
  ],
  ['`{{ a }}` {{ b }}', ['1:11 `{{ b }}`, an expression of a template language']],
  ['```\n{% a %}\n```\n\n    {{ b }}\n\n`{% c %}` <!-- {{ d }} -->', []],
  ['$\\frac{{a}}{b}$ x^{{2}} <IMG src="https://a/b.png"> import from China', []],
])('what other generators would have replaced is reported, each kind once, at its place: %j', (body, reported) => {
  const problems = renderBody(body, leave).problems.filter(({ code }) => code === 'template-syntax');
  const end = '. Galley does not run it. Readers see it as text, or do not see it';
  expect(problems.map(({ line, column, found }) => `${line}:${column} ${found}`)).toEqual(
    reported.map((words) => words + end),
  );
});

test('a problem of the caller is not taken for one of the body', () => {
  const resolve = () => {
    throw new RangeError('mine');
  };
  expect(() => renderBody('[a](b.md)', { ...leave, resolve })).toThrow('mine');
});

test.each([
  ['## A & B\n\n[c](#a-b)', '#a--b'],
  ['## A & B\n\n<a href="#a-b">c</a>', '#a--b'],
  ['## A & B\n\n[c][d]\n\n[d]: #a-b', '#a--b'],
  ['## A & B\n\n## A b\n\n[c](#a-b)', '#a-b'],
  ['## A & B\n\n<a id="a-b"></a> [c](#a-b)', '#a-b'],
])('a link with one hyphen leads to the only heading whose id has two there: %j', (body, address) => {
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml: false });
  expect([value?.html.includes(`href="${address}"`), value?.markdown.includes(address), problems]).toEqual([
    true,
    true,
    [],
  ]);
});

test('of two such headings, the link leads to none', () => {
  const { problems } = renderBody('## A & B\n\n## A & & B\n\n[c](#a-b)', { resolve: () => null, trustedHtml: false });
  expect(problems.map(({ code }) => code)).toEqual(['broken-anchor']);
});

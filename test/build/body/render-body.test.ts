import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../build/body/render-body.ts';
import { renderMarkdown } from '../../../build/body/render-markdown.ts';
import type { Position } from '../../../build/problem.ts';
import { corporaFolder } from '../../support/needs.ts';
import { arbitraryMarkdown } from './arbitrary-markdown.ts';

const leave = { resolve: () => null, trustedHtml: false };

/** Renders with every address resolved to one of a site, and tells which were asked for. */
function resolveAll(body: string, site = 'https://e.org/') {
  const asked: string[] = [];
  const resolve = (address: string, kind: string, { line, column }: Position) => {
    asked.push(`${kind} ${address} ${line}:${column}`);
    return site + encodeURI(address.replace(/^[./]+/, ''));
  };
  const { rendered, problems } = renderBody(body, { resolve, trustedHtml: false });
  expect(problems.filter(({ code }) => code === 'too-deep' || code === 'heading-uneven')).toEqual([]);
  return { ...rendered, asked };
}

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
    ['a footnote that is not there', 'a[^1] [^b c]\n\n[^b c]: d', '<p>a[^1] [^b c]</p>\n<p>[^b c]: d</p>\n'],
    ['a comment, left out', 'a <!-- b --> c', '<p>a  c</p>\n'],
    ['HTML around Markdown', '<div align="center">\n\n*a*\n\n</div>', '<div align="center"><p><em>a</em></p>\n</div>'],
    ['a control character', 'a\0b', '<p>a\ufffdb</p>\n'],
  ])('%s', (_, body, html) => {
    const { rendered, problems } = renderBody(body, leave);
    expect(rendered.html).toBe(html);
    expect(renderMarkdown(rendered.markdown)).toBe(html);
    expect(problems).toEqual([]);
  });
});

test('HTML of authors who are trusted is left as it is', () => {
  const body = '<script>a()</script>\n\n<!-- b --> [c](javascript:d)';
  const { rendered } = renderBody(body, { resolve: () => null, trustedHtml: true });
  expect(rendered.html).toBe('<script>a()</script><!-- b --> [c](javascript:d)');
  expect(renderMarkdown(body, true)).toBe(rendered.html);
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
      'of films and sounds',
      '<video poster=a.png src="b.mp4"><source src="c.webm"><track src="d.vtt"></video>\n<audio src="e.mp3"></audio>',
      [
        'image a.png 1:15',
        'recording b.mp4 1:25',
        'recording c.webm 1:45',
        'recording d.vtt 1:65',
        'recording e.mp3 2:12',
      ],
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
      '`[a](b.md)`\n\n    [a](b.md)\n\n<!-- <img src="b.png"> -->',
    ],
  ] as const)('%s', (_, body, asked, markdown) => {
    const resolved = resolveAll(body);
    expect(renderMarkdown(resolved.markdown)).toBe(resolved.html);
    expect(resolved.asked.sort()).toEqual([...asked].sort());
    expect(resolved.markdown).toBe(markdown);
  });

  test('null leaves one as it is', () => {
    expect(renderBody('[a](b.md)', leave).rendered.markdown).toBe('[a](b.md)');
  });

  test('whatever is around them, all are resolved, and nothing else changes', () => {
    fc.assert(
      fc.property(arbitraryMarkdown({ html: true }), (body) => {
        const before = renderBody(body, leave).rendered;
        const after = renderBody(body, { ...leave, resolve: () => 'https://e.org/(1)?a=1&copy;=2' }).rendered;
        expect(renderMarkdown(after.markdown)).toBe(after.html);
        const local = /(<(?:a|img) (?:href|src)=")(?!https?:|mailto:|"|#)[^"]*/g;
        expect(after.html).toBe(before.html.replace(local, '$1https://e.org/(1)?a=1&amp;copy;=2'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the heading', () => {
  test.each([
    ['a\n\n# *b* `c` &amp; [d](e) ![f](g)\n\n# h', 'b c & d f'],
    ['> - b\n>   ===', 'b'],
    ['<h1 id="x">a\n  <b>b</b> &amp; c</h1>', 'a b & c'],
    ['<h1>\n\n*a*\n\n</h1>\n\n# b', 'a'],
    ['#\n\n# a', 'a'],
    ['## a', null],
    ['```\n# a\n```', null],
  ])('of %j is %j', (body, heading) => {
    expect(renderBody(body, leave).rendered.heading).toBe(heading);
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
    ['`<!-- more -->`\n\nb', '<!-- more -->'],
    [`${long}\n\n<!-- more -->`, long],
    [long, `${'word '.repeat(40).trim()}…`],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ['🙂'.repeat(101), `${'🙂'.repeat(99)}…`],
  ])('of %j is %j', (body, excerpt) => {
    expect(renderBody(body, leave).rendered.excerpt).toBe(excerpt);
  });
});

describe('what marked cannot bear is a problem at its line', () => {
  const steps = (depth: number) => Array.from({ length: depth }, (_, index) => `${'> '.repeat(depth - index)}x`);
  test.each([
    ['2,000 quotes', `a\n${'> '.repeat(2000)}x`, 2],
    ['2,000 items in a line', `${'- '.repeat(2000)}x`, 1],
    [
      '2,000 items, each further in',
      Array.from({ length: 2000 }, (_, index) => `${'  '.repeat(index)}- x`).join('\n'),
      101,
    ],
    ['50 quotes that end one after another', steps(50).join('\n'), 12],
  ])('%s', (_, body, line) => {
    expect(renderBody(body, leave).problems).toEqual([
      expect.objectContaining({ code: 'too-deep', severity: 'error', line }),
    ]);
  });

  test.each([
    ['100 quotes', `${'> '.repeat(100)}x`],
    ['quotes with blank lines between them', steps(50).join('\n>\n')],
    ['a thematic break', '- '.repeat(500)],
    ['a long list', '- x\n'.repeat(500)],
  ])('%s are none', (_, body) => {
    expect(renderBody(body, leave).problems).toEqual([]);
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
    ['in other letters, encoded', '[a](#gr%C3%B6%C3%9Fe)\n\n## Größe'],
    ['of the page', '[a](#) [b](#top) [c](#:~:text=d)'],
    ['of another page', '[a](https://e.org/#b) [c](d#e)'],
    ['in code', '`[a](#b)`\n\n    [a](#b)'],
  ])('leads somewhere: %s', (_, body) => {
    expect(renderBody(body, leave).problems).toEqual([]);
  });

  test.each([
    ['with the nearest', 'a\n\n> [b](#Intro) c\n\n## Intro', '3:7 Correct it; the nearest there is `#intro`.'],
    ['by reference', '[a]\n\n[a]: #intr\n\n## Intro\n## Other', '3:6 Correct it; the nearest there is `#intro`.'],
    [
      'in HTML',
      '<a\nhref="#b">a</a> x[^1]\n\n[^1]: c',
      '2:6 Take the fragment out; there is nothing that it could lead to.',
    ],
    [
      'of an id that is not published',
      '[a](#b)\n\n<svg id="b"></svg>',
      '1:5 Take the fragment out; there is nothing that it could lead to.',
    ],
  ])('that leads nowhere is told at its place, %s', (_, body, told) => {
    const { problems } = renderBody(body, leave);
    expect(
      problems
        .filter(({ code }) => code === 'broken-anchor')
        .map(({ line, column, mend }) => `${line}:${column} ${mend}`),
    ).toEqual([told]);
  });
});

test('a problem of the caller is not taken for one of the body', () => {
  const resolve = () => {
    throw new RangeError('mine');
  };
  expect(() => renderBody('[a](b.md)', { ...leave, resolve })).toThrow('mine');
});

test('a heading that leaves a trace is told at its line', () => {
  const { problems } = renderBody('text\n\n* [ ] <h1>T</h1>\n  - b', leave);
  expect(problems).toMatchObject([{ code: 'heading-uneven', severity: 'warning', line: 3, column: 1 }]);
});

const corpora = corporaFolder();
test.skipIf(corpora === null)('real articles: the HTML is that of the Markdown, addresses resolved or not', () => {
  for (const file of fastGlob.sync('**/*.{md,markdown}', { cwd: corpora ?? '', absolute: true })) {
    const body = readFileSync(file, 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^(---|\+\+\+)\n.*?\n\1\n/s, '');
    const { markdown, html } = resolveAll(body);
    expect.soft(renderMarkdown(markdown), file).toBe(html);
    const asWritten = renderBody(body, leave).rendered;
    expect.soft(renderMarkdown(asWritten.markdown), file).toBe(asWritten.html);
  }
});

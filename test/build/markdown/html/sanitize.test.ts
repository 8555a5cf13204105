import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { expect, test } from 'vitest';
import { sanitize } from '../../../../build/markdown/html/sanitize.ts';
import { cases } from '../../../support/amount.ts';
import { renderMarkdown } from '../../../support/render-markdown.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

test.each([
  ['<script>alert(1)</script>', ''],
  ['<SCRIPT SRC=//x.example/x.js></SCRIPT>', ''],
  ['a<script>alert(1)', 'a'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['<style>p{background:url(javascript:x)}</style>p', 'p'],
  ['<p style="background:url(javascript:x)">p</p>', '<p>p</p>'],
  ['<img src=x onerror=alert(1)>', '<img src="x">'],
  ['<img/src="x"/onerror=alert(1)>', '<img src="x">'],
  ['<img src="x` `<script>alert(1)</script>"` `>', '<img src="x` `&lt;script&gt;alert(1)&lt;/script&gt;">'],
  ['<img src=javascript:alert(1)>', '<img>'],
  ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img>'],
  ['<img srcset="a.png 1x, javascript:alert(1) 2x">', '<img>'],
  ['<img srcset="a.png 1x, b.png 2x" sizes="50vw">', '<img srcset="a.png 1x, b.png 2x" sizes="50vw">'],
  ['<svg onload=alert(1)>', ''],
  ['<svg><script>alert(1)</script><p>x</p></svg>y', '<p>x</p>y'],
  ['<math><mi xlink:href="javascript:alert(1)">x</mi></math>y', 'y'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', '<p></p><img src="1">"&gt;'],
  ['<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>', ''],
  [
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>',
  ],
  ['<noscript><b>a</b><script>alert(1)</script></noscript>', '<b>a</b>'],
  ['<template><script>alert(1)</script></template>', ''],
  ['<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>', '<img src="x">"&gt;'],
  ['<title><img title="</title><img src=x onerror=alert(1)>"></title>', '<img src="x">"&gt;'],
  ['<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>', '<img src="x">"&gt;'],
  ['<iframe src="https://example.org"></iframe>', ''],
  ['<iframe srcdoc="<script>alert(1)</script>">', ''],
  ['<iframe src="x" />a', 'a'],
  ['<script src="x"/><textarea/><object data="x" />a', 'a'],
  ['<iframe style={{ border: 0 }}/>a', 'a'],
  ['<video src="a.mp4" />a', '<video src="a.mp4"></video>a'],
  ['<a name="x"/>a<br/>b', '<a id="x"></a>a<br>b'],
  ['<a href=x/>a</a>', '<a href="x/">a</a>'],
  ['<iframe title="<p/>"></iframe>a', 'a'],
  ['<object data="x.swf"><embed src="x.swf"></object>', ''],
  ['<embed src="javascript:alert(1)">', ''],
  ['<base href="https://evil.example/">', ''],
  ['<meta http-equiv="refresh" content="0;url=javascript:alert(1)">', ''],
  ['<link rel="stylesheet" href="x.css">', ''],
  ['<form action="https://evil.example"><input name=q><button>go</button>text</form>', 'text'],
  ['<input type=checkbox checked><input>', '<input type="checkbox" checked="" disabled="">'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="JaVaScRiPt:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="jav&#x09;ascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="jav\nascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" &#14; javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="&#106;avascript&colon;alert(1)">x</a>', '<a>x</a>'],
  ['<a href="javascript&#0;:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="vbscript:msgbox(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
  ['<a href="HTTPS://example.org/A">x</a>', '<a href="https://example.org/A">x</a>'],
  ['<a href="mailto:a@example.org">x</a>', '<a href="mailto:a@example.org">x</a>'],
  ['<a href="/a?b=c:d#e">x</a>', '<a href="/a?b=c:d#e">x</a>'],
  ['<a href="#x" onclick="alert(1)" name="x">x</a>', '<a href="#x" id="x">x</a>'],
  ['<a name="x" id="x">x</a><a id="y" name="z">y</a>', '<a id="x">x</a><a id="z"></a><a id="y">y</a>'],
  ['<img name="x" src="y"><ol name="x"><li name="x"></ol>', '<img src="y"><ol><li></li></ol>'],
  ['<a href="x" rel="opener">x</a><a href="x" rel="OPENER me">y</a>', '<a href="x">x</a><a href="x" rel="me">y</a>'],
  [
    '<a href="x" target="_blank" rel="opener nofollow">x</a><a href="x" target="_blank" rel="NoReferrer">y</a>',
    '<a href="x" target="_blank" rel="nofollow noopener">x</a><a href="x" target="_blank" rel="NoReferrer">y</a>',
  ],
  [
    '<a href="x" target="_top">x</a><a href="x" target="_blank">y</a>',
    '<a href="x">x</a><a href="x" target="_blank" rel="noopener">y</a>',
  ],
  ['<p id="a" class="b  c" data-x="y" name="z">p</p>', '<p id="a" class="b c">p</p>'],
  ['<div><p>unclosed', '<div><p>unclosed</p></div>'],
  ['a<!-- unclosed <b>', 'a'],
  ['<!--><img src=x onerror=alert(1)>-->', '<img src="x">--&gt;'],
  ['<![CDATA[<img src=x onerror=alert(1)>]]>', ']]&gt;'],
  ['<?php echo 1 ?>x', 'x'],
  ['<b><p><i></b>x</i>', '<b></b><p><b><i></i></b><i>x</i></p>'],
  ['<a href=x><table><a href=y>', '<a href="x"></a><a href="y"></a><table></table>'],
  ['<td>cell</td>', 'cell'],
  [
    '<table><tr><td align="right" colspan="2">x</table>',
    '<table><tbody><tr><td align="right" colspan="2">x</td></tr></tbody></table>',
  ],
  ['<details open><summary>s</summary>d</details>', '<details open=""><summary>s</summary>d</details>'],
  ['<pre>\n\n x</pre>', '<pre>\n\n x</pre>'],
  ['<video src="a.mp4" controls autoplay></video>', '<video src="a.mp4" controls="" autoplay=""></video>'],
  ['<video><source src="javascript:x"></video>', '<video><source></video>'],
  ['<Note title="x">words</Note>', 'words'],
  ['1 < 2 && 3 > 2 "q" &nbsp;&copy;', '1 &lt; 2 &amp;&amp; 3 &gt; 2 "q" &nbsp;©'],
])('%j becomes %j', (html, expected) => {
  expect(sanitize(html)).toBe(expected);
});

const allowedSchemes = ['http', 'https', 'mailto', 'tel'];

/** All that a browser would see in HTML and should not. */
function findUnsafe(html: string): string[] {
  const found: string[] = [];
  const visit = (node: ReturnType<typeof fromHtml>['children'][number] | ReturnType<typeof fromHtml>) => {
    if (node.type === 'element') {
      if (/^(?:script|style|iframe|object|embed|form|base|meta|link|svg|math|template)$/.test(node.tagName)) {
        found.push(node.tagName);
      }
      for (const [name, value] of Object.entries(node.properties)) {
        if (/^(?:on|style$|srcDoc$)/i.test(name)) found.push(name);
        const scheme = /^[\s\0-\x20]*([a-z][a-z0-9+.-]*):/i.exec(String(value).replace(/[\t\n\r]/g, ''))?.[1];
        if (/^(?:href|src|poster|cite)$/.test(name) && scheme && !allowedSchemes.includes(scheme.toLowerCase()))
          found.push(scheme);
      }
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromHtml(html, { fragment: true }));
  return found;
}

const piece = fc.constantFrom(
  ...['<b>', '</b>', '<p>', '</p>', '<a href=x>', '</a>', '<table>', '</table>', '<tr>', '<td>', '</td>', '<caption>'],
  ...['<li>', '<ul>'],
  ...['<svg>', '</svg>', '<math>', '</math>', '<mtext>', '<mglyph>', '<style>', '</style>', '<title>', '<desc>'],
  '<foreignObject>',
  ...['<script>', '</script>', '<select>', '<option>', '<template>', '</template>', '<form>', '</form>', '<button>'],
  ...['<h1>', '</h1>'],
  ...['<!--', '-->', '--!>', '<![CDATA[', ']]>', '<img src=x onerror=y>', '<a href="javascript:x">', '<textarea>'],
  ...['<noscript>', '<x-y>'],
  ...['text', ' ', '\n', '"', "'", '&lt;', '&', '\0', '<div>', '</div>', '<pre>', '\n\n', '<font color=red>', '<nobr>'],
  ...['<dd>', '<hr>'],
);

test('whatever is put together, nothing unsafe is left and a second run changes nothing', { tags: ['scaled'] }, () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const html = sanitize(pieces.join(''));
      expect(sanitize(html)).toBe(html);
      expect(findUnsafe(html)).toEqual([]);
    }),
    cases(1500),
  );
});

test('what shows the unsafe sees it', () => {
  expect(findUnsafe('<p onclick=x><a href=" java&#10;script:x">x</a></p><svg></svg>')).toEqual([
    'onClick',
    'javascript',
    'svg',
  ]);
});

test.each([
  ['Markdown alone, which is not sanitised', false],
  ['Markdown with HTML, sanitised block by block', true],
])('a parser reads the HTML as it was meant: %s', { tags: ['scaled'] }, (_, html) => {
  fc.assert(
    fc.property(arbitraryMarkdown({ html }), (markdown) => {
      const rendered = renderMarkdown(markdown);
      expect(sanitize(rendered)).toBe(rendered);
      expect(findUnsafe(rendered)).toEqual([]);
    }),
    cases(400, 20),
  );
});

test.each([
  ['drawings', `<svg>\n${'<circle r="1"/>\n'.repeat(2000)}</svg>`],
  ['components', `<p>${'<x-y />'.repeat(2000)}</p>`],
])('empty elements in a row are not nested: %s', (_, html) => {
  expect(() => sanitize(html)).not.toThrow();
});

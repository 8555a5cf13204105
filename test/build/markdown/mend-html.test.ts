import { expect, test } from 'vitest';
import { renderBody } from '../../support/render-body.ts';
import { renderMarkdown } from '../../support/render-markdown.ts';

const read = (body: string, trustedHtml = false) => {
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml });
  return { ...value, problems: problems.map(({ code, line, column }) => `${line}:${column} ${code}`) };
};

const rest = '\n\nThe *rest*.\n';
const restHtml = '<p>The <em>rest</em>.</p>\n';

test.each([
  ['a type of a programming language', 'A List<Object>', '<p>A List&lt;Object&gt;</p>\n'],
  ['a type that is called as an element that is removed', 'Option<Button>', '<p>Option&lt;Button&gt;</p>\n'],
  ['a type that is called as a void element', 'Vec<Link> and <Source>', '<p>Vec&lt;Link&gt; and &lt;Source&gt;</p>\n'],
  ['types in types', 'Map<A, List<B>>', '<p>Map&lt;A, List&lt;B&gt;&gt;</p>\n'],
  ['a placeholder', '`git clone` <url> <your name>', '<p><code>git clone</code> &lt;url&gt; &lt;your name&gt;</p>\n'],
  ['an end tag of no element', 'a</T>', '<p>a&lt;/T&gt;</p>\n'],
  ['a type in a heading', '## A<T> b', '<h2 id="at-b">A&lt;T&gt; b</h2>\n'],
  ['a name alone on its line', '<String>', '<p>&lt;String&gt;</p>\n'],
  ['a name in a block of HTML', '<div>\nA Set<T>\n</div>', '<div>\nA Set&lt;T&gt;\n</div>'],
])('%s stays text', (_, text, html) => {
  const { html: found, markdown = '', problems } = read(text + rest);
  expect(found).toBe(html + restHtml);
  expect(problems).toEqual([]);
  expect(renderMarkdown(markdown)).toBe(found);
});

test.each([
  ['`<title>` in a paragraph', 'The <title> of a page', '<p>The  of a page</p>\n', '1:5'],
  ['`<style>` before all else', '<style>\na {}', '<p>a {}</p>\n', '1:1'],
  ['`<script>` in an item', '- a\n- <script>\n  b', '<ul>\n<li>a</li>\n<li>\nb</li>\n</ul>\n', '2:3'],
  ['`<svg>` in a quote', '> a <svg> b', '<blockquote>\n<p>a  b</p>\n</blockquote>\n', '1:5'],
  ['`<iframe>` without an address', 'a <iframe> b', '<p>a  b</p>\n', '1:3'],
  ['`<textarea>`', '<textarea>\na', '<p>a</p>\n', '1:1'],
  ['`<pre>`', '<pre>\na', '<p>a</p>\n', '1:1'],
  ['`<section>` in a paragraph', 'a <section> b', '<p>a  b</p>\n', '1:3'],
  ['`<b>`', 'a <b>b', '<p>a b</p>\n', '1:3'],
  ['`<details>`', '<details>\n\na', '<p>a</p>\n', '1:1'],
  ['a link', 'a <a href="/b">b', '<p>a b</p>\n', '1:3'],
])('%s, which nothing ends, loses its tag alone, and is reported', (_, text, html, span) => {
  const { html: found, markdown = '', problems } = read(text + rest);
  expect(found?.replace(/\n+(?=<\/li>)|(?<=<li>)\n/g, '')).toBe((html + restHtml).replace(/(?<=<li>)\n/g, ''));
  expect(problems).toEqual([`${span} html-removed`]);
  expect(renderMarkdown(markdown)).toBe(found);
});

test('what such a block seemed to hold is read again: code stays code, and what is no element there is text', () => {
  const { html, problems } = read('<style>\n\n```html\n<title>\n```\n\nA List<T> and <title>.');
  expect(html).toBe('<pre><code class="language-html">&lt;title&gt;\n</code></pre>\n<p>A List&lt;T&gt; and .</p>\n');
  expect(problems).toEqual(['1:1 html-removed', '7:15 html-removed']);
});

test.each([
  ['elements that are closed', 'a <b>c</b> <x-y>d</x-y> e'],
  ['elements that need no end', '<ul>\n<li>a\n<li>b\n</ul>\n\nc<br>d<Br>'],
  ['a block that is closed by the parser', '<div>\n\na\n\n<p>b'],
  ['components', '<Tabs>\n\na\n\n</Tabs>\n\n<Tab label="b">'],
  ['code', '`List<T>`\n\n    <title>\n\n```\n<style>\n```'],
  ['addresses', '<https://e.org> <a@b.org>'],
  ['a script with tags in it', '<script>\n"<T>"\n</script>'],
  ['a picture with names of no element in it', '<svg>\n<path d="a">\n<T>\n</svg>'],
])('left as they are: %s', (_, text) => {
  expect(read(text).markdown).toBe(text);
});

test('a site that trusts its authors has all HTML as it is', () => {
  expect(read('A List<T> <title> b', true)).toMatchObject({ markdown: 'A List<T> <title> b', problems: [] });
});

test.each([
  [
    'in a paragraph',
    'a <iframe src="https://e.org/b"></iframe> c',
    '<p>a <a href="https://e.org/b">https://e.org/b</a> c</p>\n',
  ],
  ['alone', '<iframe src="//e.org/b" title="A & B">\n</iframe>', '<p><a href="https://e.org/b">A &amp; B</a></p>\n'],
  [
    'in HTML',
    '<div><iframe src="https://e.org/b"></iframe></div>',
    '<div><a href="https://e.org/b">https://e.org/b</a></div>',
  ],
  ['that nothing ends', '<iframe src="https://e.org/b">', '<p><a href="https://e.org/b">https://e.org/b</a></p>\n'],
  [
    'with a player of films',
    '<iframe src="https://www.youtube-nocookie.com/embed/a-B_1?rel=0" title="A film"></iframe>',
    '<p><a href="https://www.youtube.com/watch?v=a-B_1">A film</a></p>\n',
  ],
  [
    'with a list of films',
    '<iframe src="https://www.youtube.com/embed/videoseries?si=a&list=PLb" title="c"></iframe>',
    '<p><a href="https://www.youtube.com/playlist?list=PLb">c</a></p>\n',
  ],
  [
    'that a script fills',
    '<iframe data-src="https://player.vimeo.com/video/12?h=3" title="A"></iframe>',
    '<p><a href="https://vimeo.com/12">A</a></p>\n',
  ],
  [
    'of a plugin',
    '<object data="http://e.org/a.swf"></object><embed src="http://e.org/b.swf">',
    '<p><a href="http://e.org/a.swf">http://e.org/a.swf</a><a href="http://e.org/b.swf">http://e.org/b.swf</a></p>\n',
  ],
  [
    'that a script would make of a link',
    '<div><a href="https://e.org/b" data-c="d"> </a></div>\n<script async src="//e.org/c.js"></script>',
    '<div><a href="https://e.org/b">https://e.org/b</a></div>\n',
  ],
  [
    'that a script would make of a link in a paragraph',
    'a <a href="https://e.org/b" title="B"></a><script async src="//e.org/c.js"></script> c',
    '<p>a <a href="https://e.org/b">B</a> c</p>\n',
  ],
  [
    'but not of one with text, or to an anchor',
    '<a href="https://e.org/b">b</a><a href="mailto:c@e.org"></a><a href="https://e.org/d"><b></b></a><script async src="//e.org/c.js"></script>',
    '<p><a href="https://e.org/b">b</a><a href="mailto:c@e.org"></a><a href="https://e.org/d"><b></b></a></p>\n',
  ],
  ['but not without a script', '<a href="https://e.org/b"></a>', '<p><a href="https://e.org/b"></a></p>\n'],
])('a frame leaves a link: %s', (_, text, html) => {
  const { html: found, markdown = '', problems } = read(text + rest);
  expect(found).toBe(html + restHtml);
  expect(problems).toEqual([]);
  expect(renderMarkdown(markdown)).toBe(found);
});

test.each(['javascript:alert(1)', 'data:text/html,a', 'demo.html', '/demo.html', ''])(
  'a frame with the address `%s` leaves none',
  (address) => {
    expect(read(`a <iframe src="${address}"></iframe> b`).html).toBe('<p>a  b</p>\n');
  },
);

test('problems behind a change stand where the author sees them', () => {
  const { problems } = read('A List<T> and Set<U> with [a](#gone).\n\nVec<V>\n[b](#gone)');
  expect(problems).toEqual(['1:31 broken-anchor', '4:5 broken-anchor']);
});

test.each([
  ['an empty component', '<Link id="b" />\n\n[c](#b)', '<p><a id="b"></a></p>\n<p><a href="#b">c</a></p>\n'],
  ['with signs in its id', "a <X id='\"' />", '<p>a <a id="&quot;"></a></p>\n'],
])('%s leaves its id', (_, text, html) => {
  expect(read(text)).toMatchObject({ html, problems: [] });
});

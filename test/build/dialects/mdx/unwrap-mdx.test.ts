import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../support/render-body.ts';

function read(body: string) {
  const { value, problems } = renderBody(body, { resolve: () => null, trustedHtml: false, path: 'a.mdx' });
  return { ...value, problems };
}

describe('MDX becomes its text', () => {
  test.each([
    [
      'modules',
      "import A from './a'\nimport {\n  b,\n\n  c,\n} from 'd';\n\nexport const e = {\n  f: 1,\n\n  g: `h\n\n`,\n}\n\ni",
      '<p>i</p>\n',
    ],
    ['modules that Markdown follows at once', "import 'a'\n# b", '<h1 id="b">b</h1>\n'],
    ['a component that is exported', 'export default ({ a }) => <b>{a}</b>\n\nc', '<p>c</p>\n'],
    [
      'words that begin as modules do',
      'a\nimport b\n\nimport is a word\n\nexport it',
      '<p>a\nimport b</p>\n<p>import is a word</p>\n<p>export it</p>\n',
    ],
    ['comments', 'a {/* b */} c\n\n{/*\n# d\n\ne\n*/}\n\nf', '<p>a  c</p>\n<p>f</p>\n'],
    ['expressions', "a {b['}'] + `$" + '{c}}`} d\n\n{e.map((f) => (\n  <G h={f}>\n\n  i</G>\n))}', '<p>a  d</p>\n'],
    ['texts in brackets', `a{' '}b {"<c> *d*"} {\`e\`} {1.5}`, '<p>a b &lt;c&gt; *d* e 1.5</p>\n'],
    ['formulas', 'a $\\mathbf{Y}_{1}$ b {c} ${d} e', '<p>a $\\mathbf{Y}_{1}$ b  $ e</p>\n'],
    [
      'an end tag alone on its line, whose start tag is not',
      '1. <code>\n   [a](b)\n   </code>\n   c\n2. d',
      '<ol>\n<li><code>\n[a](b)\n</code>\nc</li>\n<li>d</li>\n</ol>\n',
    ],
    ['components', '<A b="c" d={e} {...f}>g *h*</A> <I.J /> k', '<p>g <em>h</em>  k</p>\n'],
    [
      'components on lines of their own',
      '<A>\n  <B\n    c="d"\n  >\n    e *f*\n\n    - g\n      - h\n  </B>\n</A>\n\ni',
      '<p>e <em>f</em></p>\n<ul>\n<li>g<ul>\n<li>h</li>\n</ul>\n</li>\n</ul>\n<p>i</p>\n',
    ],
    [
      'code in components',
      '<A>\n    ```js\n    <B c={d} />\n    ```\n</A>',
      '<pre><code class="language-js">&lt;B c={d} /&gt;\n</code></pre>\n',
    ],
    [
      'lists in components that follow one another',
      '<A>\n\n- a\n\n</A>\n\n<B>\n\n- b\n\n</B>\n\nc',
      '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n',
    ],
    ['a component in an item', '- a\n\n  <B>\n    c\n  </B>', '<ul>\n<li><p>a</p>\n<p>c</p>\n</li>\n</ul>\n'],
    ['a component that stands for an anchor', '<Link id="b"/> <X id={c} />', '<p><a id="b"></a> </p>\n'],
    [
      'components that show an image',
      'import a from "./a.png"\n\n<A src={a} alt="b\'s *[c]*" /> <A image=\'/d(1).jpg\'/> <img src={a.src}/> <A src={b}/>',
      '<p><img src="./a.png" alt="b\'s *[c]*"> <img src="/d(1).jpg" alt="" loading="lazy" decoding="async"> <img src="./a.png" loading="lazy" decoding="async"> </p>\n',
    ],
    ['a component with an image and content', '<A src="a.png">*b*</A>', '<p><em>b</em></p>\n'],
    ['fragments', '<>\n  a\n</>', '<p>a</p>\n'],
    [
      'elements of HTML',
      '<span className="a" style={{ b: 1 }} title={"c"}>d</span>',
      '<p><span class="a" title="c">d</span></p>\n',
    ],
    ['Markdown in elements of HTML', '<div>\n  *a*\n</div>', '<div><p><em>a</em></p>\n</div>'],
    [
      'ids of headings',
      '## a {/*b*/}\n\n## c {#d}\n\n## e { /*#f*/ }',
      '<h2 id="b">a</h2>\n<h2 id="d">c</h2>\n<h2 id="f">e</h2>\n',
    ],
    [
      'code',
      '`{a}` ``<B> ` {c}`` \\{d\\}\n\n~~~\nimport e\n\n{f}\n~~~',
      '<p><code>{a}</code> <code>&lt;B&gt; ` {c}</code> {d}</p>\n<pre><code>import e\n\n{f}\n</code></pre>\n',
    ],
    [
      'indented code',
      'a\n\n    const b = {\n      c: 1,\n    }\n\nd',
      '<p>a</p>\n<pre><code>const b = {\n  c: 1,\n}\n</code></pre>\n<p>d</p>\n',
    ],
    // The second has the indentation of code in JavaScript's sense of white space, not in Markdown's.
    [
      'code indented by a tab behind blanks',
      'a\n\n  \tb {c}\n\nd',
      '<p>a</p>\n<pre><code>b {c}\n</code></pre>\n<p>d</p>\n',
    ],
    ['four blanks of which one is no space', 'a\n\n  \f  b {c}', '<p>a</p>\n<p>  \f  b </p>\n'],
    ['what is indented in an item', '1.  a\n\n    b {c}', '<ol>\n<li><p>a</p>\n<p>b</p>\n</li>\n</ol>\n'],
    [
      'what is none',
      'a < b {c\n\n<https://e.org> 1 <2',
      '<p>a &lt; b {c</p>\n<p><a href="https://e.org">https://e.org</a> 1 &lt;2</p>\n',
    ],
    ['a mark of the excerpt', 'a\n\n<!-- more -->\n\n{b}', '<p>a</p>\n'],
  ])('%s', (_, body, html) => {
    expect(read(body).html).toBe(html);
  });
});

test('one warning says what was lost, and where it begins', () => {
  const { problems } = read("a {/* b */}\n\nimport C from 'c'\n\n<C>{d}</C> <E /> {f} <C />");
  expect(problems).toEqual([
    expect.objectContaining({
      ...{ code: 'template-syntax', severity: 'warning', line: 3, column: 1 },
      found:
        'code of MDX, which is not run and not published: 1 `import` or `export`; 2 expressions; 3 components (`<C>`, `<E>`; only what stands between tags, or else an image in `src`, stays)',
    }),
  ]);
});

test('an image of a component is not lost', () => {
  expect(read('<A src="a.png" alt="b" />').problems).toEqual([]);
});

test.each(['caption', 'label', 'title', 'text'])('but its %s is', (name) => {
  expect(read(`<A src="a.png" ${name}="b" />`).problems).toHaveLength(1);
});

test('an address that only a program knows is reported', () => {
  expect(read('a <img src={b} alt="c" />').problems.map(({ found }) => found)).toEqual([
    'code of MDX, which is not run and not published: 1 expression',
  ]);
});

test('nothing is reported where nothing was lost', () => {
  expect(read("# a {/*b*/}\n\n{' '}c {/* d */}").problems).toEqual([]);
});

test('problems stand where the author sees them', () => {
  const { problems } = read("import A from 'a'\n\n<A>\n  {b} [c](#gone)\n</A>");
  expect(problems.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
    '1:1 template-syntax',
    '4:11 broken-anchor',
  ]);
});

test('Markdown is not read as MDX', () => {
  const body = '{a} <Tabs>b</Tabs>\n\n<div>\n  *c*\n</div>';
  expect(renderBody(body, { resolve: () => null, trustedHtml: false }).value?.markdown).toBe(body);
});

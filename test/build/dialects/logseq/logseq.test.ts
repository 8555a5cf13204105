import { expect, test } from 'vitest';
import { htmlOf, readBody } from '../../../support/read-body.ts';
import { expectBody, expectText, expectValues } from '../../../support/read-header.ts';

test('splits the header', () => expectBody('title:: x: y\ntags:: a\n- Text', '- Text', 3));

test('reads its lines', () =>
  expectValues('title:: A: b\ndate:: [[Jun 19th, 2021]]\n\nText', { title: 'A: b', date: '[[Jun 19th, 2021]]' }));

test('is text where the dialect is off', () => expectText('logseq', 'title:: x: y\ntags:: a\n- Text'));

test.each([
  ['#+BEGIN_NOTE\na\n\n*b*\n#+END_NOTE\nc', '> [!NOTE]\n> a\n> \n> *b*\n\nc'],
  ['- a\n\t- #+begin_quote\n\t  b\n\t  #+end_quote\n- c', '- a\n\t- >\n\t  > b\n- c'],
  ['#+BEGIN_QUERY\na\n#+END_QUERY', null],
  ['#+BEGIN_NOTE\na', null],
  ['```\n#+BEGIN_TIP\na\n#+END_TIP\n```', null],
])('blocks become quotes: %j', (body, markdown) => {
  expect(readBody(body, ['logseq']).html).toBe(htmlOf(markdown ?? body));
  expect(readBody(body).html).toBe(htmlOf(body));
});

const id = '64e25c74-5efe-4b19-888d-d81eabc1c273';

test('references to blocks of other files are reported', () => {
  const body = `- a ((${id})) b\n- \`((${id}))\` ((b)) ((${id.replace('6', '7')}))`;
  for (const detected of [['logseq'], []])
    expect(readBody(body, detected)).toMatchObject({ html: htmlOf(body), problems: ['1:5 template-syntax'] });
});

test.each([
  ['above an item that is not indented', '# a\n\t- b\n- ## c\n\t- d', '# a\n\n- b\n- ## c\n\t- d'],
  ['below a heading', '## a\n\t- b\n\t  id:: 1\n\t\t- c\n\n## d\n    - e', '## a\n- b\n\t- c\n\n## d\n- e'],
  ['below a line', 'a\n\t- b\n\t\t- c\nd', 'a\n- b\n\t- c\nd'],
  ['below lines', 'a\n    # b\n\t- c', 'a\n    # b\n- c'],
  ['with code in them', '# a\n\t- b\n\t  ```\n\t  c\n\n\t    d\n\t  ```', '# a\n- b\n  ```\n  c\n\n    d\n  ```'],
  ['empty items', '- a\n\t-\n- b\n\t- c\n\t\t-\n\t-\n-', '- a\n- b\n\t- c'],
  ['empty items with others', '- a\n\t-\n\t\t- b\n-\n\t- c', '- a\n\t- <!-- -->\n\t\t- b\n-\n\t- c'],
  ['empty items with code', '- a\n\t-\n\t  ```js\n\t  b\n\t  ```', '- a\n\t- <!-- -->\n\t  ```js\n\t  b\n\t  ```'],
  ['numbered items', '- a\n  id:: 1\n  logseq.order-list-type:: number\n\t- b\n- c', '1. a\n\t- b\n- c'],
  [
    'numbered items of several lines',
    '- a\n  logseq.order-list-type:: number\n  ```\n  b\n  ```',
    '- a\n  ```\n  b\n  ```',
  ],
  ['drawers', '- a\n  :LOGBOOK:\n  CLOCK: [1]\n  :END:\n- b\n  :LOGBOOK:', '- a\n- b\n  :LOGBOOK:'],
  [
    'drawers without ends',
    '- a\n  :LOGBOOK:\n- b\n  :PROPERTIES:\n  c\n  :END:\n  :LOGBOOK:\n  d',
    '- a\n  :LOGBOOK:\n- b\n  :LOGBOOK:\n  d',
  ],
  ['highlights', '- ^^a *b*^^ `^^c^^` ^^ d ^^', '- <mark>a *b*</mark> `^^c^^` ^^ d ^^'],
  ['blocks of the same file', `- # a *b*\n  c:: d\n  id:: ${id}\n\t- ((${id})) e`, '- # a *b*\n\t- a *b* e'],
  ['a list in indented code', '# a\n\n    b\n    - c', null],
  ['indented code', '# a\n\n    b - c\n\n- d', null],
])('outlines: %s', (_, body, markdown) => {
  expect(readBody(body, ['logseq'])).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
});

test.each([
  ['- [a *b*]([[Page]]) [c `d`](((e)))', '- [a *b*](/Page.md) [c `d`](((e)))', []],
  ['- [a *b*]([[Page]] c) [a `b`]([[Other page]])', '- [a *b*]([Page](/Page.md) c) [a `b`](/sub/Other%20page.md)', []],
  ['- [a]([[Gone]]) [b]([[Gone too]])', '- [a]([[Gone]]) [b](Gone too)', ['1:21 broken-link']],
  ['- `[a]([[Page]])` `[a]([[Other page]])`', null, []],
  [`- [a](((${id})))\n- # b\n  id:: ${id}`, '- [a](/pages/a%20b.md)\n- # b', []],
  [`- [a](((${id})))\n- b\n  id:: ${id.replace('6', '7')}`, `- [a](((${id})))\n- b`, ['1:7 template-syntax']],
  [`- \`[a](((${id})))\`\n- b\n  id:: ${id}`, `- \`[a](((${id})))\`\n- b`, []],
])('links with other texts: %s', (body, markdown, problems) => {
  expect(readBody(body, ['logseq'], undefined, 'pages/a b.md')).toMatchObject({
    html: htmlOf(markdown ?? body),
    problems,
  });
});

test('no more than 100,000 characters of blocks are written again', () => {
  const long = 'a'.repeat(60_000);
  const { html } = readBody(`- ${long}\n  id:: ${id}\n- b ((${id}))\n- c ((${id}))`, ['logseq']);
  expect(html).toBe(htmlOf(`- ${long}\n- b ${long}\n- c ((${id}))`));
});

test.each([
  ['sizes', '![a](b.mp3){:height 452, :width 623}', '<audio controls src="b.mp3" aria-label="a"></audio>', []],
  ['properties', '- a\n  id:: 62c1\n  done:: 16\n- b::c\n- created-at:: 3\n  d', '- a\n- b::c\n- \n  d', ['logseq']],
  ['properties without values', '- a\n  ls.tags-of::\n  b', '- a\n  b', ['logseq']],
  ['properties above text', '- a\n\t- created-at:: 3\n\t  id:: 62c1\n\t  1. b', '- a\n\t- 1. b', ['logseq']],
  ['none elsewhere', '- a\n  id:: 62c1\n\t-\n\n## b\n\t- ^^c^^', null, []],
  ['none in code', '```\nid:: 62c1\n```', null, ['logseq']],
  ['none in code of an item', '- a\n\t- ``` b\n\t  id:: 62c1\n\n\t  -\n\t  ```\n- c', null, ['logseq']],
])('%s of blocks go', (_, body, markdown, detected) => {
  expect(readBody(body, detected)).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
});

test.each([
  ['- ![a *b*](c.png "d"){:height 45, :width 62}', '- <img src="c.png" alt="a b" width="62" height="45" title="d">'],
  ['c ![a](b.png){:width 62}\nd', 'c <img src="b.png" alt="a" width="62">\nd'],
  ['[![a](b.png){:height 45.5}](c)', '[<img src="b.png" alt="a" height="45">](c)'],
  ['![a](b.png){:width "50%"} {:width 3}', '![a](b.png) '],
  ['`![a](b.png){:width 62}`', null],
])('the size behind an image is its own: %s', (body, markdown) => {
  expect(readBody(body)).toMatchObject({ html: htmlOf(markdown ?? body), problems: [] });
});

test('an outline of more empty items than anybody writes is refused', { tags: ['long'] }, () => {
  expect(readBody('\n-\n'.repeat(100_002), ['logseq']).problems).toEqual(['200001:1 too-long']);
});

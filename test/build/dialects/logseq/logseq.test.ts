import { expect, test } from 'vitest';
import { readBody } from '../../../support/read-body.ts';
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
  expect(readBody(body, ['logseq']).markdown).toBe(markdown ?? body);
  expect(readBody(body).markdown).toBe(body);
});

test('references to blocks are reported', () => {
  const body = '- a ((64e25c74-5efe-4b19-888d-d81eabc1c273)) b\n- `((64e25c74-5efe-4b19-888d-d81eabc1c273))` ((b))';
  expect(readBody(body, ['logseq'])).toMatchObject({ markdown: body, problems: ['1:5 template-syntax'] });
  expect(readBody(body).problems).toEqual([]);
});

test.each([
  ['sizes behind images', '![a](b){:height 452, :width 623}', '![a](b)', []],
  ['properties', '- a\n  id:: 62c1\n  done:: 16\n- b::c\n- created-at:: 3\n  d', '- a\n- b::c\n- \n  d', ['logseq']],
  ['none elsewhere', '- a\n  id:: 62c1', null, []],
  ['none in code', '```\nid:: 62c1\n```', null, ['logseq']],
])('%s of blocks go', (_, body, markdown, detected) => {
  expect(readBody(body, detected)).toMatchObject({ markdown: markdown ?? body, problems: [] });
});

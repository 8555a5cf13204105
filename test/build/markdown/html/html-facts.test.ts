import { describe, expect, test } from 'vitest';
import { findHtmlFacts } from '../../../../build/markdown/html/html-facts.ts';
import { renderMarkdown } from '../../../support/render-markdown.ts';

describe('words', () => {
  test.each([
    ['', 0],
    ['<p>One two</p><p>three</p>', 3],
    ['<p>it’s well-known &amp; <em>good</em>.</p>', 5],
    ['<img src="a b c" alt="d e">', 0],
    ['<p>漢字かな</p>', 2],
    ['<p>漢</p>', 1],
    ['<p>한국어 문장</p>', 2],
    ['<p>𠮷野</p>', 1],
  ])('%s', (html, words) => {
    expect(findHtmlFacts(html).words).toBe(words);
  });
});

test('headings have the ids that links lead to, and plain text', () => {
  const html = renderMarkdown('# A & *b*\n\n## `x < y` {#own}\n\n## A & b\n\n<h3>Raw <b>text</b></h3>\n\n<hr>\n');
  expect(findHtmlFacts(html).headings).toEqual([
    { level: 1, id: 'a--b', text: 'A & b' },
    { level: 2, id: expect.any(String), text: 'x < y' },
    { level: 2, id: 'a--b-1', text: 'A & b' },
    { level: 3, id: '', text: 'Raw text' },
  ]);
});

test('headings without an end cost no more than one look', () => {
  expect(findHtmlFacts('<h2>'.repeat(200_000)).headings).toEqual([]);
  expect(findHtmlFacts('<h2>a</h2>'.repeat(2000)).headings.length).toBe(1000);
});

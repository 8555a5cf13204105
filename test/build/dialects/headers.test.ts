import { expect, test } from 'vitest';
import { headerFinders } from '../../../build/dialects/index.ts';
import { parseFile } from '../../../build/front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../../../build/front-matter/parsed-file.ts';

const source = { path: 'a.md', file: '/a.md' };

function parsed(text: string, off: readonly string[] = []): ParsedFile {
  const { value, problems } = parseFile(source, new TextEncoder().encode(text), headerFinders({ detected: [], off }));
  expect(problems.filter(({ code }) => code !== 'front-matter-unfenced')).toEqual([]);
  if (value === null) throw new Error('It was not read.');
  return value;
}

/** Keys with line, column, plain data and source. */
const table = (text: string) =>
  [...parsed(text).frontMatter].map(([key, { line, column, value, source }]) => [key, line, column, value, source]);

test.each([
  ['nikola', 'lines', '.. title: x: y\n.. slug: z\n\nText', '\nText', 3],
  ['nikola', 'a comment', '<!-- \n.. title: x\n.. category: \n-->\n\nText', '\nText', 5],
  ['logseq', 'lines', 'title:: x: y\ntags:: a\n- Text', '- Text', 3],
  ['pelican', 'lines', 'Title: x: y\nDate: 2024-01-01\nSummary: a\n    b\n\nText', '\nText', 5],
  ['pelican', 'nothing else', 'Title: x', '', 2],
  ['pelican', 'a comment', '<!--\nTitle: x\nDate: 2024-01-01\n-->\nText', 'Text', 5],
  ['hexo', 'a header that nothing opens', 'title: x\ntags:\n- a\n\n# b\nid: 3\n---\nText', 'Text', 8],
])('splits the header of %s: %s', (_, __, text, body, bodyLine) => {
  expect(parsed(text)).toMatchObject({ ...source, body, bodyLine });
});

test.each([
  ['nikola', '.. title: x: y\n.. slug: z\n\nText'],
  ['logseq', 'title:: x: y\ntags:: a\n- Text'],
  ['pelican', '<!--\nTitle: x\nDate: 2024-01-01\n-->\nText'],
])('the header of %s is text where that dialect is off', (name, text) => {
  expect(parsed(text).frontMatter.size).toBeGreaterThan(0);
  expect(parsed(text, [name])).toMatchObject({ frontMatter: new Map(), body: text, bodyLine: 1 });
});

test.each([
  ['notion', '# A walk\n\nCreated: January 5, 2024\nTags: a\n\nText\n'],
  ['pelican', 'Title: x\nDate: 2024-01-01\n\nText'],
  ['hexo', 'title: x\ntags:\n- a\n---\nText'],
])('the header of %s is reported where that dialect is off, since it can hardly be text', (name, text) => {
  const finders = headerFinders({ detected: [], off: [name] });
  const { value, problems } = parseFile(source, new TextEncoder().encode(text), finders);
  expect(value).toBeNull();
  expect(problems.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(['1:1 front-matter-unfenced']);
});

test.each<[string, string, Record<string, unknown>]>([
  [
    '.. title: A : b',
    '.. title: A : b\n.. date: 2012-09-22 10:00:58 UTC+02:00\n\nText',
    { title: 'A : b', date: '2012-09-22 10:00:58 UTC+02:00' },
  ],
  ['.. in a comment', '<!--\n.. title: A\n.. link: \n-->\nText', { title: 'A', link: null }],
  ['title:: A', 'title:: A: b\ndate:: [[Jun 19th, 2021]]\n\nText', { title: 'A: b', date: '[[Jun 19th, 2021]]' }],
  ['a key without a blank', 'Title: A\nLink:x:y\n\nText', { Title: 'A', Link: 'x:y' }],
  ['Title: A in a comment', '<!-- Title: A\nDate: 2024-01-01 -->\nText', { Title: 'A', Date: '2024-01-01' }],
])('reads %s', (_title, text, values) => {
  const { frontMatter } = parsed(text);
  expect(Object.fromEntries([...frontMatter].map(([key, { value }]) => [key, value]))).toEqual(values);
  for (const [key, { line, column, source, key: at }] of frontMatter) {
    const written = text.split('\n')[line - 1] ?? '';
    if (source !== null) expect(written.slice(column - 1)).toContain(source);
    expect(written.slice((at?.column ?? 1) - 1)).toContain(key);
  }
});

test('the properties of a page of Notion are read, and are no text', () => {
  const text = '# A walk\n\nCreated: January 5, 2024 3:04 PM\nStatus: Draft\nTags: a, b\n\nText\n';
  expect(parsed(text)).toMatchObject({ body: '# A walk\n\n\n\n\n\nText\n', bodyLine: 1, syntax: 'lines' });
  expect(table(text)).toEqual([
    ['Created', 3, 10, 'January 5, 2024 3:04 PM', 'January 5, 2024 3:04 PM'],
    ['Status', 4, 9, 'Draft', 'Draft'],
    ['Tags', 5, 7, 'a, b', 'a, b'],
  ]);
});

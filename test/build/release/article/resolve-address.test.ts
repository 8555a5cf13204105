import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AddressKind } from '../../../../build/markdown/walk/find-addresses.ts';
import { createPageFinder } from '../../../../build/pipeline/files/find-page.ts';
import { resolveAddress } from '../../../../build/release/article/resolve-address.ts';
import { inWords } from '../../../support/in-words.ts';

const files = [
  'notes/a/own.png',
  ...['p.png', 'notes/p.png', 'notes/100%.png', 'notes/größe.png', 'notes/a b.png', 'notes/a%20c.png'],
  ...['notes/report.pdf', 'files/talk.key'],
];

const articles = new Map([
  ['notes/b.md', 'https://b.example/b'],
  ['top.markdown', 'https://b.example/top'],
  ['notes/größe.md', 'https://b.example/g'],
  ['notes/hidden.md', null],
  ['notes/deep/index.md', 'https://b.example/deep'],
  ['posts/2024/2024-01-05-tea.md', 'https://b.example/tea'],
  ['notes/only.fr.md', 'https://b.example/only.fr'],
  ['notes/both.md', 'https://b.example/both'],
  ['notes/both.fr.md', 'https://b.example/both.fr'],
]);

const find = createPageFinder(
  () => new Map([...articles].map(([path, address]) => [path, [address && posix.basename(address), null]])),
  'content',
);

/** The address, and what was reported as `line:column code found`. */
function resolved(address: string, kind: AddressKind, path = 'notes/a.md') {
  const addresses = {
    site: 'https://a.example',
    media: {
      find(rooted: string) {
        const name = rooted.replace(/^\//, '');
        return files.includes(name) ? { name: name.replace('/', '+'), file: '', size: 0, pixels: null } : null;
      },
    },
    articles: { get: (name: string) => articles.get(name), find },
    findNamed: (name: string) => (/(?:tea time|readme)\.md$/.test(name) ? 'posts/2024/2024-01-05-tea.md' : null),
  };
  const { value, anchorIn, ...reported } = resolveAddress(addresses, path, address, kind, { line: 3, column: 7 });
  const problems = inWords(reported.problems);
  for (const { expected, fix } of problems) for (const words of [expected, fix]) expect(words).toMatch(/\S/);
  return {
    value,
    anchorIn,
    reported: problems.map(({ line, column, code, found }) => `${line}:${column} ${code} ${found}`),
  };
}

describe('is resolved', () => {
  test.each<[string, AddressKind, string]>([
    ['b.md', 'link', 'https://b.example/b'],
    ['./b.md', 'link', 'https://b.example/b'],
    ['b.md#part', 'link', 'https://b.example/b#part'],
    ['b.md#gr%C3%B6%C3%9Fe', 'link', 'https://b.example/b#gr%C3%B6%C3%9Fe'],
    ['b.md#', 'link', 'https://b.example/b#'],
    ['tea%20time.md#a', 'link', 'https://b.example/tea#a'],
    ['b.md#top', 'link', 'https://b.example/b#top'],
    ['b.md#:~:text=x', 'link', 'https://b.example/b#:~:text=x'],
    ['../top.markdown#of-unknown-anchors', 'link', 'https://b.example/top#of-unknown-anchors'],
    ['b.md?x=1#part', 'link', 'https://b.example/b?x=1#part'],
    ['../top.markdown', 'link', 'https://b.example/top'],
    ['/top.markdown', 'link', 'https://b.example/top'],
    ['/notes/b.md', 'link', 'https://b.example/b'],
    ['gr%C3%B6%C3%9Fe.md', 'link', 'https://b.example/g'],
    ['gro\u0308ße.md', 'link', 'https://b.example/g'],
    ['gro\u0308ße/', 'link', 'https://b.example/g'],
    ['p.png', 'image', 'https://a.example/media/notes%2Bp.png'],
    ['p.png#x', 'image', 'https://a.example/media/notes%2Bp.png#x'],
    ['own.png', 'image', 'https://a.example/media/notes%2Ba%2Fown.png'],
    ['p.png', 'link', 'https://a.example/media/notes%2Bp.png'],
    ['/p.png', 'image', 'https://a.example/media/p.png'],
    ['/../notes/../p.png', 'image', 'https://a.example/media/p.png'],
    ['../p.png', 'image', 'https://a.example/media/p.png'],
    ['a%20b.png', 'image', 'https://a.example/media/notes%2Ba%20b.png'],
    ['a%20c.png', 'image', 'https://a.example/media/notes%2Ba%2520c.png'],
    ['100%.png', 'image', 'https://a.example/media/notes%2B100%25.png'],
    ['gro\u0308ße.png', 'image', 'https://a.example/media/notes%2Bgr%C3%B6%C3%9Fe.png'],
    ['report.pdf', 'link', 'https://a.example/media/notes%2Breport.pdf'],
    ['report.pdf#page=2', 'link', 'https://a.example/media/notes%2Breport.pdf#page=2'],
    ['../files/talk.key', 'link', 'https://a.example/media/files%2Btalk.key'],
    ['/files/talk.key', 'link', 'https://a.example/media/files%2Btalk.key'],
    ['b', 'link', 'https://b.example/b'],
    ['./b', 'link', 'https://b.example/b'],
    ['./b#part', 'link', 'https://b.example/b#part'],
    ['../b/', 'link', 'https://b.example/b'],
    ['../../b/?x=1', 'link', 'https://b.example/b?x=1'],
    ['b.html', 'link', 'https://b.example/b'],
    ['deep', 'link', 'https://b.example/deep'],
    ['./deep/', 'link', 'https://b.example/deep'],
    ['../tea', 'link', 'https://b.example/tea'],
    ['../2024/tea/', 'link', 'https://b.example/tea'],
    ['../posts/2024/tea', 'link', 'https://b.example/tea'],
  ])('%s as %s', (address, kind, expected) => {
    expect(resolved(address, kind)).toMatchObject({ value: expected, reported: [] });
  });

  test.each([
    ['only.md', 'only.fr'],
    ['only.fr.md', 'only.fr'],
    ['./only/#part', 'only.fr#part'],
    // As the page is served, in a folder of its own.
    ['../only/', 'only.fr'],
    ['both.md', 'both.fr'],
    ['b.md', 'b'],
    ['both', 'both.fr'],
    ['/notes/both/', 'both.fr'],
    ['/fr/notes/only/', 'only.fr'],
    ['../b/', 'b'],
  ])('%s in a file of a language', (address, name) => {
    const found = resolved(address, 'link', 'notes/a.fr.md');
    expect(found).toMatchObject({ value: `https://b.example/${name}`, reported: [] });
  });

  test('the file that a translation is of', () => {
    expect(resolved('both.md', 'link', 'notes/both.fr.md')).toMatchObject({ value: 'https://b.example/both' });
  });

  test.each([
    ['/notes/b/', 'b'],
    ['/notes/b.html#part', 'b#part'],
    ['/tea', null],
    ['/2024/01/05/tea/', 'tea'],
  ])('%s as an address of the website', (address, name) => {
    const value = name === null ? null : `https://b.example/${name}`;
    expect(resolved(address, 'link')).toMatchObject({ value, reported: [] });
  });
});

const noFile = (path: string, what = 'reads') => `but the content folder has no file notes/${path} that Galley ${what}`;
const noArticle = 'which is neither the path nor the slug of an article';
const isHidden = 'but notes/hidden.md is hidden, or is not an article';

/** Addresses, and what is said of each behind its name; null of those that are let be. */
test.each<[string, AddressKind, string | null]>([
  ['gone.md', 'link', noFile('gone.md')],
  // By a name alone, another folder has it.
  ['./tea time.md', 'link', noFile('tea time.md')],
  ['c/readme.md', 'link', noFile('c/readme.md')],
  ['hidden.md#x', 'link', isHidden],
  [`/${'a/'.repeat(9999)}p.png`, 'image', null],
  ['gone.png', 'image', 'which does not exist at notes/gone.png'],
  ['../../../p.png', 'image', 'which does not exist at ../../p.png'],
  ['gone.mp4', 'media', 'which does not exist at notes/gone.mp4'],
  ['/gone.png', 'image', null],
  ['/gone.mp4', 'media', null],
  ['gone.png', 'link', noFile('gone.png', 'publishes')],
  ['example.com/', 'link', noArticle],
  ['example.com', 'link', noFile('example.com', 'publishes')],
  ['hidden', 'link', isHidden],
  ['report.pdf', 'image', 'which does not exist at notes/report.pdf'],
  ['/gone.pdf', 'link', null],
  ['/notes/tool.py', 'link', null],
  ['gone.php', 'link', noArticle],
  ['v1.2', 'link', noArticle],
  ['/about', 'link', null],
  ['/b', 'link', null],
  ['other-page', 'link', noArticle],
  ['../tags/tea/', 'link', noArticle],
  ['?b', 'link', null],
  ['..', 'link', noArticle],
])('%s as %s stays, and is reported where it leads nowhere', (address, kind, said) => {
  const [code, a] =
    kind === 'link' ? ['broken-link', 'a link to'] : ['missing-image', `the ${kind === 'image' ? kind : 'file'}`];
  const reported = said === null ? [] : [`3:7 ${code} ${a} ${address}, ${said}`];
  expect(resolved(address, kind)).toEqual({ value: null, anchorIn: null, reported });
});

test.each<[string, AddressKind, string]>([
  [`${'../'.repeat(300_000)}b.md`, 'link', `broken-link an address of 900,004 characters: ${'../'.repeat(20)}…`],
  [`${'a/'.repeat(6144)}p`, 'image', `missing-image an address of 12,289 characters: ${'a/'.repeat(30)}…`],
  [
    'tool.py#L3',
    'link',
    'broken-link a link to tool.py#L3. A file of this kind may be a source of a site, and is never copied',
  ],
])('what is reported of %s as %s', (address, kind, said) => {
  expect(resolved(address, kind)).toEqual({ value: null, anchorIn: null, reported: [`3:7 ${said}`] });
});

test.each([
  ['b.md#part', 'notes/b.md'],
  ['../top.markdown?x=1#part', 'top.markdown'],
  ['./b#part', 'notes/b.md'],
  ['../tea/#part', 'posts/2024/2024-01-05-tea.md'],
  ['b.md', null],
  ['b.md#', null],
  ['gone.md#part', null],
  ['p.png#part', null],
])('the fragment of %s is an anchor in %s', (address, anchorIn) => {
  expect(resolved(address, 'link').anchorIn).toBe(anchorIn);
});

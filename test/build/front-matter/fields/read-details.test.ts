import { describe, expect, test } from 'vitest';
import { readAuthorDetails, readDetails } from '../../../../build/front-matter/fields/read-details.ts';
import { readImageAlt } from '../../../../build/front-matter/fields/read-fields.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

const read = (header: string, path = 'a.md', options = defaultContentOptions) =>
  readDetails(parsedFile(path, header.startsWith('+++') ? header : `---\n${header}\n---\nText\n`), options);

describe('authors', () => {
  test.each([
    ['author: Ada Lovelace', ['Ada Lovelace']],
    ['authors: [Ada, "Bob  C."]', ['Ada', 'Bob C.']],
    ['author: Ada Lovelace and Bob, Cleo & Dee', ['Ada Lovelace', 'Bob', 'Cleo', 'Dee']],
    ['authors: ["Smith, Jane"]', ['Smith, Jane']],
    ['author: {name: Ada, email: a@example.com}', ['Ada']],
    ['authors:\n  - name: Ada\n    url: https://x.test\n  - Bob', ['Ada', 'Bob']],
    ['author: Ada\nauthors: [ada, Bob]', ['ada', 'Bob']],
    ['Co-Authors: [Ada]', ['Ada']],
    ['taxonomies: {authors: [Ada]}', ['Ada']],
    ['author: 7', ['7']],
    ['author: true', []],
    ['author:', []],
    [`author: ${'x'.repeat(201)}`, []],
    ['authors: [A\u0308da]', ['\u00c4da']],
  ])('%s', (header, authors) => {
    expect(read(header).authors).toEqual(authors);
  });

  test('of TOML', () => {
    expect(read('+++\nauthors = ["Ada"]\n[taxonomies]\ntags = ["x"]\n+++\nText\n')).toMatchObject({
      authors: ['Ada'],
      tags: ['x'],
    });
  });
});

test.each([
  ['tags: [a, B, A]', { tags: ['a', 'B'] }],
  ['tags: a b, c', { tags: ['a b', 'c'] }],
  ['tags: ["#x/y", "# z"]', { tags: ['x/y', '# z'] }],
  ['tags: [a]\nkeywords: b', { tags: ['a', 'b'] }],
  [
    `tags: [${Array.from({ length: 150 }, (_, i) => `t${i}`)}]`,
    { tags: Array.from({ length: 100 }, (_, i) => `t${i}`) },
  ],
  ['category: News', { section: 'News' }],
  ['categories: [A, B]', { section: 'A' }],
  ['section: S\ncategory: C', { section: 'S' }],
  ['title: x', { authors: [], tags: [], section: null, language: null }],
  ['lang: pt_BR', { language: 'pt-BR' }],
  ['language: German please', { language: null }],
])('%s', (header, expected) => {
  expect(read(header)).toMatchObject(expected);
});

test('the language of a path, where front matter names none', () => {
  expect(read('title: x', 'de/a.md').language).toBe('de');
  expect(read('title: x', 'a.fr.md').language).toBe('fr');
  expect(read('lang: en', 'de/a.md').language).toBe('en');
});

test('configured names come first', () => {
  const options = { ...defaultContentOptions, frontMatter: { tags: ['schlagworte'], section: ['rubrik'] } };
  expect(read('tags: [b]\nSchlagworte: [a]\nrubrik: R\ncategory: C', 'a.md', options)).toMatchObject({
    tags: ['a', 'b'],
    section: 'R',
  });
});

test.each([
  ['author: {name: Ada, email: a@example.com}', null],
  ['author: Ada', null],
  ['author: {url: https://a.example}', null],
  ['author: {name: Ada, url: "javascript:alert(1)"}', null],
  ['author: {name: Ada, website: "https://A.example"}', [['Ada', 'https://a.example/', null]]],
  [
    'authors: [Bob, {name: Ada, avatar: ./ada.png}]',
    [
      ['Bob', null, null],
      ['Ada', null, './ada.png'],
    ],
  ],
  ['authors: [{title: Ada, url: //a.example, image: {src: a.png}}]', [['Ada', 'https://a.example/', 'a.png']]],
  ['author: ada\nauthors: [{name: Ada, picture: a.png}]', [['Ada', null, 'a.png']]],
])('what is known of authors: %s', (header, expected) => {
  const parsed = parsedFile('a.md', `---\n${header}\n---\nText\n`);
  const { authors } = readDetails(parsed, defaultContentOptions);
  const found = readAuthorDetails(parsed, authors, defaultContentOptions);
  expect(found?.map(({ name, url, avatar }) => [name, url, avatar?.value ?? null]) ?? null).toEqual(expected);
});

test.each([
  ['header_image: a.png\nimage_alt: A "fox"', 'A "fox"'],
  ['image: a.png\nheader_image_alt: A', 'A'],
  ['heroImage: a.png\nheroImageAlt: A', 'A'],
  ['heroImage: a.png\nhero-image-alt-text: A', 'A'],
  ['cover: {image: a.png, alt: " A  b "}', 'A b'],
  ['image: {src: a.png, alt: A}', 'A'],
  ['featured_image: {url: a.png, altText: A}', 'A'],
  ['images: a.png\nimage: [{src: a.png, alt: A}]', 'A'],
  ['hero: {src: a.png, alt: A}', 'A'],
  ['header: {overlay_image: a.png, image_alt: no, alt: A}', 'A'],
  ['image: {src: a.png, alt: ""}\nimage_alt: B', 'B'],
  ['image: a.png\nalt: A', 'A'],
  ['image: a.png\ncover: {src: b.png, alt: B}', null],
  ['image: a.png\nimage_alt: [A]', null],
  ['image: a.png', null],
])('the text of a header image: %s', (header, expected) => {
  expect(readImageAlt(parsedFile('a.md', `---\n${header}\n---\nText\n`), defaultContentOptions)).toBe(expected);
});

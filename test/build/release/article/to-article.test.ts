import { describe, expect, test } from 'vitest';
import { deriveFields } from '../../../../build/front-matter/fields/derive-fields.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import type { Addresses } from '../../../../build/release/article/resolve-address.ts';
import type { Asset } from '../../../../build/source/media.ts';
import { articleOf } from '../../../support/article-of.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

const picture: Asset = { name: 'p.0123.png', file: '', size: 0, pixels: null };
const addresses: Addresses = {
  site: 'https://a.example',
  media: { find: (path) => (path === 'notes/p.png' ? picture : null) },
  articles: { get: () => undefined, find: () => null },
};

/** The article that a file becomes, its newest moment, and its problems as `path:line:column code`. */
function composed(header: string, body = 'Text\n', path = 'notes/some-note.md') {
  const source = parsedFile(path, `---\npublish_at: 2026-01-02\n${header}\n---\n${body}`);
  const { value: outcome, problems: faults } = deriveFields(source, defaultContentOptions, 0);
  if (outcome.kind !== 'article') throw new Error(JSON.stringify(faults));
  const { value: article, problems } = articleOf(source, outcome.fields, 7, addresses);
  return {
    fields: JSON.parse(article.bytes.toString()),
    modified: new Date(article.modified * 1000).toISOString(),
    told: problems.map((problem) => `${problem.path}:${problem.line}:${problem.column} ${problem.code}`),
  };
}

test('the keys stand in their order, and what is missing is filled in', () => {
  const { fields } = composed('', '# A *heading*\n\nFirst words.\n');
  expect(JSON.stringify(fields)).toBe(
    JSON.stringify({
      id: 7,
      slug: 'some-note',
      excerpt: 'First words.',
      title: 'A heading',
      meta_title: 'A heading',
      meta_description: 'First words.',
      html: fields.html,
      markdown: '# A *heading*\n\nFirst words.\n',
      header_image_url: null,
      publish_at: '2026-01-02T00:00:00Z',
      published_at: '2026-01-02T00:00:00Z',
      updated_at: null,
    }),
  );
});

test('a title from a heading has the text of links by name', () => {
  expect(composed('', '# [[A]] of [[b|c]]\n\nd').fields.title).toBe('A of c');
});

test.each([
  ['title: Written', 'title', 'Written'],
  ['title: Written', 'meta_title', 'Written'],
  ['meta_title: Meta', 'meta_title', 'Meta'],
  ['meta_title: Meta', 'title', 'Some note'],
  ['excerpt: Short', 'excerpt', 'Short'],
  ['excerpt: "**Long**&mdash;see [*this*](b) &amp; that"', 'excerpt', 'Long—see this & that'],
  ['description: "A **b**"', 'meta_description', 'A b'],
  ['excerpt: "A [[b]] of [[c/d|e]], ![[f.png]] x [[ g ]]"', 'excerpt', 'A b of e, x [[ g ]]'],
  ['excerpt: "snake_case * 2 < 3 & <T> `x` 2**8"', 'excerpt', 'snake_case * 2 < 3 & <T> x 2**8'],
  ['excerpt: "<p>A <a href=\\"b\\">c</a> &amp; d</p>"', 'excerpt', 'A c & d'],
  ['excerpt: "&nope; # ** a"', 'excerpt', '&nope; # ** a'],
  ['title: "1. A *b*, `c` &amp; <em>d</em>"', 'title', '1. A b, c & d'],
  [
    'title: "The <title> of Map<K, V[]>, </p> and `<b>` <br>x<img src=a>"',
    'title',
    'The <title> of Map<K, V[]>, </p> and <b> x',
  ],
  [
    'title: "__init__ of *args and **kwargs: C:\\\\d &lt;e&gt; \\\\_f"',
    'title',
    '__init__ of *args and **kwargs: C:\\d <e> _f',
  ],
  ['title: "# [a](b) {{ c }} **d** - _e_"', 'title', '# a {{ c }} d - e'],
  ['title: "&amp;"', 'meta_title', '&'],
  [`title: "${'['.repeat(10_000)}"`, 'title', '['.repeat(10_000)],
  ['excerpt: Short', 'meta_description', 'Short'],
  ['meta_description: Meta', 'meta_description', 'Meta'],
  ['meta_description: Meta', 'excerpt', 'Text'],
  ['published_at: 2025-01-01', 'published_at', '2025-01-01T00:00:00Z'],
  ['updated_at: 2026-03-01T10:00:00+02:00', 'updated_at', '2026-03-01T08:00:00Z'],
])('%s: %s', (header, name, value) => {
  expect(composed(header).fields[name]).toBe(value);
});

test.each([
  ['', '2026-01-02T00:00:00.000Z'],
  ['updated_at: 2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['updated_at: 2025-03-01', '2026-01-02T00:00:00.000Z'],
  ['published_at: 2026-02-01', '2026-02-01T00:00:00.000Z'],
  ['published_at: 2026-02-01\nupdated_at: 2026-03-01', '2026-03-01T00:00:00.000Z'],
])('%j: its newest date-time is %s', (header, modified) => {
  expect(composed(header).modified).toBe(modified);
});

describe('a header image', () => {
  test.each<[string, string | null, string[]]>([
    ['p.png', 'https://a.example/media/p.0123.png', []],
    ['https://b.example/ä p.png', 'https://b.example/%C3%A4%20p.png', []],
    ['//b.example/p.png', 'https://b.example/p.png', []],
    ['/img/p.png', 'https://a.example/img/p.png', []],
    ['gone.png', null, ['notes/some-note.md:3:15 missing-image']],
    ['data:image/png;base64,AA', null, ['notes/some-note.md:3:15 missing-image']],
    ['javascript:alert(1)', null, ['notes/some-note.md:3:15 missing-image']],
  ])('%s', (written, url, told) => {
    const { fields, told: problems } = composed(`header_image: ${written}`);
    expect([fields.header_image_url, problems]).toEqual([url, told]);
  });
});

test('problems of the body are reported at their lines of the file', () => {
  expect(composed('', 'Text\n\n![x](gone.png)\n').told).toEqual(['notes/some-note.md:7:6 missing-image']);
  expect(composed('title: x', `Text\n\n${'>'.repeat(500)} deep\n`).told).toEqual(['notes/some-note.md:7:1 too-deep']);
});

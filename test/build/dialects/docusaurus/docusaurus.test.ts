import { describe, expect, test } from 'vitest';
import { originalFinder, plainDialects } from '../../../../build/dialects/index.ts';
import { htmlOf, readBody as read } from '../../../support/read-body.ts';

describe('ids of headings', () => {
  test.each([
    ['in a comment', '## a {/* #b */}', '## a {#b}'],
    ['without a hash', '## a { /*b*/ }', '## a {#b}'],
    ['before characters that close the heading', '## a {/* #b */} ##', '## a {#b}'],
    ['in a quote', '> # a {/* #b */}', '> # a {#b}'],
  ])('are read in every folder: %s', (_, body, markdown) => {
    expect(read(body).html).toBe(htmlOf(markdown));
  });

  test.each(['`## a {/* #b */}`', '```\n## a {/* #b */}\n```'])('none: %j', (body) => {
    expect(read(body).html).toBe(htmlOf(body));
  });

  test.each(['a {/* #b */}', '## a {/* b c */}', '{/* b */}'])('none, but a comment: %j', (body) => {
    expect(read(body).html).toBe(htmlOf(body.replace(/\{.*/, '')));
  });
});

test.each([
  ['i18n/de/docusaurus-plugin-content-blog/2024/a.png', 'blog/2024/a.png'],
  ['site/i18n/pt-BR/docusaurus-plugin-content-docs/current/img/a.png', 'site/docs/img/a.png'],
  ['i18n/de/docusaurus-plugin-content-docs/version-1.0/a.png', 'versioned_docs/version-1.0/a.png'],
  ['i18n/de/docusaurus-plugin-content-pages/a.png', null],
  ['i18n/de/docusaurus-plugin-content-blog', null],
  ['de/blog/a.png', null],
])('%s is the translation of %s', (path, original) => {
  expect(originalFinder(plainDialects)(path)).toBe(original);
});

test('nothing is the translation of another, where the dialect is off', () => {
  const find = originalFinder({ ...plainDialects, off: ['docusaurus'] });
  expect(find('i18n/de/docusaurus-plugin-content-blog/a.png')).toBeNull();
});

import { expect, test } from 'vitest';
import { originalFinder, plainDialects } from '../../../../build/dialects/index.ts';

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

test('nothing is, where the dialect is off', () => {
  const find = originalFinder({ ...plainDialects, off: ['docusaurus'] });
  expect(find('i18n/de/docusaurus-plugin-content-blog/a.png')).toBeNull();
});

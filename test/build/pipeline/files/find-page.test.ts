import { expect, test } from 'vitest';
import { createPageFinder, type KnownPage } from '../../../../build/pipeline/files/find-page.ts';

/** Pages by their paths; `slug permalink` where the front matter has an address, '' for no article. */
function finderOf(pages: Record<string, string>) {
  const all = Object.entries(pages).map(([path, written]): [string, KnownPage] => {
    const [slug = '', permalink = null] = written.split(' ');
    return [path, [slug === '' ? null : slug, permalink]];
  });
  return createPageFinder(() => new Map(all), 'wiki');
}

const find = finderOf({
  'about.md': 'about',
  'about/index.md': 'more',
  'deep/index.md': 'deep',
  'deep/python.md': 'python',
  'reference/email.md': 'email',
  'reference/hidden.md': '',
  'answers/paid-leave.md': 'paid-leave',
  'answers/연차-휴가.md': '연차-휴가',
  'answers/leave.md': 'leave',
  '_posts/2013-05-01-swr-intro.md': 'swr-intro',
  '_posts/2013-05-02-tea.md': 'tea',
  'named.md': 'old-name 2001/02/old-name',
  'one.md': 'guide guide',
  'de/docs/set-up.md': 'set-up',
  'talks/open-source.md': 'open-source',
  'open-data/first.md': 'first',
  'blog/open-data.md': 'open-data',
});

test.each([
  // The path of a file: whole, behind the name of the content folder, behind others, and an end of it.
  ['/about/', 'about.md'],
  ['/deep', 'deep/index.md'],
  ['/deep/index.html', 'deep/index.md'],
  ['/reference/email', 'reference/email.md'],
  ['/wiki/about', 'about.md'],
  ['/site/v/reference/email.html', 'reference/email.md'],
  ['/docs/set-up/', 'de/docs/set-up.md'],
  ['/2013-05-01-swr-intro', '_posts/2013-05-01-swr-intro.md'],
  // A slug of several words.
  ['/support/paid-leave/', 'answers/paid-leave.md'],
  ['/paid-leave', 'answers/paid-leave.md'],
  ['/support/연차-휴가/', 'answers/연차-휴가.md'],
  ['/talks/open-source', 'talks/open-source.md'],
  // With the date of its path.
  ['/2013/05/01/swr-intro.html', '_posts/2013-05-01-swr-intro.md'],
  ['/blog/2013/05/02/tea.html', null],
  ['/news/2013/05/02/tea.html', '_posts/2013-05-02-tea.md'],
  ['/2014/05/01/swr-intro.html', null],
  ['/2013/tea', null],
  ['/2016/01/paid-leave', 'answers/paid-leave.md'],
  ['/7/paid-leave', null],
  // Right below what holds articles, and no other folder.
  ['/posts/leave/', 'answers/leave.md'],
  ['/article/leave', 'answers/leave.md'],
  ['/blog/leave', null],
  ['/news/support/leave', null],
  // The address of its front matter, and no other.
  ['/2001/02/old-name/', 'named.md'],
  ['/base/2001/02/old-name/', 'named.md'],
  ['/named', null],
  ['/old-name', null],
  ['/guide', 'one.md'],
  ['/docs/guide', null],
  // What may be another page.
  ['/', null],
  ['/index.html', null],
  ['/leave', null],
  ['/support/leave', null],
  ['/python/', null],
  ['/tags/python/', null],
  ['/tag/paid-leave', null],
  ['/projects/paid-leave', null],
  ['/categories/support/paid-leave', null],
  ['/en/paid-leave', null],
  ['/v2/paid-leave', null],
  ['/deep/paid-leave', null],
  ['/open-data', null],
  ['/reference/hidden', null],
  ['/tags/reference/email', null],
  ['/Reference/email', null],
  [`/${'a/'.repeat(5000)}paid-leave`, 'answers/paid-leave.md'],
])('%s leads to %s', (address, path) => {
  expect(find(address, 'some/page.md')).toBe(path);
});

test.each([
  ['structure', 'meta/structure.fr.md'],
  ['../structure', 'meta/structure.fr.md'],
  ['../overview/', 'meta/overview.md'],
  ['/meta/structure/', 'meta/structure.fr.md'],
  ['/en/meta/structure/', 'meta/structure.en.md'],
  ['/de/meta/structure/', null],
  ['../index.html', 'meta/index.md'],
])('%s in a file of a language leads to %s', (address, path) => {
  const find = finderOf({
    'meta/index.md': 'meta',
    'meta/structure.en.md': 'structure.en',
    'meta/structure.fr.md': 'structure.fr',
    'meta/overview.md': 'overview',
  });
  expect(find(address, 'meta/installation.fr.md')).toBe(path);
});

test.each([
  // The slug of a translation has its language behind it, or before it, or is another one.
  ['../first-tea', 'ru', 'blog/2024-05-02-first-tea.ru.md'],
  ['../first-tea', 'de', 'blog/2024-05-02-first-tea.md'],
  ['../first-tea', 'en', 'blog/2024-05-02-first-tea.md'],
  ['../first-tea.ru', 'en', 'blog/2024-05-02-first-tea.ru.md'],
  ['../green-tea/', 'ru', 'blog/2024-05-03-green.ru.md'],
  ['../green-tea/', 'de', 'blog/2024-05-03-green.md'],
  ['../black-tea/', 'ru', 'blog/a.ru.md'],
  ['/posts/first-tea/', 'ru', 'blog/2024-05-02-first-tea.ru.md'],
  ['/2024/05/03/green-tea.html', 'ru', 'blog/2024-05-03-green.ru.md'],
  ['/ru/2024/05/03/green-tea.html', 'ru', 'blog/2024-05-03-green.ru.md'],
  ['/old/cup', 'ru', 'deep/old/cup.ru.md'],
  ['/old/cup.ru', 'en', 'deep/old/cup.ru.md'],
  ['/old/2024-05-04-leaf', 'ru', 'deep/old/2024-05-04-leaf.ru.md'],
  ['/old/2024-05-04-leaf', 'de', 'deep/old/2024-05-04-leaf.md'],
  // Translations with the same address.
  ['/about/tea', 'ru', 'blog/c.ru.md'],
  ['/about/tea', 'de', 'blog/c.de.md'],
  ['/site/about/tea', 'de', 'blog/c.de.md'],
  ['/about/tea', 'en', 'blog/c.md'],
  ['/about/cup', 'ru', 'blog/d.md'],
])('%s in a file of the language %s leads to %s', (address, language, path) => {
  const find = finderOf({
    'blog/2024-05-02-first-tea.md': 'first-tea',
    'blog/2024-05-02-first-tea.ru.md': 'first-tea.ru',
    'blog/2024-05-03-green.md': 'green-tea',
    'blog/2024-05-03-green.ru.md': 'ru-green-tea',
    'blog/a.ru.md': 'black-tea.ru',
    'blog/b.ru.md': 'ru-black-tea',
    'deep/old/cup.ru.md': 'cup.ru',
    'deep/old/2024-05-04-leaf.md': 'leaf',
    'deep/old/2024-05-04-leaf.ru.md': 'leaf.ru',
    'blog/c.de.md': 'c.de about/tea',
    'blog/c.md': 'c about/tea',
    'blog/c.ru.md': 'c.ru about/tea',
    'blog/d.md': 'd about/cup',
    'blog/d.ru.md': 'd.ru',
  });
  expect(find(address, `blog/2024-05-05-links${language === 'en' ? '' : `.${language}`}.md`)).toBe(path);
});

test.each([
  // The slug of the other language is the shorter one.
  ['./lazy-tea', 'it/blog/2015-first/index.md', 'it/blog/2020-04-20_lazy-tea/index.md'],
  ['../lazy-tea/', 'it/blog/2015-first/index.md', 'it/blog/2020-04-20_lazy-tea/index.md'],
  ['lazy-tea', 'it/blog/2015-first.md', 'it/blog/2020-04-20_lazy-tea/index.md'],
  ['./cup', 'it/blog/2015-first/index.md', 'it/blog/cup/index.md'],
  ['./lazy-tea', 'de/blog/2015-first/index.md', 'blog/2020-04-20_lazy-tea/index.md'],
  ['./only', 'it/blog/2015-first/index.md', 'blog/2020-04-20_only.md'],
  // A name that is not in the slug is no address.
  ['./renamed', 'it/blog/2015-first/index.md', 'blog/other.md'],
])('%s in %s leads to %s', (address, from, path) => {
  const find = finderOf({
    'blog/2020-04-20_lazy-tea/index.md': 'lazy-tea',
    'blog/2020-04-20_only.md': 'only',
    'blog/cup/index.md': 'cup',
    'blog/other.md': 'renamed',
    'it/blog/2020-04-20_lazy-tea/index.md': 'it-lazy-tea',
    'it/blog/2020-04-20_renamed.md': 'new-name',
    'it/blog/cup/index.md': 'it-cup',
  });
  expect(find(address, from)).toBe(path);
});

/** @module-tag scaled */
import { afterAll, expect, test } from 'vitest';
import { amount, isQuick, isSoak, seed, shareOf } from '../support/amount.ts';
import { writtenTexts } from './body-patterns.ts';
import { buildText, removeTexts } from './build-text.ts';
import { findSlow, isRefused, timeOf } from './growth.ts';
import { patterns } from './patterns.ts';
import { toPattern } from './to-pattern.ts';

afterAll(removeTexts);

/** Bytes of each file. At a megabyte, what grows with the square of its length would take from ten seconds to hours. */
const size = isQuick ? 500 : isSoak ? 1_000_000 : 6_000;

/** What can be wrong with a body. Whatever else is thrown on the way would be the problem `failed`. */
const bodyCodes = [
  ...[
    'too-deep',
    'too-long',
    'too-much-html',
    'broken-anchor',
    'broken-link',
    'missing-image',
    'unused-footnote',
    'hidden-text',
  ],
  ...['unclosed', 'empty-article', 'html-removed', 'template-syntax'],
];

const codesOfHeaders = /^(?:front-matter-|bad-|far-date$|no-date$|duplicate-key$|misspelt-key$|wrong-type$|encoding$)/;

/** In `npm test` a tenth of them. */
const tried = shareOf(patterns).filter((_, index) => !isQuick || index % 10 === seed % 10);

test.each(tried)(
  '$name becomes an article or a problem',
  { tags: ['large'] },
  ({ name, file: path = 'a.md', make }) => {
    const text = make(size);
    let built: ReturnType<typeof buildText> | undefined;
    const build = (): void => {
      built = buildText(text, path);
    };
    const time = isSoak ? timeOf(build) : build();
    const { article, problems = [] } = built ?? {};
    const isHeader = name.startsWith('front matter: ');
    const lines = text.split(/\r\n?|\n/).length;
    expect({
      slow: time === undefined ? null : findSlow(make, (each) => isRefused(buildText(each, path)), size, time),
      isNeither: article == null && problems.length === 0,
      isTooLarge: (article?.size ?? 0) >= Math.max(2_500_000, 20 * size),
      unknown: problems.filter(({ code }) => !(bodyCodes.includes(code) || (isHeader && codesOfHeaders.test(code)))),
      misplaced: problems.filter(
        (problem) => problem.path !== path || problem.line < 1 || problem.line > lines || problem.column < 1,
      ),
    }).toEqual({ slow: null, isNeither: false, isTooLarge: false, unknown: [], misplaced: [] });
  },
);

test.each(writtenTexts)('what authors write at length is not refused: %s', (text, all) => {
  const bytes = amount({ test: all / 50, all, soak: all });
  const { article, problems } = buildText(`---\ndate: 2026-01-01\n---\n${toPattern(text).make(bytes)}`, 'a.md');
  expect(article).not.toBeNull();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('each pattern has a name of its own', () => {
  expect(new Set(patterns.map(({ name }) => name)).size).toBe(patterns.length);
});

test.each([20_000, 80_000])('each is as large as asked for: %j bytes', (size) => {
  const others = patterns.flatMap(({ name, make }) => {
    const bytes = Buffer.byteLength(make(size));
    return bytes > size * 0.9 && bytes < size * 1.1 + 100 ? [] : [`${name}: ${bytes}`];
  });
  expect(others).toEqual([]);
});

/** @module-tag scaled */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultContentOptions } from '../../build/front-matter/options.ts';
import { compileFile } from '../../build/pipeline/files/compile-file.ts';
import { readFile } from '../../build/pipeline/files/read-file.ts';
import { isQuick, isSoak, shareOf } from '../support/amount.ts';
import { patterns } from './patterns.ts';

/** Bytes of each file. At a megabyte, what grows with the square of its length would take from ten seconds to hours. */
const size = isQuick ? 1000 : isSoak ? 1_000_000 : 6_000;

const folder = mkdtempSync(join(tmpdir(), 'galley-'));
afterAll(() => rmSync(folder, { recursive: true }));

const setting = {
  ...{ trustedHtml: false, maxFileSize: defaultContentOptions.maxFileSize, log: -1, known: new Map() },
  addresses: { site: 'https://e.org', media: { find: () => null }, articles: { get: () => undefined } },
};

/** What can be wrong with a body. Whatever else is thrown on the way would be the problem `failed`. */
const bodyCodes = [
  ...['too-deep', 'too-long', 'too-much-html', 'broken-anchor', 'broken-link', 'missing-image', 'unused-footnote'],
  ...['unclosed', 'empty-article', 'html-removed', 'template-syntax', 'heading-uneven'],
];

const codesOfHeaders = /^(?:front-matter-|bad-|far-date$|no-date$|duplicate-key$|misspelt-key$|wrong-type$|encoding$)/;

/** All that a build does with one file, and once: each test of a hostile text is an assertion on this. */
function build(text: string, path: string) {
  const file = join(folder, path);
  writeFileSync(file, text);
  const source = { path, file };
  const read = readFile({ ...source, knownHash: null }, { now: 0, contentOptions: defaultContentOptions });
  const { hash = '', identity = null } = read?.record ?? {};
  const names = identity && { ...identity, id: 1 };
  const compiled = read?.body && compileFile({ ...source, hash, body: read.body, names }, setting);
  const problems = [
    ...(read?.record.problems ?? []),
    ...(compiled?.problems ?? []),
    ...(compiled?.body?.problems ?? []),
  ];
  return { article: compiled?.body?.article, problems };
}

test.each(shareOf(patterns))('$name becomes an article or a problem', ({ name, file: path = 'a.md', make }) => {
  const text = make(size);
  const start = process.cpuUsage();
  const { article, problems } = build(text, path);
  const { user, system } = process.cpuUsage(start);
  const isHeader = name.startsWith('front matter: ');
  const lines = text.split(/\r\n?|\n/).length;
  expect({
    // Of the processor's time, in a soak alone: two seconds are wanted, what grows with the square takes fifteen or more.
    isSlow: isSoak && user + system > 6_000_000,
    isNeither: article == null && problems.length === 0,
    isTooLarge: (article?.size ?? 0) >= Math.max(2_500_000, 20 * size),
    unknown: problems.filter(({ code }) => !(bodyCodes.includes(code) || (isHeader && codesOfHeaders.test(code)))),
    misplaced: problems.filter(
      (problem) => problem.path !== path || problem.line < 1 || problem.line > lines || problem.column < 1,
    ),
  }).toEqual({ isSlow: false, isNeither: false, isTooLarge: false, unknown: [], misplaced: [] });
});

import { describe, expect, test } from 'vitest';
import { firstOf } from '../../support/amount.ts';
import { renderBody } from '../../support/render-body.ts';

const render = (body: string) => renderBody(body, { resolve: () => null, trustedHtml: false });
const toLines = (problems: readonly { code: string; line: number }[]) =>
  problems.map(({ code, line }) => `${line} ${code}`);

const heading = (columns: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`;

describe('more than fifteen times as much HTML is refused, and not made', () => {
  const rows = [
    ['rows without bars', `Text.\n\n${heading(2000)}${'b\n'.repeat(4000)}`, '3 too-much-html'],
    ['rows of one bar', `${heading(2000)}${'|\n'.repeat(4000)}`, '1 too-much-html'],
    ['rows in a quote', `> ${heading(2000).replace('\n', '\n> ')}${'> b\n'.repeat(4000)}`, '1 too-much-html'],
    ['many tables', `${heading(100)}${'b\n'.repeat(100)}\n`.repeat(20), '516 too-much-html'],
    ['a long address', `[a]: http://b.c/${'d'.repeat(50_000)}\n\n${'[a]\n\n'.repeat(1000)}`, '1 too-much-html'],
    ['a long title', `[a]: b "${'d'.repeat(50_000)}"\n\n${'![a]\n\n'.repeat(1000)}`, '1 too-much-html'],
    ['footnotes that are referred to often', `[^1]: a\n\n${'[^1]\n\n'.repeat(8000)}`, '1 too-much-html'],
  ] as const;

  test.each(firstOf(6, rows))('%s', { tags: ['scaled'] }, (_, body, problem) => {
    const { value, problems } = render(body);
    expect([toLines(problems), value]).toEqual([[problem], null]);
  });
});

const allowed = [
  ['a wide table', `${heading(200)}${'|b'.repeat(200)}|\n`.repeat(20)],
  ['a table, and text behind it', `${heading(200)}|b|\n\n${'some words\n'.repeat(5000)}`],
  [
    'an address that is referred to often',
    `[a]: /${'b'.repeat(1000)}\n\n${`[a]${' word'.repeat(15)}\n\n`.repeat(1050)}`,
  ],
  ['a footnote that is referred to often', `[^1]: a\n\n${'Some words and a note.[^1]\n\n'.repeat(1000)}`],
  ['a long table with short rows', `${heading(5)}${'| some words | in a row |\n'.repeat(5000)}`],
] as const;

test.each(firstOf(4, allowed))('not refused: %s', { tags: ['scaled'] }, (_, body) => {
  expect(toLines(render(body).problems)).toEqual([]);
});

/** @module-tag scaled */
import { expect, test } from 'vitest';
import type { Resolve } from '../../../build/markdown/walk/resolve-addresses.ts';
import { amount } from '../../support/amount.ts';
import { renderBody } from '../../support/render-body.ts';

const leave = { resolve: () => null, trustedHtml: false };

/** How many times a text stands there: more would be refused. */
const times = (all: number): number => amount({ test: all / 50, all, soak: all });

test.each([
  ['a long article', '# T\n\nSome *words* with `code` and a [link](https://e.org).\n\n'.repeat(times(2000))],
  // Each heading by itself would be more effort than is made.
  ['a long newsletter', `# T\n\n${'- an *item* with a [link](https://e.org)\n'.repeat(10)}\n`.repeat(times(300))],
  ['a long list', '- an *item* with a [link](https://e.org)\n'.repeat(times(2000))],
  ['a long table', `a|b\n-|-\n${'some *words* | `code`\n'.repeat(times(4000))}`],
  ['a long paragraph', 'Some words, and *some* in a [link](https://e.org). '.repeat(times(1000))],
  ['a picture as data', `![a](data:image/png;base64,${'iVBORw0KGgo/'.repeat(times(50_000))})`],
  ['code', `\`\`\`\n${'[a_b_c](d) * '.repeat(times(80_000))}\n\`\`\``],
  ['HTML on one line', '<div class="a_b"><p>some text in a paragraph</p></div>'.repeat(times(1000))],
])('what authors write at length is not refused: %s', (_, body) => {
  const problems = body.startsWith('![a](data:') ? ['html-removed'] : [];
  expect(renderBody(body, leave).problems.map(({ code }) => code)).toEqual(problems);
});

test('what many local links cost grows with their number, not with its square', () => {
  const spans: string[] = [];
  const resolve: Resolve = (_address, _kind, { line, column }) => {
    spans.push(`${line}:${column}`);
    return null;
  };
  const count = times(40_000);
  renderBody('Some words in a line.\n\nAnd a [link](b.md).\n\n'.repeat(count), { resolve, trustedHtml: false });
  expect([spans.length, spans[0], spans.at(-1)]).toEqual([count, '3:14', `${4 * count - 1}:14`]);
});

test.each([
  ['![a](b c.png)\n\n', 'missing-image'],
  ['[a](#b)\n\n', 'broken-anchor'],
  ['[^%]: b\n\n', 'unused-footnote'],
])('what many problems cost grows with their number, not with its square: %j', (written, code) => {
  const count = times(30_000);
  const body = Array.from(
    { length: count },
    (_, i) => `Some words in a line.\n\n${written.replace('%', `n${i}`)}`,
  ).join('');
  const { problems } = renderBody(body, leave);
  expect(problems).toHaveLength(100);
  expect(problems.at(-1)).toMatchObject({ code, line: 399 });
  expect(problems.at(-1)?.found).toContain(`(and ${count - 100} more of this kind)`);
});

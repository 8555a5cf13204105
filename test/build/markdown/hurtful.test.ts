/** @module-tag long */
import { describe, expect, test } from 'vitest';
import type { Resolve } from '../../../build/markdown/links/rewrite-addresses.ts';
import { renderBody } from '../../../build/markdown/render-body.ts';
import { bodyPatterns } from '../../hurtful/body-patterns.ts';

const leave = { resolve: () => null, trustedHtml: false };

/** Of these a megabyte as well, which would take marked from ten seconds to hours. */
const endless = [
  ...['[', '![', '[a](b', '[^', '![a](b)', '*a', 'a_', '*a b* ', '`a', '~a ', '<?', '<!A ', '<![CDATA[ a', 'x <!-- '],
  ...['x <? ', '-', '(', '> a\nb\n', '>a\n>>b\n', '> - a\nb\n', '- a\nb\n', '{{ ', '*_`[<&\\!'],
].map((text) => JSON.stringify(text));

const names = [...endless, 'a word before an @', 'an item of many lines'];

describe('input made to hurt is rendered or refused within seconds', () => {
  const cases = [
    // As long as a long article.
    ...bodyPatterns.map(({ name, make }) => [name, make(30_000)] as const),
    ...bodyPatterns
      .filter(({ name }) => names.includes(name))
      .map(({ name, make }) => [`a megabyte of ${name}`, make(1_000_000)] as const),
  ];
  test('all that is asked for by name is there', () => {
    expect(cases).toHaveLength(bodyPatterns.length + names.length);
  });

  test.each(cases)('%s', (_, body) => {
    for (const { code, line } of renderBody(body, leave).problems) {
      expect(code).toMatch(
        /^(?:too-deep|too-long|too-much-html|broken-anchor|unused-footnote|unclosed|empty-article|html-removed|template-syntax|heading-uneven|missing-image|broken-link)$/,
      );
      expect(line).toBeGreaterThan(0);
    }
  });
});

test.each([
  ['a long article', '# T\n\nSome *words* with `code` and a [link](https://e.org).\n\n'.repeat(2000)],
  // Each heading by itself would be more effort than is made.
  ['a long newsletter', `# T\n\n${'- an *item* with a [link](https://e.org)\n'.repeat(10)}\n`.repeat(300)],
  ['a long list', '- an *item* with a [link](https://e.org)\n'.repeat(2000)],
  ['a long table', `a|b\n-|-\n${'some *words* | `code`\n'.repeat(4000)}`],
  ['a long paragraph', 'Some words, and *some* in a [link](https://e.org). '.repeat(1000)],
  ['a picture as data', `![a](data:image/png;base64,${'iVBORw0KGgo/'.repeat(50_000)})`],
  ['code', `\`\`\`\n${'[a_b_c](d) * '.repeat(80_000)}\n\`\`\``],
  ['HTML on one line', '<div class="a_b"><p>some text in a paragraph</p></div>'.repeat(1000)],
])('what authors write at length is not refused: %s', { timeout: 60_000 }, (_, body) => {
  const problems = body.startsWith('![a](data:') ? ['html-removed'] : [];
  expect(renderBody(body, leave).problems.map(({ code }) => code)).toEqual(problems);
});

test('what many local links cost grows with their number, not with its square', { timeout: 60_000 }, () => {
  const places: string[] = [];
  const resolve: Resolve = (_address, _kind, { line, column }) => {
    places.push(`${line}:${column}`);
    return null;
  };
  renderBody('Some words in a line.\n\nAnd a [link](b.md).\n\n'.repeat(40_000), { resolve, trustedHtml: false });
  expect([places.length, places[0], places.at(-1)]).toEqual([40_000, '3:14', '159999:14']);
});

test.each([
  ['![a](b c.png)\n\n', 'missing-image', 30_000],
  ['[a](#b)\n\n', 'broken-anchor', 30_000],
  ['[^%]: b\n\n', 'unused-footnote', 30_000],
])(
  'what many problems cost grows with their number, not with its square: %j',
  { timeout: 60_000 },
  (written, code, times) => {
    const body = Array.from(
      { length: times },
      (_, i) => `Some words in a line.\n\n${written.replace('%', `n${i}`)}`,
    ).join('');
    const { problems } = renderBody(body, leave);
    expect(problems).toHaveLength(100);
    expect(problems.at(-1)).toMatchObject({ code, line: 399 });
    expect(problems.at(-1)?.found).toContain(`(and ${times - 100} more of this kind)`);
  },
);

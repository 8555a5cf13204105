import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyDialects, plainDialects } from '../../../build/dialects/index.ts';
import { runChecks } from '../../../build/markdown/checks/body-check.ts';
import { createLeftoverCheck } from '../../../build/markdown/checks/check-leftovers.ts';
import { findExcerpt } from '../../../build/markdown/excerpt.ts';
import { findManyDelimiters } from '../../../build/markdown/limits/check-limits.ts';
import { createCloseFinder } from '../../../build/markdown/linear-text.ts';
import { createBudget, toBrokenAnchor } from '../../../build/markdown/links/anchors.ts';
import { mayHaveFootnotes } from '../../../build/markdown/marked/footnotes.ts';
import { lexMarkdown } from '../../../build/markdown/marked/markdown.ts';
import { trackOpen } from '../../../build/markdown/render-safe.ts';
import { editDistance } from '../../../build/problems/near-word.ts';
import { fill } from '../../adversarial/pattern.ts';
import { amount, cases } from '../../support/amount.ts';
import { countLooks } from '../../support/count-looks.ts';
import { renderBody } from '../../support/render-body.ts';

vi.mock('../../../build/problems/near-word.ts', { spy: true });
beforeEach(() => void vi.clearAllMocks());

const leave = { resolve: () => null, trustedHtml: false };

const leftoverChecks = [
  createLeftoverCheck(
    bodyDialects(plainDialects, 'a.md').flatMap((dialect) => dialect.leftovers ?? []),
    '',
  ),
];

const codes = (body: string): string[] => renderBody(body, leave).problems.map(({ code }) => code);

/** What is looked at in `make(size)` for sizes of one and four: the second at most a little over four times the first. */
function expectLinear(make: (times: number) => () => void, size = 1000): void {
  const [few, many] = [countLooks(make(size)), countLooks(make(4 * size))];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(4.5 * few);
}

describe('marks of a whole text', () => {
  test.each([
    ['half of it', '*a', true],
    ['all of it', '*_', true],
    ['in paragraphs', `${'[a'.repeat(200)}\n\n`, true],
    ['one in four', '[a] ', false],
    ['in fenced code', `\`\`\`\n${'*a'.repeat(5000)}\n\`\`\`\n\n`, false],
    ['words', 'some *words* with `code` ', false],
    ['tags', '<b>a</b>', false],
  ])('refused or not: %s', (_, text, isRefused) => {
    expect(findManyDelimiters(fill(text, 1_000_000)) !== null).toBe(isRefused);
  });

  test('the line is reported at which there are too many, and two hundred thousand are always taken', () => {
    expect(findManyDelimiters('**********\n'.repeat(20_000))).toBeNull();
    expect(findManyDelimiters('**********\n'.repeat(30_000))).toBe(20_001);
    expect(codes('**********\n'.repeat(30_000))).toEqual(['too-long']);
  });
});

describe('attributes of a whole text', () => {
  test.each([
    ['of one tag', `a\n\n<p ${Array.from({ length: 40_000 }, (_, i) => `a${i}=b `).join('')}>`, 3],
    ['of many tags', `a\n${'<p class=a id=b>\n'.repeat(20_000)}`, 0],
    ['pictures of a set', `\n<img srcset="${'a.png, '.repeat(40_000)}">`, 2],
  ])('too many are a problem: %s', (_, body, line) => {
    const [problem, ...others] = renderBody(body, leave).problems;
    expect([problem?.code, others]).toEqual(['too-long', []]);
    if (line > 0) expect(problem).toMatchObject({ line });
  });

  test.each([
    [
      'a wide table as editors write it',
      '<td width="50" style="a">some words</td>\n'.repeat(amount({ test: 1000, all: 8000, soak: 8000 })),
    ],
    ['a set of a thousand pictures', `<img srcset="${'https://e.org/a.png, '.repeat(1000)}">`],
  ])('as people write them they are not refused: %s', { tags: ['scaled'] }, (_, body) => {
    expect(codes(body).filter((code) => code !== 'html-removed')).toEqual([]);
  });
});

describe('template syntax', () => {
  const slow = /(?<!\{)\{%[^{}]*?%\}|\{\{[<%][\s\S]{0,500}?[>%]\}\}|(?:(?<![\w\\^_}$=])\{\{|\{\{[<%])[^{}]*\}\}/g;
  const slowPlaceholders = /\{%[\s\S]{0,500}?%\}|\{\{[\s\S]{0,500}?\}\}|\{\/\*[\s\S]{0,500}?\*\/\}/g;
  const pieces = [
    '{',
    '}',
    '{{',
    '}}',
    '{%',
    '%}',
    '{{<',
    '>}}',
    '{{%',
    '%}}',
    '{/*',
    '*/}',
    'a',
    ' ',
    '<',
    '\u00b7'.repeat(249),
  ];
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
  const toTokens = (text: string) => [
    { type: 'paragraph' as const, raw: text, text, tokens: [{ type: 'text' as const, raw: text, text }] },
  ];

  test('is found as the slow obvious way finds it', { tags: ['scaled'] }, () => {
    fc.assert(
      fc.property(texts, (text) => {
        const all = [...text.matchAll(slow)].map(([found]) => found);
        const found = runChecks(
          leftoverChecks,
          { markdown: text, tokens: toTokens(text), dollars: {}, html: '' },
          () => ({
            line: 1,
            column: 1,
          }),
        );
        const counts = found.map(({ found: words }) => Number(/\((\d+) times\)/.exec(words)?.[1] ?? 1));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      }),
      cases(3000),
    );
  });

  test('is removed from an excerpt as the slow obvious way does it', { tags: ['scaled'] }, () => {
    fc.assert(
      fc.property(texts, (text) => {
        const mark = { type: 'html' as const, raw: '<!-- more -->', text: '<!-- more -->', block: true, pre: false };
        const wanted = text.replace(slowPlaceholders, ' ').replace(/\s+/g, ' ').trim();
        expect(findExcerpt([...toTokens(text), mark])).toBe(wanted);
      }),
      cases(3000),
    );
  });

  test.each([['{{< '], ['{{% '], ['{% '], ['{{ '], ['{/* '], ['{{<a{%b{{c']])('%j that nothing ends', (text) => {
    expectLinear((times) => {
      const tokens = toTokens(text.repeat(times));
      return () => {
        runChecks(leftoverChecks, { markdown: text.repeat(times), tokens, dollars: {}, html: '' }, () => ({
          line: 1,
          column: 1,
        }));
        findExcerpt(tokens);
      };
    });
  });

  test('an end that is far is looked for once', () => {
    const text = `${'{{'.repeat(1000)}${'a'.repeat(1000)}}}`;
    const ends = new Set<number>();
    const looks = countLooks(() => {
      const find = createCloseFinder(text, ['}}']);
      for (let at = 0; at < 2000; at += 2) ends.add(find(at));
    });
    expect([...ends]).toEqual([3000]);
    expect(looks).toBeLessThan(4000);
  });
});

describe('the work grows with the length of the text', () => {
  test.each([
    ['a paragraph behind each of many fences, and lines of `=`', 'a\n```\n=\n```\n'],
    ['fences that hold `=`', '~~~\n=\n~~~\na\n'],
    ['headings behind paragraphs', 'a\n# b\n'],
  ])('underlines: %s', (_, text) => {
    expectLinear((times) => () => lexMarkdown(text.repeat(times)), 200);
  });

  test.each([
    ['paragraphs behind a footnote', (times: number) => `[^1]: a\n\n${'a\n\n'.repeat(times)}`],
    ['footnotes', (times: number) => '[^1]: a\n\n'.repeat(times)],
    ['references that nothing ends', (times: number) => `[^1]: a\n\n${`${'[^'.repeat(20)}\n\n`.repeat(times)}`],
  ])('footnotes: %s', (_, make) => {
    expectLinear((times) => () => lexMarkdown(make(times)), 200);
  });

  test.each([['[^]: '], [']: '], ['a]:'], ['[^a ]:'], ['[^a\n']])('whether there are footnotes: %j', (text) => {
    expectLinear((times) => () => mayHaveFootnotes(`${text.repeat(times)}[^`));
  });

  test.each([
    ['ends of what is not open', '<i>', '</b>'],
    ['ends of what is open', '<i>', '</i>'],
    ['ends of the first', '<b>', '</i>'],
  ])('elements that are open: %s', (_, open, close) => {
    expectLinear((times) => {
      const toToken = (text: string) => ({ type: 'html' as const, raw: text, text, block: false, pre: false });
      const tokens = [`<i>${open.repeat(times)}`, ...Array(times).fill(close)].map(toToken);
      return () => {
        const track = trackOpen();
        for (const token of tokens) track(token);
      };
    });
  });
});

describe('names that are compared to find the nearest anchor', () => {
  const compared = (): number =>
    vi.mocked(editDistance).mock.calls.reduce((sum, [a, b]) => sum + a.length * b.length, 0);

  test('as many as are looked through for twenty links, however many links and headings there are', () => {
    const body = Array.from({ length: 2000 }, (_, i) => `## some heading ${i}\n\n[a](#some-heading-x${i})\n\n`).join(
      '',
    );
    const { problems } = renderBody(body, leave);
    expect(problems).toHaveLength(100);
    expect(problems[0]?.fix).toContain('The most similar one is `#some-heading-');
    expect(compared()).toBeGreaterThan(3_000_000);
    expect(compared()).toBeLessThan(4_200_000);
  });

  test('for one link some hundred headings', () => {
    const anchors = new Set(Array.from({ length: 5000 }, (_, i) => `some-heading-${i}`));
    toBrokenAnchor('#anything-else', 'this article', anchors, { line: 1, column: 1 }, createBudget());
    expect(compared()).toBeGreaterThan(150_000);
    expect(compared()).toBeLessThan(210_000);
  });
});

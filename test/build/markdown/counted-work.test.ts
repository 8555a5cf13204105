import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyDialects, plainDialects } from '../../../build/dialects/index.ts';
import { trackOpen } from '../../../build/markdown/html/render-safe.ts';
import { countFormatting } from '../../../build/markdown/html/sanitize.ts';
import { scanTags } from '../../../build/markdown/html/tags.ts';
import { createCloseFinder } from '../../../build/markdown/linear-text.ts';
import { mayHaveFootnotes } from '../../../build/markdown/parse/footnotes.ts';
import { parsePlain } from '../../../build/markdown/parse/parse-body.ts';
import type { BodyToken } from '../../../build/markdown/parse/tokens.ts';
import { createBudget, toBrokenAnchor } from '../../../build/markdown/walk/anchors.ts';
import { createLeftoverCheck } from '../../../build/markdown/walk/check-leftovers.ts';
import { findExcerpt } from '../../../build/markdown/walk/excerpt.ts';
import { locate } from '../../../build/markdown/walk/locate.ts';
import { amount, cases } from '../../support/amount.ts';
import { countLooks } from '../../support/count-looks.ts';
import { inWords } from '../../support/in-words.ts';
import { renderBody } from '../../support/render-body.ts';

const leave = { resolve: () => null, trustedHtml: false };

const leftovers = createLeftoverCheck(
  bodyDialects(plainDialects).flatMap((dialect) => dialect.leftovers ?? []),
  '',
);

/** The problems of what other programs would replace in some tokens. */
function findLeftovers(tokens: readonly BodyToken[]) {
  const running = leftovers.begin(tokens, () => ({ line: 1, column: 1 }));
  for (const token of tokens) running.visit(token);
  return running.problems();
}

const codes = (body: string): string[] => renderBody(body, leave).problems.map(({ code }) => code);

/** What is looked at in `make(size)` for sizes of one and four: the second at most a little over four times the first. */
function expectLinear(make: (times: number) => () => void, size = 1000): void {
  const [few, many] = [countLooks(make(size)), countLooks(make(4 * size))];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(4.5 * few);
}

describe('attributes of a whole text', () => {
  test.each([
    ['of one tag', `a\n\n<p ${Array.from({ length: 40_000 }, (_, i) => `a${i}=b `).join('')}>`, 3],
    ['of many tags', `a\n${'<p class=a id=b>\n'.repeat(20_000)}`, 0],
    ['pictures of a set', `\n<img srcset="${'a.png, '.repeat(40_000)}">`, 2],
  ])('too many are a problem: %s', { tags: ['long'] }, (_, body, line) => {
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
        const found = findLeftovers(toTokens(text) as BodyToken[]);
        const counts = inWords(found).map(({ found: words }) => Number(/\((\d+) times\)/.exec(words)?.[1] ?? 1));
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
        findLeftovers(tokens as BodyToken[]);
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
    expectLinear((times) => () => parsePlain(text.repeat(times)), 200);
  });

  test.each([
    ['paragraphs behind a footnote', (times: number) => `[^1]: a\n\n${'a\n\n'.repeat(times)}`],
    ['footnotes', (times: number) => '[^1]: a\n\n'.repeat(times)],
    ['references that nothing ends', (times: number) => `[^1]: a\n\n${`${'[^'.repeat(20)}\n\n`.repeat(times)}`],
  ])('footnotes: %s', (_, make) => {
    expectLinear((times) => () => parsePlain(make(times)), 200);
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
  const anchors = new Set(Array.from({ length: 5000 }, (_, i) => `some-heading-${i}`));
  const budget = createBudget();
  const spent = (links: number): number => {
    const { left } = budget;
    for (let i = 0; i < links; i++)
      toBrokenAnchor(`#anything-else`, 'this article', anchors, { line: 1, column: 1 }, budget);
    return left - budget.left;
  };

  test('are some hundred for one link, as many as are looked through for twenty links, and none for others', () => {
    expect(spent(1)).toBeGreaterThan(150_000);
    expect(spent(19)).toBeGreaterThan(2_850_000);
    expect(budget.left).toBeLessThan(210_000);
    expect(spent(100)).toBeLessThan(210_000);
  });

  test('are those of all links of an article together', { tags: ['long'] }, () => {
    const line = (i: number): string => `## some heading ${i}\n\n[a](#some-heading-x${i})\n\n`;
    const { problems } = renderBody(Array.from({ length: 700 }, (_, i) => line(i)).join(''), leave);
    expect(problems).toHaveLength(100);
    expect(problems[0]?.fix).toContain('The most similar one is `#some-heading-');
    expect(problems[99]?.fix).toBe('Correct it, or delete it.');
  });
});

const many = (length: number, make: (index: number) => string) => Array.from({ length }, (_, i) => make(i)).join('');

test('the places of tokens in one line cost as much as there are tokens', { tags: ['long'] }, () => {
  expectLinear((times) => {
    const markdown = 'x <b>'.repeat(times);
    const tokens = parsePlain(markdown);
    return () => locate(markdown, tokens).get({ type: 'hr', raw: 'elsewhere' });
  });
});

test.each([
  [
    'many kinds, each in all paragraphs that follow',
    `${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(200)}`,
    395 * 200,
  ],
  ['one kind, of which a parser opens three again', `${'<b>'.repeat(400)}${'<p>x'.repeat(200)}`, 0],
  ['links, of which each ends the one before', `${'<a href=b>'.repeat(400)}${'<p>x'.repeat(200)}`, 0],
  ['elements that end', `${many(400, (i) => `<b id=a${i}>c</b>`)}${'<p>x'.repeat(200)}`, 0],
])('formatting elements that are opened again: %s', (_, html, count) => {
  expect(countFormatting(html, scanTags(html))).toBe(count);
});

test('a small text of formatting elements that end behind many paragraphs is a problem', () => {
  const body = `<p>${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(2000)}${'</b>'.repeat(400)}`;
  const { problems } = renderBody(body, leave);
  expect(problems.map(({ code }) => code)).toEqual(['too-deep']);
});

test('formatting elements that nothing ends are taken out before they are opened again', () => {
  const body = `<p>${many(400, (i) => `<b id=a${i}>`)}${'<p>x'.repeat(2000)}`;
  const { value, problems } = renderBody(body, leave);
  expect(problems.map(({ code }) => code)).toEqual(['html-removed']);
  expect(value?.html).not.toContain('<b');
});

test.each([
  ['signs at the end of an address', (n: number) => `http://a.b/${')'.repeat(n)}`, 'http://a.b/'],
  ['signs behind parentheses in it', (n: number) => `http://a.b/(c)${')'.repeat(n)}`, 'http://a.b/(c)'],
  ['points behind a character reference', (n: number) => `http://a.b/&amp;${';'.repeat(n)}`, 'http://a.b/'],
])('%s are no part of it, however many', (_, make, href) => {
  for (const n of [1, 5, 20, 50_000]) expect(parsePlain(make(n))[0]).toMatchObject({ tokens: [{ href }, {}] });
});

test.each(['[`', 'a@', '`a', 'a', '![a](b)', '[a] ', 'http://a ', '{{< ', '[^', 'mailto:'])(
  'the work for paragraphs of %j grows with their number',
  (text) => expectLinear((times) => () => parsePlain(`${text.repeat(50)}\n\n`.repeat(times)), 10),
);

test.each([
  ['emphasis', (levels: number) => `${'*a '.repeat(levels)}b${' a*'.repeat(levels)}`],
  ['strong text', (levels: number) => `${'**a '.repeat(levels)}b${' a**'.repeat(levels)}`],
])('levels of %s are counted, since a full stack can end the process', (_, make) => {
  expect(() => parsePlain(make(90))).not.toThrow();
  expect(() => parsePlain(make(110))).toThrow('More depth than is allowed');
});

test('the tokens of a body are not kept once it is parsed', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = new WeakRef(parsePlain('*a*\n\nb'));
  // What a reference was read from in one turn is kept to its end.
  await new Promise((done) => setImmediate(done));
  collect();
  expect(kept.deref()).toBeUndefined();
});

import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../../../build/front-matter/parse/limits.ts';
import { count, fill } from '../../../adversarial/pattern.ts';
import { amount, firstOf } from '../../../support/amount.ts';
import { parseFile } from '../../../support/parse-file.ts';

function codes(text: string): string[] {
  const { problems } = parseFile({ path: 'a.md', file: '/a.md' }, new TextEncoder().encode(text));
  return problems.map(({ line, column, code }) => `${line}:${column} ${code}`);
}

const times = (length: number, make: (index: number) => string): string =>
  Array.from({ length }, (_, i) => make(i)).join('');
const { depth, entries, length } = limits;

/** The slow ones last. */
const accepted: [string, string][] = [
  ['as many characters as that', `---\na: ${fill('b', length - 4)}\n---\n`],
  ['as many items of a plain list', `---\na:\n${fill('- a\n', 4 * (entries - 1))}---\n`],
  ['as many levels of YAML', `---\na: ${fill('[', depth - 4)}${fill(']', depth - 4)}\n---\n`],
  ['as many levels of TOML', `+++\na = ${fill('[', depth)}${fill(']', depth)}\n+++\n`],
  ['as many levels of JSON', `{"a":${fill('[', depth - 3)}${fill(']', depth - 3)}}\n`],
  ['brackets in texts and comments of TOML', `+++\na = "${fill('[', 200)}" # ${fill('{', 200)}\n+++\n`],
  ['brackets in texts of JSON', `{"a":"${fill('[{', 200)}"}\n`],
  ['as many items of a YAML list', `---\na:\n${fill('- !a\n', 5 * (entries - 1))}---\n`],
  ['as many keys of TOML', `+++\n${times(entries, (i) => `k${i} = 1\n`)}+++\n`],
  ['as many keys of JSON', `{${times(entries - 2, (i) => `"k${i}":1,`)}"z":1}\n`],
  ['comments without end', `---\na: "b" # c\n${fill('# a\n', 5 * entries)}---\n`],
  ['comments without end in a value', `---\na:\n${fill('  # a\n', 7 * entries)}  b: c\n---\n`],
  ['marks in a block of text', `---\na: |\n${fill('  *a\n  - b\n', length - 20)}---\n`],
];

describe('front matter may hold', () => {
  test.each(firstOf(8, accepted))('%s', { tags: ['scaled'] }, (_title, text) => {
    expect(codes(text)).toEqual([]);
  });
});

const refused: [string, string, string][] = [
  ['a character too many', `---\na: ${fill('b', length - 3)}\n---\n`, '2:1 front-matter-too-large'],
  [
    'an item too many of a plain list',
    `---\na:\n${fill('- a\n', 4 * entries)}---\n`,
    `${entries + 2}:1 front-matter-too-large`,
  ],
  ['a part too many of a TOML key', `+++\n${fill('a.', 202)}b = 1\n+++\n`, '2:202 front-matter-syntax'],
  ['25,000 parts of a TOML key', `+++\n${fill('a.', 50_000)}b = 1\n+++\n`, '2:202 front-matter-syntax'],
  [
    'a key too many of TOML',
    `+++\n${times(entries + 1, (i) => `k${i} = 1\n`)}+++\n`,
    `${entries + 2}:8 front-matter-too-large`,
  ],
  ['a level too many of TOML', `+++\na = ${fill('[', 101)}${fill(']', 101)}\n+++\n`, '2:105 front-matter-syntax'],
  ['a level too many of JSON', `{"a":${fill('[', 100)}${fill(']', 100)}}\n`, '1:105 front-matter-syntax'],
  ['thousands of levels of JSON, closed', `{"a":${fill('[', 5000)}${fill(']', 5000)}}\n`, '1:105 front-matter-syntax'],
  [
    'a key too many of JSON',
    `{${times(entries, (i) => `"k${i}":1,\n`)}"z":1}\n`,
    `${entries + 1}:4 front-matter-too-large`,
  ],
  [
    'aliases that lie in each other',
    `---\n${count(2500, (i) => (i === 0 ? 'a0: &a0 [b]\n' : `a${i}: &a${i} [*a${i - 1}]\n`))}---\n`,
    '101:12 front-matter-syntax',
  ],
  [
    'a mapping that is merged again and again',
    `---\na: &a\n${times(500, (i) => `  k${i}: b\n`)}${times(50, (i) => `m${i}:\n  <<: *a\n`)}---\n`,
    '540:7 front-matter-too-large',
  ],
];

describe('front matter is refused for', () => {
  test.each(firstOf(11, refused))('%s', { tags: ['scaled'] }, (_title, text, expected) => {
    expect(codes(text)).toEqual([expected]);
  });
});

describe('megabytes', { tags: ['scaled'] }, () => {
  const size = amount({ test: 250_000, all: 4_000_000, soak: 4_000_000 });

  test('of a text that JSON opens with are cut off where it ends', () => {
    expect(codes(`{"a":"${fill('b\\"{', size)}"}\nText.\n`)).toEqual(['1:1 front-matter-too-large']);
  });

  test('of blank lines and comments behind a fence are reported as front matter that is not closed', () => {
    expect(codes(`---\n# a\n${fill('\n', size)}a: b\n`)).toEqual([`${size + 3}:1 front-matter-unclosed`]);
  });
});

describe('takes steps in proportion to its length:', () => {
  test('a plain list', () => {
    const text = `---\ntags:\n${fill('- a\n', 20_000)}---\n`;
    expect(countCalls(Map.prototype, 'set', () => codes(text))).toBeLessThan(6000);
  });

  test('problems of YAML', () => {
    const text = `---\n${fill('a\n', 20_000)}---\n`;
    expect(countCalls(Array.prototype, 'some', () => codes(text))).toBeLessThan(100);
  });

  test.each([
    ['blank lines', `c\n${fill('\n', 20_000)}d: e`],
    ['line separators of Unicode', `"c${fill('\u2028', 20_000)}d"`],
  ])('%s', (_title, value) => {
    const text = `---\na: !!str ${value}\n---\n`;
    const looked: number[] = [];
    const replace = String.prototype.replace;
    const spy = vi.spyOn(String.prototype, 'replace').mockImplementation(function (this: string, ...args) {
      if (String(args[0]) === '/^\\s*#[^\\n]+/gm') looked.push(this.length);
      return Reflect.apply(replace, this, args);
    });
    try {
      expect(codes(text)).toEqual([]);
    } finally {
      spy.mockRestore();
    }
    // What gray-matter looks through, which takes it the square of the blank lines.
    expect(looked.filter((size) => size > 10_000)).toEqual([]);
  });
});

function countCalls<T extends object, K extends keyof T & string>(owner: T, name: K, run: () => void): number {
  const spy = vi.spyOn(owner as Record<string, (...args: unknown[]) => unknown>, name);
  try {
    run();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

import type { ProblemCode } from '../../problems/problem.ts';
import { type BodyProblem, reportInBody } from '../checks/body-problems.ts';
import { maxNesting, maxUnseparated } from './find-deep-nesting.ts';

/** How many times as long as its Markdown the HTML of an article may be. */
const maxTimes = 15;

/** Allowed whatever the length of the Markdown. */
const always = 1_000_000;

/** Characters of HTML that an article may have at most. */
export function maxHtml(markdown: string): number {
  return Math.max(always, maxTimes * markdown.length);
}

/** Reports quotes, lists or HTML over which marked or the HTML parser would take minutes, or run out of stack. */
export const toTooDeep = toLimit(
  'too-deep',
  'quotes, lists or HTML elements that are nested too deeply',
  `at most ${maxNesting} levels, and at most ${maxUnseparated} quotes without a blank line after them`,
  'Nest less deeply. Put a blank line after each inner quote. Close HTML elements such as `<b>` and `<font>`.',
);

/** Reports a block over which marked would take minutes. */
export const toTooLong = toLimit(
  'too-long',
  'a paragraph, list item, quote or table that is too long',
  'shorter blocks. A block with many characters such as `*` and `[` must be short',
  'Divide it with blank lines. If it is code or data, put a fence of three backticks around it.',
);

/** Reports a body of too many short tokens. */
export const toTooMany = toLimit(
  'too-long',
  'too many short paragraphs, items, headings and tags. The limit is reached here',
  'at most about 30,000 items, rows or paragraphs, 4,000 headings of level one or 10,000 tags. A longer text may have more. Each list level after the fourth counts as well',
  'Divide it into several articles, or put more words on a line. If it is data, put a fence of three backticks around it.',
);

/** Reports a body of too many delimiters. */
export const toTooManyDelimiters = toLimit(
  'too-long',
  'too many characters such as `*`, `_`, `[` and `@`. The limit is reached here',
  'at most 200,000 of them, or in a longer text at most one in four characters',
  'Put a fence of three backticks around code and data, or divide the text into several articles.',
);

/** Reports a body with more attributes than can be read in reasonable time. */
export const toTooManyAttributes = (tag: string) =>
  toLimit(
    'too-long',
    `too many attributes, or images in a \`srcset\`. The limit is reached in \`${tag}\``,
    'at most 30,000 of them, or in a longer text at most one for each 16 characters',
    'Remove attributes, or divide the text into several articles. If it is data, put a fence of three backticks around it.',
  );

/** Reports a body whose HTML would be far longer than its Markdown. */
export const toTooMuchHtml = (what: string) =>
  toLimit(
    'too-much-html',
    `${what}. The HTML would be more than ${maxTimes} times as long as the text`,
    `HTML that is at most ${maxTimes} times as long as the text`,
    'Put a blank line after each table. Write long addresses only once. Publish data as a file.',
  );

function toLimit(code: ProblemCode, found: string, expected: string, fix: string): (line: number) => BodyProblem {
  return (line) => reportInBody(code, { line, column: 1 }, { found, expected, fix });
}

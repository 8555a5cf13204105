import type { ProblemCode } from '../../problems/problem.ts';
import { type BodyProblem, reportInBody } from '../checks/body-problems.ts';
import { maximumNesting, maximumUnseparated } from './find-deep-nesting.ts';

/** How many times as long as its Markdown the HTML of an article may be. */
const mostTimes = 15;

/** Allowed whatever the length of the Markdown. */
const always = 1_000_000;

/** Characters of HTML that an article may have at most. */
export function mostHtml(markdown: string): number {
  return Math.max(always, mostTimes * markdown.length);
}

/** Reports quotes, lists or HTML over which marked or the HTML parser would take minutes, or run out of stack. */
export const toTooDeep = toLimit(
  'too-deep',
  'quotes, lists or HTML elements nested too deeply to be rendered',
  `at most ${maximumNesting} levels, and at most ${maximumUnseparated} quotes that end without a blank line between them`,
  'Take levels of nesting out, put a blank line after each inner quote, or close the HTML elements such as `<b>` and `<font>`.',
);

/** Reports a block over which marked would take minutes. */
export const toTooLong = toLimit(
  'too-long',
  'a paragraph, list item, quote or table too long to be read in reasonable time',
  'blocks that a reader can take in: the more marks such as `*` and `[` there are in one, the shorter it has to be',
  'Put blank lines into it, or a fence of three backticks around it if it is code or data.',
);

/** Reports a body of so many short pieces that rendering it would take very long. */
export const toTooMany = toLimit(
  'too-long',
  'more short paragraphs, items, headings and tags than can be rendered in reasonable time; the limit is reached here',
  'pieces of some words each, or fewer of them: some thirty thousand items, rows or paragraphs, four thousand headings of level one or ten thousand tags are always taken, and more in a longer text; each level of a list beyond the fourth counts too',
  'Make several articles of it, put several words on a line, or put a fence of three backticks around what is data.',
);

/** Reports a body of so many marks that rendering it would take very long. */
export const toTooManyMarks = toLimit(
  'too-long',
  'more marks such as `*`, `_`, `[` and `@` than can be read in reasonable time; the limit is reached here',
  'two hundred thousand of them at most, or one in four characters of a longer text',
  'Put a fence of three backticks around what is code or data, or make several articles of it.',
);

/** Reports a body with more attributes than can be read in reasonable time. */
export const toTooManyAttributes = (tag: string) =>
  toLimit(
    'too-long',
    `more attributes, or pictures in a \`srcset\`, than can be read in reasonable time; the limit is reached in \`${tag}\``,
    'thirty thousand of them at most, or one for each sixteen characters of a longer text',
    'Take attributes out, make several articles of it, or put a fence of three backticks around it if it is data.',
  );

/** Reports a body whose HTML would be far longer than its Markdown. */
export const toTooMuchHtml = (what: string) =>
  toLimit(
    'too-much-html',
    `${what} that would become more than ${mostTimes} times as much HTML`,
    `HTML of at most ${mostTimes} times the length of the text`,
    'Put a blank line after each table, write long addresses once, or offer the data as a file.',
  );

function toLimit(code: ProblemCode, found: string, expected: string, fix: string): (line: number) => BodyProblem {
  return (line) => reportInBody(code, { line, column: 1 }, { found, expected, fix });
}

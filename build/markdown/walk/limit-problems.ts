import type { ProblemCode } from '../../problems/problem.ts';
import { maxNesting } from '../parse/body-lexer.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { type BodyProblem, reportInBody } from './body-problems.ts';

/** How many times as long as its Markdown the HTML of an article may be. */
const maxTimes = 15;

/** Allowed whatever the length of the Markdown. */
const always = 1_000_000;

/** Characters of HTML that an article may have at most. */
export function maxHtml(markdown: string): number {
  return Math.max(always, maxTimes * markdown.length);
}

/** Whether the addresses of all links are far longer than the text, since an address that is defined once is written at each link to it. */
export function addressesTooLong(tokens: readonly BodyToken[], markdown: string): boolean {
  if (!markdown.includes(']:')) return false;
  let length = 0;
  for (const token of tokens)
    if (token.type === 'link' || token.type === 'image') length += token.href.length + (token.title?.length ?? 0);
  return length > maxHtml(markdown);
}

/** Reports quotes, lists or HTML over which marked or the HTML parser would take minutes, or run out of stack. */
export const toTooDeep = toLimit(
  'too-deep',
  'quotes, lists, emphasis, links or HTML elements that are nested too deeply',
  `at most ${maxNesting} levels`,
  'Nest less deeply. Close HTML elements such as `<b>` and `<font>`.',
);

/** Reports a text that would be read again and again. */
export const toTooLong = toLimit(
  'too-long',
  'items in items, or marks such as `*` and `[`, of which there are too many here',
  'text that can be read in a time that follows its length',
  'Nest lists and quotes less deeply, and divide long paragraphs with blank lines. If it is code or data, put a fence of three backticks around it.',
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

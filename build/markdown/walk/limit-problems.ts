import type { Position } from '../../problems/problem.ts';
import { maxNesting } from '../parse/body-lexer.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { type Limit, TooMuchWork } from '../parse/too-much-work.ts';
import { type BodyProblem, reportInBody } from './body-problems.ts';

/** How many times as long as its Markdown the HTML of an article may be. */
const maxTimes = 15;

/** Allowed whatever the length of the Markdown. */
const always = 1_000_000;

/** Characters of HTML that an article may have at most. */
export function maxHtml(markdown: string): number {
  return Math.max(always, maxTimes * markdown.length);
}

/**
 * Throws a `TooMuchWork` where the addresses of all links are far longer than the text, since an address that is defined
 * once is written at each link to it.
 */
export function limitAddresses(tokens: readonly BodyToken[], markdown: string): void {
  if (!markdown.includes(']:')) return;
  let length = 0;
  for (const token of tokens)
    if (token.type === 'link' || token.type === 'image') length += token.href.length + (token.title?.length ?? 0);
  if (length > maxHtml(markdown)) throw new TooMuchWork('addresses');
}

/** The problem of a text that has too much of something; `at` is where it began. */
export function toLimitProblem({ limit, written }: TooMuchWork, { line }: Position): BodyProblem {
  const { code, found, expected, fix } = limits[limit];
  return reportInBody(code, { line, column: 1 }, { found: found + (written && `\`${written}\``), expected, fix });
}

/** HTML that is far longer than its Markdown. */
const muchHtml = {
  code: 'too-much-html',
  expected: `HTML that is at most ${maxTimes} times as long as the text`,
  fix: 'Put a blank line after each table. Write long addresses only once. Publish data as a file.',
} as const;
const longer = `The HTML would be more than ${maxTimes} times as long as the text`;

const limits = {
  // marked or the HTML parser would take minutes, or run out of stack.
  depth: {
    code: 'too-deep',
    found: 'quotes, lists, emphasis, links or HTML elements that are nested too deeply',
    expected: `at most ${maxNesting} levels`,
    fix: 'Nest less deeply. Close HTML elements such as `<b>` and `<font>`.',
  },
  work: {
    code: 'too-long',
    found: 'items in items, or marks such as `*` and `[`, of which there are too many here',
    expected: 'text that can be read in a time that follows its length',
    fix: 'Nest lists and quotes less deeply, and divide long paragraphs with blank lines. If it is code or data, put a fence of three backticks around it.',
  },
  attributes: {
    code: 'too-long',
    found: 'too many attributes, or images in a `srcset`. The limit is reached in ',
    expected: 'at most 30,000 of them, or in a longer text at most one for each 16 characters',
    fix: 'Remove attributes, or divide the text into several articles. If it is data, put a fence of three backticks around it.',
  },
  cells: { ...muchHtml, found: `a table with short rows. ${longer}` },
  addresses: { ...muchHtml, found: `links by reference. ${longer}` },
  html: { ...muchHtml, found: `text. ${longer}` },
} as const satisfies Record<Limit, Parameters<typeof reportInBody>[2] & { code: Parameters<typeof reportInBody>[0] }>;

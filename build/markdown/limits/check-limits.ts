import type { BodyProblem } from '../checks/body-problems.ts';
import { linesOf, linesOutsideCode } from '../linear-text.ts';
import { findDeepNesting } from './find-deep-nesting.ts';
import { findLongBlock } from './find-long-block.ts';
import { findManyTokens } from './find-many-tokens.ts';
import { toTooDeep, toTooLong, toTooMany, toTooManyDelimiters, toTooMuchHtml } from './limit-problems.ts';

/** Why a body cannot be rendered in reasonable time; null for every body that an author would write. */
export function checkLimits(markdown: string): BodyProblem | null {
  for (const [find, report] of limits) {
    const line = find(markdown);
    if (line !== null) return report(line);
  }
  return null;
}

/** Each finds the line of the first place beyond a limit. */
const limits: readonly [find: (markdown: string) => number | null, report: (line: number) => BodyProblem][] = [
  [findManyTokens, toTooMany],
  [findManyDelimiters, toTooManyDelimiters],
  [findDeepNesting, toTooDeep],
  [findWideTable, toTooMuchHtml('a table with short rows')],
  [findLongBlock, toTooLong],
];

/** Marks that any text may hold, and more for each character. Marked takes up to two microseconds for each. */
const [maxDelimiters, delimitersPerCharacter] = [200_000, 0.25];

/**
 * The line (1-based) at which a text has too many delimiters that may open emphasis, code, links, addresses, escapes and character
 * references to be rendered in reasonable time; null if it never does. Those in fenced code do not count.
 */
export function findManyDelimiters(markdown: string): number | null {
  let left = Math.max(maxDelimiters, delimitersPerCharacter * markdown.length);
  if (markdown.length <= left) return null;
  for (const { index, line } of linesOutsideCode(markdown)) {
    for (let at = 0; at < line.length; at++) {
      if (delimiters.has(line.charCodeAt(at))) left--;
    }
    if (left < 0) return index + 1;
  }
  return null;
}

const delimiters = new Set([...'*_~`[\\&@'].map((delimiter) => delimiter.charCodeAt(0)));

/** Missing cells that marked may fill in: in any text, and more for each character. */
const [maxFilled, filledPerCharacter] = [50_000, 0.25];

/**
 * The first line (1-based) of a table whose rows are so much shorter than its heading that marked would have to fill in too
 * many cells; null if there is none. Every line after the heading is a row until a blank line, with or without a bar.
 */
function findWideTable(markdown: string): number | null {
  if (!markdown.includes('|')) return null;
  let left = maxFilled + filledPerCharacter * markdown.length;
  let columns = 0;
  let table = 0;
  let index = -1;
  for (const line of linesOf(markdown)) {
    index++;
    if (blankLine.test(line) || opening.test(line)) columns = 0;
    else if (delimiterRow.test(line)) {
      if (columns === 0) table = index;
      columns = Math.max(columns, countBars(line) - 1);
    } else if (columns > 0) {
      left -= Math.max(0, columns - countBars(line) - 1);
      if (left < 0) return Math.max(1, table);
    }
  }
  return null;
}

function countBars(line: string): number {
  let count = 0;
  for (let at = line.indexOf('|'); at !== -1; at = line.indexOf('|', at + 1)) count++;
  return count;
}

const blankLine = /^[\s>]*$/;

/** The start of an item, a heading or code: each ends a table. */
const opening = /^ {0,3}(?:[-+*]\s(?![\s|:-]*$)|\d{1,9}[.)]\s|#|`{3}|~{3})/;

const delimiterRow = /^(?=[^-]*-)(?=[^|]*\|)[\s>|:+*\d.)-]+$/;

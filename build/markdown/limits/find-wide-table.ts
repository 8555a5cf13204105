import { linesOf } from './lines-of.ts';

/** Missing cells that marked may fill in: in any text, and more for each character. */
const [mostFilled, filledPerCharacter] = [50_000, 0.25];

/**
 * The first line (1-based) of a table whose rows are so much shorter than its heading that marked would have to fill in too
 * many cells; null if there is none. Every line after the heading is a row until a blank line, with or without a bar.
 */
export function findWideTable(markdown: string): number | null {
  if (!markdown.includes('|')) return null;
  let left = mostFilled + filledPerCharacter * markdown.length;
  let columns = 0;
  let table = 0;
  let index = -1;
  for (const line of linesOf(markdown)) {
    index++;
    if (blank.test(line) || opening.test(line)) columns = 0;
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

const blank = /^[\s>]*$/;

/** The start of an item, a heading or code: each ends a table. */
const opening = /^ {0,3}(?:[-+*]\s(?![\s|:-]*$)|\d{1,9}[.)]\s|#|`{3}|~{3})/;

const delimiterRow = /^(?=[^-]*-)(?=[^|]*\|)[\s>|:+*\d.)-]+$/;

import { linesOf } from '../linear-text.ts';

/** No author nests as deeply; a few hundred levels more, and marked takes minutes or runs out of stack. */
export const maxNesting = 100;

/** Marked's time doubles with every second quote that ends without a blank line; ten take some 5 ms. */
export const maxUnseparated = 10;

/**
 * The first line (1-based) on which quotes and lists are nested deeper than marked can bear, else null. One pass over the
 * line starts; in code it may see nesting where there is none.
 */
export function findDeepNesting(markdown: string): number | null {
  if (!mayBeDeep.test(markdown)) return null;
  let open: number[] = [];
  let left: number[] = [];
  let before = 0;
  let index = -1;
  for (const line of linesOf(markdown)) {
    index++;
    const { columns, quotes, isBlank } = readMarkers(line);
    const [outermost] = columns;
    if (outermost !== undefined) open = [...open.filter((column) => column < outermost), ...columns];
    left = isBlank ? [] : quotes < before ? [...left, before] : left.filter((depth) => depth > quotes);
    before = quotes;
    if (open.length > maxNesting || left.length > maxUnseparated) return index + 1;
  }
  return null;
}

/**
 * A line that begins with as many quote markers as may end at once, or with markers and white space that reach as many columns as
 * there are levels: a tab is four columns wide, and no two markers stand in the same one.
 */
const mayBeDeep = new RegExp(
  `^(?:[^\\S\\n]|[\\d.)>]|[-+*](?=\\s)){${maxNesting / 4}}|^(?:(?:[^\\S\\n]|[-+*\\d.)]){0,${maxNesting / 4}}>){${maxUnseparated + 1}}`,
  'm',
);

interface Markers {
  columns: readonly number[];
  quotes: number;
  isBlank: boolean;
}

/** The columns of the quote and list markers that a line begins with. */
function readMarkers(line: string): Markers {
  if (beginsOtherwise.test(line)) return noMarkers;
  const columns: number[] = [];
  let column = 0;
  let quotes = 0;
  let end = 0;
  // `* * * *` is a thematic break, not a list in a list in a list.
  if (breakLine.test(line)) return { columns, quotes: line.split('>').length - 1, isBlank: true };
  for (const [text, marker] of line.matchAll(markerOrSpace)) {
    if (marker !== undefined) columns.push(column);
    if (marker === '>') quotes++;
    column = text === '\t' ? column + 4 - (column % 4) : column + text.length;
    end += text.length;
  }
  return { columns, quotes, isBlank: end === line.length };
}

const beginsOtherwise = /^[^\s>*+\-_\d]/;

const noMarkers: Markers = { columns: [], quotes: 0, isBlank: false };

const breakLine = /^[\s>]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

const markerOrSpace = /[^\S\t]+|\t|(>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))/gy;

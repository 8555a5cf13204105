import { countEmphasis } from './count-emphasis.ts';
import { linesOutsideCode } from './lines-outside-code.ts';

/** Shorter texts are rendered in a second or two whatever they hold. */
const harmless = 10_000;

/** Steps that pairing emphasis may take: for any text, and more for each character. A step takes some hundred nanoseconds. */
const [mostSteps, stepsPerCharacter] = [1e6, 2];

/** Pairing emphasis in a block of fewer characters takes no noticeable time. */
const shortBlock = 500;

/** Marked's time grows with marks times characters of a block, and with lines times characters, by some nanoseconds for each. */
const mostWork = 1e9;

/** Signs in a row; also letters in a word with an `@`. */
const mostSigns = 5000;

/**
 * The first line (1-based) of a paragraph, list item, quote or table that marked would take minutes over, else null: for
 * some of its rules the time grows with the square of the length. One pass over the lines, of long texts only; what stands
 * in fenced code is passed over.
 */
export function findLongBlock(markdown: string): number | null {
  if (markdown.length < harmless) return null;
  let block: Block = newBlock(0);
  let columns = 0;
  let steps = mostSteps + stepsPerCharacter * markdown.length;
  const isTooMuch = (one: Block): boolean => {
    if (one.length < shortBlock) return false;
    const whole = one.text.join('\n');
    steps -= countEmphasis(whole, steps);
    return steps <= 0 || isTooLong(one, whole);
  };
  for (const { index, line, isFence } of linesOutsideCode(markdown)) {
    const isBlank = isFence || blank.test(line);
    if (isBlank || opening.test(line) || (columns > 0 && line.includes('|'))) {
      if (isTooMuch(block)) return block.line + 1;
      if (isBlank) columns = 0;
      block = newBlock(isBlank ? index + 1 : index);
    }
    if (isBlank) continue;
    if (block.lines === 0) block.isContainer = container.test(line);
    if (columns === 0 && delimiterRow.test(line)) columns = line.split('|').length;
    block.length += line.length + 1;
    block.lines++;
    block.text.push(line);
  }
  return isTooMuch(block) ? block.line + 1 : null;
}

interface Block {
  /** Of its first line, counted from 0. */
  line: number;
  /** Whether it is a quote or a list item, whose lines marked goes through again and again. */
  isContainer: boolean;
  length: number;
  lines: number;
  text: string[];
}

function newBlock(line: number): Block {
  return { line, isContainer: false, length: 0, lines: 0, text: [] };
}

function isTooLong({ isContainer, length, lines }: Block, whole: string): boolean {
  if (length < harmless) return false;
  if (isContainer && lines * length > mostWork) return true;
  let count = 0;
  for (const [signs] of whole.matchAll(/[!-/:-@[-`{-~]+/g)) {
    if (signs.length > mostSigns) return true;
    if (marks.test(signs)) count += signs.length;
  }
  count += whole.match(/www\./gi)?.length ?? 0;
  return count * length > mostWork || whole.split(/\s+/).some((word) => word.length > mostSigns && word.includes('@'));
}

/** What may open emphasis, code, links and declarations, or stand in an address. */
const marks = /[*_~`[@]|<[?!]/;

const blank = /^[\s>]*$/;

const container = /^ {0,3}(?:>|[-+*]\s|\d{1,9}[.)]\s)/;

/** Of an item or a heading. */
const opening = /^ {0,3}(?:[-+*]\s|\d{1,9}[.)]\s|#)/;

const delimiterRow = /^(?=[^-]*-)(?=[^|]*\|)[\s>|:-]+$/;

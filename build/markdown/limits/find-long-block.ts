import { linesOutsideCode } from '../linear-text.ts';

/** Shorter texts are rendered in a second or two whatever they hold. */
const harmless = 10_000;

/** Steps that pairing emphasis may take: for any text, and more for each character. A step takes some hundred nanoseconds. */
const [maxSteps, stepsPerCharacter] = [1e6, 2];

/** Pairing emphasis in a block of fewer characters takes no noticeable time. */
const shortBlock = 500;

/** Marked's time grows with delimiters times characters of a block, and with lines times characters: some nanoseconds for each. */
const maxWork = 1e9;

/** Signs in a row; also letters in a word with an `@`. */
const maxRun = 5000;

/**
 * The first line (1-based) of a paragraph, list item, quote or table that marked would take minutes over, else null: for
 * some of its rules the time grows with the square of the length. One pass over the lines, of long texts only; what stands
 * in fenced code is passed over.
 */
export function findLongBlock(markdown: string): number | null {
  if (markdown.length < harmless) return null;
  let block: Block = newBlock(0);
  let columns = 0;
  let steps = maxSteps + stepsPerCharacter * markdown.length;
  const isTooMuch = (one: Block): boolean => {
    if (one.length < shortBlock) return false;
    const whole = one.text.join('\n');
    steps -= countEmphasis(whole, steps);
    return steps <= 0 || isTooLong(one, whole);
  };
  for (const { index, line, isFence } of linesOutsideCode(markdown)) {
    const isBlank = isFence || blankLine.test(line);
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
  if (isContainer && lines * length > maxWork) return true;
  let count = 0;
  for (const [run] of whole.matchAll(/[!-/:-@[-`{-~]+/g)) {
    if (run.length > maxRun) return true;
    if (delimiters.test(run)) count += run.length;
  }
  count += whole.match(/www\./gi)?.length ?? 0;
  return count * length > maxWork || whole.split(/\s+/).some((word) => word.length > maxRun && word.includes('@'));
}

/** What may open emphasis, code, links and declarations, or stand in an address. */
const delimiters = /[*_~`[@]|<[?!]/;

const blankLine = /^[\s>]*$/;

const container = /^ {0,3}(?:>|[-+*]\s|\d{1,9}[.)]\s)/;

/** Of an item or a heading. */
const opening = /^ {0,3}(?:[-+*]\s|\d{1,9}[.)]\s|#)/;

const delimiterRow = /^(?=[^-]*-)(?=[^|]*\|)[\s>|:-]+$/;

/**
 * Counts the delimiters that marked checks to pair emphasis, up to `maxSteps`: for each one that may open, all up to the one
 * that closes it, and then again all between the two. Counts those in escapes, code and links as well. Counts once with every delimiter
 * behind a word as one that closes, and once by the rules of CommonMark, by which many never do; gives the higher count.
 */
export function countEmphasis(text: string, maxSteps: number): number {
  const runs = findRuns(text);
  const steps = count(runs, false, maxSteps);
  return steps >= maxSteps ? maxSteps : Math.max(steps, count(runs, true, maxSteps));
}

/** Delimiter runs (CommonMark 0.31, section 6.2), in columns: there may be half a million. */
interface Runs {
  count: number;
  /** Where each begins. */
  at: Int32Array;
  length: Int32Array;
  /** The character that each is made of. */
  character: Uint8Array;
  /** Sums of `opens`, `isBehindWord`, `closes`, `isBoth`. */
  flags: Uint8Array;
}

/** No whitespace follows; none comes before; the rules let it close what another one opened; it is left-flanking and right-flanking. */
const [opens, isBehindWord, closes, isBoth] = [1, 2, 4, 8] as const;

function count({ count, at, length, character, flags }: Runs, isStrict: boolean, maxSteps: number): number {
  const closing = isStrict ? closes : isBehindWord;
  let steps = 0;
  // Ranges of runs still to count; each pair adds the range inside it.
  const ranges: [from: number, to: number][] = [[0, count]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [from, to] = range;
    for (let i = from; i < to && steps < maxSteps; i++) {
      const [ownFlags = 0, ownLength = 0, ownCharacter = 0] = [flags[i], length[i], character[i]];
      if ((ownFlags & opens) === 0) continue;
      let open = ownLength;
      for (let j = i + 1; j < to && steps < maxSteps; j++) {
        steps++;
        if (character[j] !== ownCharacter) continue;
        const [otherFlags = 0, otherLength = 0] = [flags[j], length[j]];
        // Neither closes nor opens: the sum of the lengths of two that could do both is a multiple of 3.
        const isOdd = isStrict && ((otherFlags | ownFlags) & isBoth) !== 0 && (ownLength + otherLength) % 3 === 0;
        if (isOdd && ownLength % 3 !== 0) continue;
        open += (otherFlags & closing) === 0 ? otherLength : -otherLength;
        if (open > 0) continue;
        ranges.push([i + 1, j]);
        steps += ((at[j] ?? 0) - (at[i] ?? 0)) / lettersPerStep;
        i = j;
        break;
      }
    }
  }
  return Math.min(maxSteps, steps);
}

/** Reading this many characters again takes as long as checking one delimiter. */
const lettersPerStep = 10;

function findRuns(text: string): Runs {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== asterisk && code !== underscore && code !== tilde) continue;
    starts.push(at);
    while (text.charCodeAt(at + 1) === code) at++;
    ends.push(at + 1);
  }
  const [length, character, flags] = [
    new Int32Array(starts.length),
    new Uint8Array(starts.length),
    new Uint8Array(starts.length),
  ];
  for (const [i, start] of starts.entries()) {
    const end = ends[i] ?? start;
    length[i] = end - start;
    character[i] = text.charCodeAt(start);
    flags[i] = toFlags(text, start, end);
  }
  return { count: starts.length, at: Int32Array.from(starts), length, character, flags };
}

const [asterisk, underscore, tilde] = [0x2a, 0x5f, 0x7e];

function toFlags(text: string, start: number, end: number): number {
  const before = kindBefore(text, start);
  const after = kindAfter(text, end);
  const isLeftFlanking = after !== Kind.whitespace && (after === Kind.other || before !== Kind.other);
  const isRightFlanking = before !== Kind.whitespace && (before === Kind.other || after !== Kind.other);
  const isClosing =
    isRightFlanking && (text.charCodeAt(start) !== underscore || !isLeftFlanking || after === Kind.punctuation);
  return (
    (after === Kind.whitespace ? 0 : opens) +
    (before === Kind.whitespace ? 0 : isBehindWord) +
    (isClosing ? closes : 0) +
    (isLeftFlanking && isRightFlanking ? isBoth : 0)
  );
}

/** What a character is to the rules. */
const Kind = { whitespace: 0, punctuation: 1, other: 2 } as const;

function kindBefore(text: string, index: number): number {
  if (index === 0) return Kind.whitespace;
  const pair = text.codePointAt(index - 2) ?? 0;
  return kindOf(pair > 0xffff ? pair : text.charCodeAt(index - 1));
}

function kindAfter(text: string, index: number): number {
  return index === text.length ? Kind.whitespace : kindOf(text.codePointAt(index) ?? 0);
}

const kinds = new Map<number, number>();

function kindOf(code: number): number {
  let kind = kinds.get(code);
  if (kind === undefined) {
    const character = String.fromCodePoint(code);
    kind = isWhitespace.test(character) ? Kind.whitespace : punctuation.test(character) ? Kind.punctuation : Kind.other;
    kinds.set(code, kind);
  }
  return kind;
}

const isWhitespace = /\s/;
const punctuation = /[\p{P}\p{S}]/u;

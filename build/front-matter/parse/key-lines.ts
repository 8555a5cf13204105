import { type Header, lineAt, type Syntax, toHeader } from './fence.ts';
import { isFieldKey, keyOf, relatedKeys, scoreKeys } from './score-keys.ts';

/** The lines at the top of a text that all begin alike, as front matter; null without any. */
export function findPrefixedLines(text: string, line: number, prefix: RegExp): Header | null {
  let end = 0;
  while (end < text.length && prefix.test(lineAt(text, end))) end += lineAt(text, end).length + 1;
  return end === 0 ? null : toHeader(text, line, 'lines', [0, end, end]);
}

/** The lines of a comment at the top of a text that is front matter as a whole; null without one. */
export function findInComment(
  text: string,
  line: number,
  isFrontMatter: (lines: readonly string[]) => boolean,
): Header | null {
  const opening = /^<!--[ \t]*\n?/.exec(text)?.[0];
  if (opening === undefined) return null;
  const closing = text.indexOf('-->', opening.length);
  if (closing < 0 || closing > maxCommentLength) return null;
  const inner = text.slice(opening.length, closing).trimEnd();
  if (inner === '' || !isFrontMatter(inner.split('\n'))) return null;
  const rest = /^-->[ \t]*\n?/.exec(text.slice(closing, closing + maxCommentLength))?.[0].length ?? 0;
  return toHeader(text, line, 'lines', [opening.length, opening.length + inner.length, closing + rest]);
}

/** Longer comments contain more than front matter. */
const maxCommentLength = 10_000;

/** A text that begins with `Key: value`. */
export interface KeyBlock {
  /** The first lines of the text: as many as front matter may have. */
  lines: readonly string[];
  /** Those before an empty line or code. */
  block: readonly string[];
  score: ReturnType<typeof scoreKeys>;
  /** Whether the lines up to a closing fence are front matter, and the index of that fence; -1 without one. */
  isClosed: boolean;
  closing: number;
}

/** Null for a text that begins otherwise. */
export function readKeyBlock(text: string): KeyBlock | null {
  if (!keyLine.test(text)) return null;
  const lines = text.split('\n', maxLines);
  const end = lines.findIndex((written) => written.trim() === '' || codeLine.test(written));
  const block = end < 0 ? lines : lines.slice(0, end);
  const closing = lines.findIndex((written) => closingLine.test(written));
  return { lines, block, score: scoreKeys(block), isClosed: isClosedHeader(lines, 0), closing };
}

/** Whether each line has a key or continues the one above. */
export function isBareBlock({ block }: KeyBlock): boolean {
  return block.every((written) => keyLine.test(written) || keyAtOnce.test(written) || /^[ \t]/.test(written));
}

/** The first `count` lines of a text as front matter, of which the last `rest` are none. */
export function takeLines(
  text: string,
  line: number,
  { lines }: KeyBlock,
  { count, rest, syntax }: { count: number; rest: number; syntax: Syntax },
): Header {
  const lengthOf = (many: number): number => lines.slice(0, many).reduce((sum, each) => sum + each.length + 1, 0);
  return toHeader(text, line, syntax, [0, lengthOf(count - rest), lengthOf(count)]);
}

/** Lines that are checked: front matter is at the top, and short. */
export const maxLines = 200;

const keyLine = /^([a-z][\w .-]{0,49}?)[ \t]*:(?:[ \t]|$|\n)/i;

/** A key without a space after its colon, as Python-Markdown allows it; no address. */
const keyAtOnce = /^[a-z][\w-]{0,49}:(?!\/\/)/i;

/** A line of a mapping: a key, the rest of the value above, or a comment. */
const yamlLine = /^(?:[\w.-]{1,50}[ \t]*:(?:\s|$)|["'][^"']+["'][ \t]*:(?:\s|$)|[ \t]|- |-$|#|$|[\]}])/;

/** The name of a table in TOML. */
const tableLine = /^\[+[\w."'-]+\]+[ \t]*$/;

/** Whether the lines from one on, up to a fence, are a mapping in YAML or TOML with two keys (no heading has two) or a field. */
export function isClosedHeader(lines: readonly string[], from: number): boolean {
  const closing = lines.findIndex((written, i) => i >= from && closingLine.test(written));
  if (closing <= from) return false;
  const block = lines.slice(from, closing);
  const keys = block.filter((written) => keyOf(written) !== '');
  const isEnough =
    keys.length > 1 ||
    (keys.length === 1 && block.some((written) => tableLine.test(written))) ||
    keys.some((key) => fieldKey(key) !== null || (from > 0 && relatedKeys.has(keyOf(key))));
  return isEnough && isMapping(block);
}

/** Whether lines are keys and their values. A text in quotes may continue without indentation; no other value does. */
function isMapping(lines: readonly string[]): boolean {
  let quote = '';
  for (const written of lines) {
    if (quote !== '') {
      if (written.trimEnd().endsWith(quote)) quote = '';
    } else if (!yamlLine.test(written) && !tableLine.test(written) && keyOf(written) === '') return false;
    else quote = openedQuote(written);
  }
  return quote === '';
}

/** The quotation prefix of a text that goes on below the line of its key: one in YAML, three in TOML; '' without any. */
function openedQuote(line: string): string {
  const [, yaml, toml] = /^[^:=]*(?::[ \t]+(["'])|=[ \t]*("""|'''))/.exec(line) ?? [];
  const quote = yaml ?? toml ?? '';
  return line.indexOf(quote, line.indexOf(quote) + quote.length) < 0 ? quote : '';
}

const closingLine = /^(?:-{3,}|\+{3})[ \t]*$/;

export const codeLine = /^\s*(?:`{3}|~{3})/;

export function fieldKey(line: string): string | null {
  const key = keyOf(line);
  return isFieldKey(key) ? key : null;
}

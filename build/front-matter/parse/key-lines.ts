import { type Header, lineAt, type Syntax, toHeader } from './fence.ts';
import { keyOf, scoreKeys } from './score-keys.ts';

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
  /** Whether all lines up to a closing fence may be YAML, and the index of that fence; -1 without one. */
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
  const isClosed = closing > 0 && lines.slice(0, closing).every((each) => yamlLine.test(each) || keyOf(each) !== '');
  return { lines, block, score: scoreKeys(block), isClosed, closing };
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

const closingLine = /^(?:-{3,}|\+{3})[ \t]*$/;

export const codeLine = /^\s*(?:`{3}|~{3})/;

import type { Fence, Fenced, FindHeader, Header, Syntax } from './fence.ts';
import { companions, isFieldKey, keyOf, weigh } from './weigh.ts';

/**
 * Finds front matter without an opening fence at the top of a text without leading blank lines: what one of `finders` finds. Anything
 * else is prose, or doubtful if it begins with the name of a field.
 */
export function findUnfenced(text: string, line: number, finders: readonly FindHeader[]): Fence {
  for (const find of finders) {
    const header = find(text, line);
    if (header !== null) return header;
  }
  const block = readKeyBlock(text);
  if (block === null) return findMisfenced(text, line);
  const { evidence, isClosed } = block;
  const found = shorten(block.lines[0] ?? '');
  if (evidence.fields === 0) {
    if (!isClosed) return findMisfenced(text, line);
    return { kind: 'doubtful', line, found, isSure: evidence.companions > 0, isClosed: true };
  }
  return { kind: 'doubtful', line, found, isSure: evidence.isEnough, isClosed };
}

/** A text that begins with `Key: value`. */
export interface KeyBlock {
  /** Of the text, as many as front matter may have. */
  lines: readonly string[];
  /** Those up to a blank line or code. */
  block: readonly string[];
  evidence: ReturnType<typeof weigh>;
  /** Whether the lines up to a closing fence are front matter, and the index of that fence; -1 without one. */
  isClosed: boolean;
  closing: number;
}

/** Null for a text that begins otherwise. */
export function readKeyBlock(text: string): KeyBlock | null {
  if (!keyLine.test(text)) return null;
  const lines = text.split('\n', mostLines);
  const end = lines.findIndex((written) => written.trim() === '' || codeLine.test(written));
  const block = end < 0 ? lines : lines.slice(0, end);
  const closing = lines.findIndex((written) => closingLine.test(written));
  return { lines, block, evidence: weigh(block), isClosed: isClosedHeader(lines, 0), closing };
}

/** Whether each line has a key or goes on with the one above. */
export function isBareBlock({ block }: KeyBlock): boolean {
  return block.every((written) => keyLine.test(written) || keyAtOnce.test(written) || /^[ \t]/.test(written));
}

/** The first `count` lines of a text as front matter; the header are those in `header`. */
export function takeLines(
  text: string,
  line: number,
  { lines }: KeyBlock,
  { header, count, syntax }: { header: readonly string[]; count: number; syntax: Syntax },
): Header {
  const length = lines.slice(0, count).reduce((sum, each) => sum + each.length + 1, 0);
  const body = text.slice(length);
  const bodyLine = line + count;
  return { kind: 'header', syntax, line, header: `${header.join('\n')}\n`, headerLine: line, body, bodyLine };
}

/** Finds front matter behind a broken fence (`--`, `––`, ` ---`), in a code block, below a comment, or without its first brace. */
function findMisfenced(text: string, line: number): Fence {
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const lines = text.slice(comment.length).split('\n', mostLines);
  const first = lines.slice(0, mostAbove).findIndex((written) => fieldKey(written) !== null);
  const found = shorten(lines[0] ?? '');
  const at = line + comment.split('\n').length - 1;
  const code = lines.slice(0, mostAbove).findIndex((written) => codeLine.test(written));
  // With text above, a code block is an example of front matter.
  if (code > 0 && (first < 0 || code < first)) return { kind: 'none' };
  const starts = lines.slice(0, mostAbove).flatMap((written, i) => (nearFence.test(written) ? [i + 1] : []));
  const isShortAbove = (from: number): boolean => lines.slice(0, from).every(({ length }) => length <= longestFence);
  // A fence and the first key on one line.
  const isDrawnUp = /^[-+–—]\S/.test(lines[0] ?? '') && isClosedHeader(lines, 1);
  if (isDrawnUp || [0, ...starts].some((from) => isShortAbove(from) && isClosedHeader(lines, from))) {
    return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: code < 0 };
  }
  if (first < 0 || /^\s*<!--/.test(lines[0] ?? '')) return { kind: 'none' };
  // A broken fence is short. Behind longer text, only several fields are likely to be front matter.
  const isBehindText = lines.slice(0, first).some((written) => written.length > longestFence);
  const end = lines.findIndex((written, i) => i > first && (written.trim() === '' || misfenceLine.test(written)));
  const evidence = weigh(lines.slice(first, end < 0 ? undefined : end));
  const isClosed = end >= 0 && misfenceLine.test(lines[end] ?? '');
  const isLikely = evidence.isEnough && (isClosed || evidence.fields > 1);
  if (isBehindText ? !isLikely : !(evidence.isEnough || isClosed)) return { kind: 'none' };
  return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: isClosed && code < 0 };
}

const [longestFence, mostAbove] = [12, 6];

/** Lines that are looked at: front matter is at the top, and short. */
export const mostLines = 200;

const keyLine = /^([a-z][\w .-]{0,49}?)[ \t]*:(?:[ \t]|$|\n)/i;

/** A key without a blank behind its colon, as Python-Markdown allows it; no address. */
const keyAtOnce = /^[a-z][\w-]{0,49}:(?!\/\/)/i;

/** A line of a mapping: a key, the rest of the value above, or a comment. */
const yamlLine = /^(?:[\w.-]{1,50}[ \t]*:(?:\s|$)|["'][^"']+["'][ \t]*:(?:\s|$)|[ \t]|- |-$|#|$|[\]}])/;

/** The name of a table in TOML. */
const tableLine = /^\[+[\w."'-]+\]+[ \t]*$/;

/** A key as programs write it; what opens a sentence has a capital. */
const plainKey = /^["']?[a-z][\w.-]*["']?[ \t]*(?::(?:\s|$)|=)/;

/** Whether the lines from one on, up to a fence, are a mapping in YAML or TOML with two keys (no heading has two) or a field. */
function isClosedHeader(lines: readonly string[], from: number): boolean {
  const closing = lines.findIndex((written, i) => i >= from && closingLine.test(written));
  if (closing <= from) return false;
  const block = lines.slice(from, closing);
  const keys = block.filter((written) => keyOf(written) !== '');
  const isEnough =
    keys.length > 1 ||
    (keys.length === 1 && block.some((written) => tableLine.test(written))) ||
    keys.some((key) => fieldKey(key) !== null || (from > 0 && companions.has(keyOf(key))));
  return isEnough && isMapping(block);
}

/** Whether lines are keys and their values. A text in quotes may go on without indentation, which no other value does. */
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

/** The quotation mark of a text that goes on below the line of its key: one in YAML, three in TOML; '' without any. */
function openedQuote(line: string): string {
  const [, yaml, toml] = /^[^:=]*(?::[ \t]+(["'])|=[ \t]*("""|'''))/.exec(line) ?? [];
  const quote = yaml ?? toml ?? '';
  return line.indexOf(quote, line.indexOf(quote) + quote.length) < 0 ? quote : '';
}

/** A line that is a fence but for a character too many or too few. */
const nearFence = /^(?:.{1,3}|.{0,2}[-+–—]+.{0,2})$/;

const closingLine = /^(?:-{3,}|\+{3})[ \t]*$/;

/** A line of punctuation only, such as a fence or the end of a code block. */
const misfenceLine = /^\s*[^\p{L}\p{N}\s{}[\]]{1,10}\s*$/u;

const codeLine = /^\s*(?:`{3}|~{3})/;

function fieldKey(line: string): string | null {
  const key = keyOf(line);
  return isFieldKey(key) ? key : null;
}

/** Quick check whether a text may begin with front matter; nearly all bodies do not. */
export function mayHoldHeader(text: string): boolean {
  let start = /^\s*/.exec(text)?.[0].length ?? 0;
  if (/^(?:[-+;]{3}|\{\s*")/.test(text.slice(start, start + mostIndent))) return true;
  for (let i = 0; i < mostAbove && start < text.length; ) {
    const beginning = text.slice(start, start + mostIndent);
    if (/[:=]/.test(beginning) && (fieldKey(beginning) !== null || plainKey.test(beginning))) return true;
    // Comments, lists and the rest of a value may stand above the first key.
    if (!/^[ \t\n#-]/.test(beginning)) i++;
    start = text.indexOf('\n', start) + 1 || text.length;
  }
  return false;
}

/** Code units of a line that are looked at for a key. */
const mostIndent = 60;

/** Whether this is front matter with the name of a field. */
export function isHeader(fence: Fence): fence is Fenced | Header {
  if (fence.kind !== 'fenced' && fence.kind !== 'header') return false;
  const header = fence.kind === 'header' ? fence.header : fence.text.slice(...fence.range);
  return weigh(header.split('\n', mostLines)).fields > 0;
}

function shorten(line: string): string {
  const text = line.trim();
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

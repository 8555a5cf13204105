import { fieldNames } from '../field-names.ts';
import type { Fence, Fenced, Header } from './fence.ts';

/**
 * Front matter without an opening fence at the top of a text that begins with a line that is not blank: Hexo's, which a
 * line `---` ends, and the `Key: value` lines of Pelican and MultiMarkdown, which a blank line ends. Both must hold a title
 * or a date, or two names that front matter is known by: the rest is prose, and doubtful where it begins with such a name.
 */
export function findUnfenced(text: string, line: number): Fence {
  if (!keyLine.test(text)) return findMisfenced(text, line);
  const lines = text.split('\n', mostLines);
  const end = lines.findIndex((written) => written.trim() === '' || codeLine.test(written));
  const block = end < 0 ? lines : lines.slice(0, end);
  const evidence = weigh(block);
  const isFenced = isClosedHeader(lines, 0);
  const found = shorten(lines[0] ?? '');
  if (evidence.fields === 0) {
    if (!isFenced) return findMisfenced(text, line);
    return { kind: 'doubtful', line, found, isSure: evidence.companions > 0, isClosed: true };
  }
  const closing = lines.findIndex((written) => closingLine.test(written));
  const isHexo = isFenced && lines[closing]?.startsWith('-') && weigh(lines.slice(0, closing)).isEnough;
  if (isHexo) return take(lines.slice(0, closing), closing + 1, 'yaml');
  const isBare = block.every((written) => keyLine.test(written) || /^[ \t]/.test(written));
  if (evidence.isEnough && isBare) return take(block, block.length, 'lines');
  return { kind: 'doubtful', line, found, isSure: evidence.isEnough, isClosed: isFenced };

  function take(header: readonly string[], count: number, syntax: 'yaml' | 'lines'): Fence {
    const length = lines.slice(0, count).reduce((sum, { length }) => sum + length + 1, 0);
    const body = text.slice(length);
    const bodyLine = line + count;
    return { kind: 'header', syntax, line, header: `${header.join('\n')}\n`, headerLine: line, body, bodyLine };
  }
}

/** Front matter behind a mark that is no fence (`--`, `––`, ` ---`), in a code block, below a comment, or with its brace lost. */
function findMisfenced(text: string, line: number): Fence {
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const lines = text.slice(comment.length).split('\n', mostLines);
  const first = lines.slice(0, mostAbove).findIndex((written) => fieldKey(written) !== null);
  const found = shorten(lines[0] ?? '');
  const at = line + comment.split('\n').length - 1;
  const code = lines.slice(0, mostAbove).findIndex((written) => codeLine.test(written));
  // An example of a header, if any text leads up to it.
  if (code > 0 && (first < 0 || code < first)) return { kind: 'none' };
  const starts = lines.slice(0, mostAbove).flatMap((written, i) => (nearFence.test(written) ? [i + 1] : []));
  const isShortAbove = (from: number): boolean => lines.slice(0, from).every(({ length }) => length <= longestFence);
  // Or one that the line below was drawn up to.
  const isDrawnUp = /^[-+–—]{2}/.test(lines[0] ?? '') && isClosedHeader(lines, 1);
  if (isDrawnUp || [0, ...starts].some((from) => isShortAbove(from) && isClosedHeader(lines, from))) {
    return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: code < 0 };
  }
  if (first < 0 || /^\s*<!--/.test(lines[0] ?? '')) return { kind: 'none' };
  // A broken fence is short; behind more than that only several fields are hardly anything else.
  const isBehindText = lines.slice(0, first).some((written) => written.length > longestFence);
  const end = lines.findIndex((written, i) => i > first && (written.trim() === '' || misfenceLine.test(written)));
  const evidence = weigh(lines.slice(first, end < 0 ? undefined : end));
  const isClosed = end >= 0 && misfenceLine.test(lines[end] ?? '');
  const isLikely = evidence.isEnough && (isClosed || evidence.fields > 1);
  if (isBehindText ? !isLikely : !(evidence.isEnough || isClosed)) return { kind: 'none' };
  return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: isClosed && code < 0 };
}

const [longestFence, mostAbove] = [12, 6];

/** Front matter is at the top, and short. */
const mostLines = 200;

const keyLine = /^([a-z][\w .-]{0,49}?)[ \t]*:(?:[ \t]|$|\n)/i;

/** A line of a mapping: a key, what belongs to the one above, a comment. */
const yamlLine = /^(?:[\w.-]{1,50}[ \t]*:(?:\s|$)|["'][^"']+["'][ \t]*:(?:\s|$)|[ \t]|- |-$|#|$|[\]}])/;

/** Whether lines from one on are as those of a mapping in YAML or TOML, up to a fence: two keys, which no heading holds, or a field. */
function isClosedHeader(lines: readonly string[], from: number): boolean {
  const closing = lines.findIndex((written, i) => i >= from && closingLine.test(written));
  if (closing <= from) return false;
  const block = lines.slice(from, closing);
  const keys = block.filter((written) => keyOf(written) !== '');
  const isEnough =
    keys.length > 1 || keys.some((key) => fieldKey(key) !== null || (from > 0 && companions.has(keyOf(key))));
  return isEnough && block.every((written) => yamlLine.test(written) || keyOf(written) !== '');
}

/** A fence with a character too many or too few. */
const nearFence = /^(?:.{1,3}|.{0,2}[-+–—]+.{0,2})$/;

const closingLine = /^(?:-{3,}|\+{3})[ \t]*$/;

/** Punctuation alone, as a fence is; or the end of a code block. */
const misfenceLine = /^\s*[^\p{L}\p{N}\s{}[\]]{1,10}\s*$/u;

const codeLine = /^\s*(?:`{3}|~{3})/;

/** Names that front matter has in most generators, beside those of fields. */
const companions = new Set('author authors categories category keywords lang language layout tags template'.split(' '));

const fields = new Set<string>(
  Object.values(fieldNames)
    .flat()
    .map((name) => name.toLowerCase()),
);

const telling = new Set<string>(
  [...fieldNames.title.slice(0, 3), ...fieldNames.publish_at].map((name) => name.toLowerCase()),
);

/** How much lines look like front matter: the keys among them that are fields, and whether these are enough to tell. */
function weigh(lines: readonly string[]): {
  fields: number;
  companions: number;
  isEnough: boolean;
} {
  const keys = lines.map(keyOf);
  const own = new Set(keys.filter((key) => fields.has(key)));
  const others = new Set(keys.filter((key) => companions.has(key)));
  const isTelling = [...own].some((key) => telling.has(key));
  return { fields: own.size, companions: others.size, isEnough: isTelling || own.size + others.size > 1 };
}

function fieldKey(line: string): string | null {
  const key = keyOf(line);
  return fields.has(key) ? key : null;
}

/** In lower case; '' where there is none. */
function keyOf(line: string): string {
  return /^\s*(?:[{,]\s*|[-+–—]+(?=\S))?["']?([a-z][\w.-]{0,49})["']?[ \t]*[:=]/i.exec(line)?.[1]?.toLowerCase() ?? '';
}

/** Whether front matter may stand at the top of a text: spares the text of nearly all articles a second look. */
export function mayHoldHeader(text: string): boolean {
  let start = /^\s*/.exec(text)?.[0].length ?? 0;
  if (/^(?:[-+;]{3}|\{\s*")/.test(text.slice(start, start + mostIndent))) return true;
  for (let i = 0; i < mostAbove && start < text.length; i++) {
    if (fieldKey(text.slice(start, start + mostIndent)) !== null) return true;
    start = text.indexOf('\n', start) + 1 || text.length;
  }
  return false;
}

/** Code units within which a key ends. */
const mostIndent = 60;

/** Whether something is front matter that names a field. */
export function isHeader(fence: Fence): fence is Fenced | Header {
  if (fence.kind !== 'fenced' && fence.kind !== 'header') return false;
  const header = fence.kind === 'header' ? fence.header : fence.text.slice(...fence.range);
  return weigh(header.split('\n', mostLines)).fields > 0;
}

function shorten(line: string): string {
  const text = line.trim();
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}

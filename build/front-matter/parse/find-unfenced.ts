import { shorten } from '../../problems/report-problem.ts';
import type { Fence, Fenced, FindHeader, Header } from './fence.ts';
import { codeLine, fieldKey, isClosedHeader, mostLines, readKeyBlock } from './key-lines.ts';
import { weigh } from './weigh.ts';

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
  const found = `\`${shorten((block.lines[0] ?? '').trim())}\``;
  if (evidence.fields === 0) {
    if (!isClosed) return findMisfenced(text, line);
    return { kind: 'doubtful', line, found, isSure: evidence.companions > 0, isClosed: true };
  }
  return { kind: 'doubtful', line, found, isSure: evidence.isEnough, isClosed };
}

/** Finds front matter behind a broken fence (`--`, `––`, ` ---`), in a code block, below a comment, or without its first brace. */
function findMisfenced(text: string, line: number): Fence {
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const lines = text.slice(comment.length).split('\n', mostLines);
  const first = lines.slice(0, mostAbove).findIndex((written) => fieldKey(written) !== null);
  const found = `\`${shorten((lines[0] ?? '').trim())}\``;
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

/** A key as programs write it; what opens a sentence has a capital. */
const plainKey = /^["']?[a-z][\w.-]*["']?[ \t]*(?::(?:\s|$)|=)/;

/** A line that is a fence but for a character too many or too few. */
const nearFence = /^(?:.{1,3}|.{0,2}[-+–—]+.{0,2})$/;

/** A line of punctuation only, such as a fence or the end of a code block. */
const misfenceLine = /^\s*[^\p{L}\p{N}\s{}[\]]{1,10}\s*$/u;

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

import { shorten } from '../../problems/report-problem.ts';
import type { Fence, Fenced, FindHeader, Header } from './fence.ts';
import { codeLine, fieldKey, isClosedHeader, maxLines, readKeyBlock } from './key-lines.ts';
import { scoreKeys } from './score-keys.ts';

/**
 * Finds front matter without an opening fence at the top of a text without empty lines before it: what one of `finders` finds. Anything
 * else is text, or doubtful if it begins with the name of a field.
 */
export function findUnfenced(text: string, line: number, finders: readonly FindHeader[]): Fence {
  for (const find of finders) {
    const header = find(text, line);
    if (header !== null) return header;
  }
  const block = readKeyBlock(text);
  if (block === null) return findMisfenced(text, line);
  const { score, isClosed } = block;
  const found = `\`${shorten((block.lines[0] ?? '').trim())}\``;
  if (score.fields === 0) {
    if (!isClosed) return findMisfenced(text, line);
    return { kind: 'doubtful', line, found, isSure: score.relatedKeys > 0, isClosed: true };
  }
  return { kind: 'doubtful', line, found, isSure: score.isEnough, isClosed };
}

/** Finds front matter after a broken fence (`--`, `––`, ` ---`), in a code block, below a comment, or without its first brace. */
function findMisfenced(text: string, line: number): Fence {
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const lines = text.slice(comment.length).split('\n', maxLines);
  const first = lines.slice(0, maxAbove).findIndex((written) => fieldKey(written) !== null);
  const found = `\`${shorten((lines[0] ?? '').trim())}\``;
  const at = line + comment.split('\n').length - 1;
  const code = lines.slice(0, maxAbove).findIndex((written) => codeLine.test(written));
  // With text above, a code block is an example of front matter.
  if (code > 0 && (first < 0 || code < first)) return { kind: 'none' };
  const starts = lines.slice(0, maxAbove).flatMap((written, i) => (nearFence.test(written) ? [i + 1] : []));
  const isShortAbove = (from: number): boolean => lines.slice(0, from).every(({ length }) => length <= maxFenceLength);
  // A fence and the first key on one line.
  const isDrawnUp = /^[-+–—]\S/.test(lines[0] ?? '') && isClosedHeader(lines, 1);
  if (isDrawnUp || [0, ...starts].some((from) => isShortAbove(from) && isClosedHeader(lines, from))) {
    return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: code < 0 };
  }
  if (first < 0 || /^\s*<!--/.test(lines[0] ?? '')) return { kind: 'none' };
  // A broken fence is short. After longer text, only several fields are likely to be front matter.
  const isBehindText = lines.slice(0, first).some((written) => written.length > maxFenceLength);
  const end = lines.findIndex((written, i) => i > first && (written.trim() === '' || misfenceLine.test(written)));
  const score = scoreKeys(lines.slice(first, end < 0 ? undefined : end));
  const isClosed = end >= 0 && misfenceLine.test(lines[end] ?? '');
  const isLikely = score.isEnough && (isClosed || score.fields > 1);
  if (isBehindText ? !isLikely : !(score.isEnough || isClosed)) return { kind: 'none' };
  return { kind: 'doubtful', line: at, found, isSure: code < 0, isClosed: isClosed && code < 0 };
}

const [maxFenceLength, maxAbove] = [12, 6];

/** A key as programs write it; a word that begins a sentence has a capital. */
const plainKey = /^["']?[a-z][\w.-]*["']?[ \t]*(?::(?:\s|$)|=)/;

/** A line that is a fence with a character too many or too few. */
const nearFence = /^(?:.{1,3}|.{0,2}[-+–—]+.{0,2})$/;

/** A line of punctuation only, such as a fence or the end of a code block. */
const misfenceLine = /^\s*[^\p{L}\p{N}\s{}[\]]{1,10}\s*$/u;

/** Checks quickly whether a text may begin with front matter; nearly all bodies do not. */
export function mayHoldHeader(text: string): boolean {
  let start = /^\s*/.exec(text)?.[0].length ?? 0;
  if (/^(?:[-+;]{3}|\{\s*")/.test(text.slice(start, start + maxKeyLength))) return true;
  for (let i = 0; i < maxAbove && start < text.length; ) {
    const beginning = text.slice(start, start + maxKeyLength);
    if (/[:=]/.test(beginning) && (fieldKey(beginning) !== null || plainKey.test(beginning))) return true;
    // Comments, lists and the rest of a value may stand above the first key.
    if (!/^[ \t\n#-]/.test(beginning)) i++;
    start = text.indexOf('\n', start) + 1 || text.length;
  }
  return false;
}

/** Code units of a line that are checked for a key. */
const maxKeyLength = 60;

/** Whether this is front matter with the name of a field. */
export function isHeader(fence: Fence): fence is Fenced | Header {
  if (fence.kind !== 'fenced' && fence.kind !== 'header') return false;
  const header = fence.kind === 'header' ? fence.header : fence.text.slice(...fence.range);
  return scoreKeys(header.split('\n', maxLines)).fields > 0;
}

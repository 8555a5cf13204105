import { lazy } from '../package/lazy.ts';
import { type SourceLine, toPrintable } from '../problems/printable.ts';
import type { Problem, ProblemCode } from '../problems/problem.ts';
import { textWidth } from '../problems/text-width.ts';
import type { ContentFolders } from './content-folders.ts';
import { createLocator, readReal } from './read-real.ts';

/** Characters of a line that an excerpt holds: at most, and at least. */
const [maxWidth, minWidth] = [100, 30];

/** Columns of a terminal that are not for them: the number in front, and a character for what is cut off at either end. */
const margin = 10;

/** Reads lines of the files in a content folder, each file once; null where there is none to show. */
export function sourceLines(
  { root, folders }: ContentFolders,
  columns = maxWidth + margin,
): (problem: Problem) => SourceLine | null {
  const locate = lazy(() => createLocator(root, folders));
  const width = Math.max(minWidth, Math.min(maxWidth, columns - margin));
  let last: { path: string; lines: string[] } = { path: '', lines: [] };
  return ({ code, path, line, column }) => {
    if (path !== last.path) last = { path, lines: readLines(() => locate()(path), code) };
    const text = last.lines[line - 1];
    return text === undefined || text.trim() === '' || column > text.length + 1 ? null : clip(text, column - 1, width);
  };
}

/** As much of a line as fits, with the place in it. */
function clip(line: string, at: number, width: number): SourceLine {
  const start = at <= (width * 3) / 4 ? 0 : at - Math.floor(width / 2);
  const end = start + width;
  const before = `${start > 0 ? '…' : ''}${toPrintable(line.slice(start, at))}`;
  const text = `${before}${toPrintable(line.slice(at, end))}${end < line.length ? '…' : ''}`;
  return { text, indent: textWidth(before) };
}

/**
 * The lines of a file as places count them, to be shown beside a problem of it; bytes that are not UTF-8 become U+FFFD.
 * None for a file that cannot be found or read, nor for one that a build does not read either.
 */
function readLines(locate: () => string, code: ProblemCode): string[] {
  try {
    // A link may lead to what nobody should see in a log, or to a device that never ends.
    return code === 'too-large' || code === 'hidden-text'
      ? []
      : new TextDecoder().decode(readReal(locate())).split(/\r\n?|\n/);
  } catch {
    // Gone meanwhile, or not to be read: its problem says so.
    return [];
  }
}

import { join } from 'node:path';
import stringWidth from 'string-width';
import type { Problem } from '../problem.ts';
import { readLines } from './read-lines.ts';

/** Columns of a terminal that an excerpt takes at most. */
const maxWidth = 100;

/** The line on which a problem stands. */
export interface SourceLine {
  text: string;
  /** Columns of a terminal before the place of the problem. */
  indent: number;
}

/** Reads lines of the files below `content`, each file once; null where there is none to show. */
export function sourceLines(content: string): (problem: Problem) => SourceLine | null {
  let last: { path: string; lines: string[] } = { path: '', lines: [] };
  return ({ code, path, line, column }) => {
    if (path !== last.path) last = { path, lines: readLines(join(content, path), code) };
    const text = last.lines[line - 1];
    return text === undefined || text.trim() === '' || column > text.length + 1 ? null : clip(text, column - 1);
  };
}

/** As much of a line as fits, with the place in it. */
function clip(line: string, at: number): SourceLine {
  const start = at <= (maxWidth * 3) / 4 ? 0 : at - Math.floor(maxWidth / 2);
  const end = start + maxWidth;
  const before = `${start > 0 ? '…' : ''}${toPrintable(line.slice(start, at))}`;
  const text = `${before}${toPrintable(line.slice(at, end))}${end < line.length ? '…' : ''}`;
  return { text, indent: stringWidth(before) };
}

/** Text of authors that a terminal prints and does not obey. */
export function toPrintable(text: string): string {
  return (
    text
      .replaceAll('\t', ' ')
      // Control characters and those that turn the direction of writing.
      .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
  );
}

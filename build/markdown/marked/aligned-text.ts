import { firstIndex } from '../../../src/core/search.ts';

/** Where a text stands in a source, each of its lines by itself: containers (quotes, lists) put something before every line. */
export interface Span {
  text: string;
  /** For each line of `text`, the offset in the source at which it ends. */
  ends: readonly number[];
}

/** A source and its lines. */
export interface SourceLines {
  lines: readonly string[];
  /** The offset of each line's start; one more at the end for the end of the source. */
  starts: readonly number[];
}

export function splitLines(source: string): SourceLines {
  const lines = source.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return { lines, starts };
}

/** The offset in the source of the character at `index` of a placed text. */
export function offsetAt(span: Span, index: number): number {
  if (span.ends.length === 1) return (span.ends[0] ?? 0) - (span.text.length - index);
  const ends = lineEndsOf(span);
  const line = firstIndex(ends.length - 1, (each) => (ends[each] ?? 0) >= index);
  return (span.ends[line] ?? 0) - ((ends[line] ?? 0) - index);
}

/** The indexes at which the lines of a placed text end: found once for all tokens in it. */
function lineEndsOf(span: Span): readonly number[] {
  const known = lineEnds.get(span);
  if (known !== undefined) return known;
  const ends: number[] = [];
  for (let at = span.text.indexOf('\n'); at !== -1; at = span.text.indexOf('\n', at + 1)) ends.push(at);
  ends.push(span.text.length);
  lineEnds.set(span, ends);
  return ends;
}

const lineEnds = new WeakMap<Span, readonly number[]>();

/** A part of a placed text. */
export function spanPart(span: Span, start: number, length: number): Span {
  const text = span.text.slice(start, start + length);
  const ends: number[] = [];
  let end = start - 1;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    ends.push(offsetAt(span, end));
  }
  return { text, ends };
}

/** A place, and the line of the source behind it. */
export interface AlignedLines {
  span: Span;
  next: number;
}

/**
 * The place of a text whose lines end where lines of the source end, from line `first` on. Marked expands leading tabs, takes
 * markers away in front, may trim at the end and put a blank line where it joined two texts, but never changes what is
 * between. Null where the lines are not there.
 */
export function alignLines(source: SourceLines, first: number, text: string): AlignedLines | null {
  const ends: number[] = [];
  let at = first;
  for (const line of text.split('\n')) {
    const start = source.starts[at];
    const sourceLine = source.lines[at];
    if (start === undefined || sourceLine === undefined) return null;
    if (line !== sourceLine && line.trim() === '' && at > first && !/^[\s>]*$/.test(sourceLine)) {
      ends.push(ends.at(-1) ?? start);
      continue;
    }
    const end = alignEnd(sourceLine, line);
    if (end === null) return null;
    ends.push(start + end);
    at++;
  }
  return { span: { text, ends }, next: at };
}

/** The span of the text of a paragraph inside the span of the paragraph. Marked puts a blank line into it where it joined two blocks. */
export function alignText(outer: Span, text: string): Span | null {
  const outerLines = outer.text.split('\n');
  const ends: number[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const outerLine = outerLines[at];
    const outerEnd = outer.ends[at];
    if (line.trim() === '' && outerLine?.trim() !== '') {
      ends.push(outer.ends[at - 1] ?? outerEnd ?? 0);
      continue;
    }
    const end = outerLine === undefined ? null : alignEnd(outerLine, line);
    if (end === null || outerLine === undefined || outerEnd === undefined) return null;
    ends.push(outerEnd - outerLine.length + end);
    at++;
  }
  return { text, ends };
}

function alignEnd(sourceLine: string, line: string): number | null {
  if (sourceLine === line) return line.length;
  const bare = line.replace(/^[ \t]+/, '');
  if (sourceLine.endsWith(bare)) return sourceLine.length;
  const trimmed = sourceLine.trimEnd();
  const words = bare.trimEnd();
  return trimmed.endsWith(words) ? trimmed.length + bare.length - words.length : null;
}

import { offsetAt, type Place, type SourceLines } from '../marked/aligned-text.ts';
import type { BodyToken } from '../marked/tokens.ts';
import type { Range } from '../rendered-body.ts';
import type { H1, TokenPoint } from './find-h1.ts';

/** A level-one heading in the source. */
export interface HeadingPlace {
  /** Where it begins. */
  token: BodyToken;
  start: number;
  end: number;
  /** Lines, counted from 0; `afterLine` is the one behind it. */
  line: number;
  afterLine: number;
  /** Whether nothing else stands on its lines but the markers of quotes and indentation. */
  alone: boolean;
}

/** Null for a heading whose place is not known for certain. */
export function placeHeading(h1: H1, places: ReadonlyMap<BodyToken, Place>, source: SourceLines): HeadingPlace | null {
  const start = toOffset(h1.start, places);
  const end = toOffset(h1.end, places);
  if (start === null || end === null || end <= start) return null;
  const line = lineAt(source, start);
  const lastLine = lineAt(source, end);
  const before = textOf(source, line).slice(0, start - startOf(source, line));
  const after = textOf(source, lastLine).slice(end - startOf(source, lastLine));
  return {
    token: h1.start.token,
    start,
    end,
    line,
    afterLine: lastLine + 1,
    alone: isBlank(before) && after.trim() === '',
  };
}

/** The ways of leaving a heading out, the likeliest first. None is right for all: what stands before and behind it decides. */
export function headingCuts(heading: HeadingPlace, source: SourceLines): Range[] {
  const { line, afterLine, alone } = heading;
  const nextLine = skipBlank(source, afterLine, 1);
  const lines: Range = [startOf(source, line), startOf(source, afterLine)];
  const words: Range = [heading.start, heading.end];
  const next = startOf(source, nextLine);
  if (!alone) {
    const indented = indentation(textOf(source, nextLine), textOf(source, line).slice(0, heading.start - lines[0]));
    const column = Math.min(heading.start - lines[0], indented);
    return [[heading.start, next + column], [heading.start, next + indented], words, [heading.start, lines[1]]];
  }
  const previousLine = skipBlank(source, line - 1, -1);
  const previous = startOf(source, previousLine + 1);
  const withBlankAfter: Range = [lines[0], next];
  const ways: Range[] = [lines, words, withBlankAfter, [previous, lines[1]], [previous, next]];
  const blankBefore = previousLine < line - 1 || line === 0;
  const likeliest = blankBefore ? withBlankAfter : nextLine > afterLine ? lines : words;
  return [likeliest, ...ways.filter((way) => way !== likeliest)];
}

function toOffset({ token, index }: TokenPoint, places: ReadonlyMap<BodyToken, Place>): number | null {
  const place = places.get(token);
  if (place === undefined) return null;
  // Indentation may have been expanded, so the offset of a first character that is white space is not certain.
  const first = index === 0 ? place.text.search(/\S/) : Math.min(index, place.text.length);
  return offsetAt(place, first);
}

/** The length of the white space and quote markers that begin a line, of the latter as many as another line begins with. */
function indentation(text: string, likeThis: string): number {
  let quote = -1;
  for (let at = 0; ; at++) {
    if (text[at] === '>') quote = likeThis.indexOf('>', quote + 1);
    else if (text[at] !== ' ' && text[at] !== '\t') return at;
    if (text[at] === '>' && quote === -1) return at;
  }
}

function skipBlank(source: SourceLines, line: number, step: 1 | -1): number {
  let at = line;
  while (at >= 0 && at < source.lines.length && isBlank(textOf(source, at))) at += step;
  return at;
}

function isBlank(text: string): boolean {
  return /^[ \t>]*$/.test(text);
}

function lineAt(source: SourceLines, offset: number): number {
  let low = 0;
  let high = source.lines.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (startOf(source, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function textOf(source: SourceLines, line: number): string {
  return source.lines[line] ?? '';
}

/** Of the line behind the last one: the end of the source. */
function startOf(source: SourceLines, line: number): number {
  const last = source.starts.at(-1) ?? 1;
  return Math.min(source.starts[Math.max(line, 0)] ?? last - 1, last - 1);
}

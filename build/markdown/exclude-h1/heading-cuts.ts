import { firstIndex } from '../../../src/core/search.ts';
import { trimEndOf } from '../linear-text.ts';
import { offsetAt, type SourceLines } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { type BodyToken, isTitle } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import type { H1, TokenPoint } from './find-h1.ts';

/** A level-one heading in the source. */
export interface HeadingSpan {
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

/** The level-one headings that are blocks of the article itself; null where the place of one is not known for certain. */
export function locateTitles({ markdown, tokens }: Rendered, source: SourceLines): HeadingSpan[] | null {
  if (tokens.map(({ raw }) => raw).join('') !== markdown) return null;
  const titles: HeadingSpan[] = [];
  let at = 0;
  for (const token of tokens) {
    if (isTitle(token)) {
      const end = at + trimEndOf(token.raw, '\n').length;
      titles.push(toHeadingSpan(token, at + token.raw.search(/\S/), end, source));
    }
    at += token.raw.length;
  }
  return titles;
}

/** Headings wherever they stand, without those whose places are not known for certain. */
export function locateHeadings(headings: readonly H1[], spans: Spans, source: SourceLines): HeadingSpan[] {
  return headings.flatMap((h1) => {
    const start = toOffset(h1.start, spans);
    const end = toOffset(h1.end, spans);
    return start === null || end === null || end <= start ? [] : [toHeadingSpan(h1.start.token, start, end, source)];
  });
}

function toHeadingSpan(token: BodyToken, start: number, end: number, source: SourceLines): HeadingSpan {
  const line = lineAt(source, start);
  const lastLine = lineAt(source, end);
  const before = textOf(source, line).slice(0, start - startOf(source, line));
  const after = textOf(source, lastLine).slice(end - startOf(source, lastLine));
  return { token, start, end, line, afterLine: lastLine + 1, alone: isBlank(before) && after.trim() === '' };
}

/** The ways to exclude a heading, the likeliest first. None is right for all: what stands before and behind it decides. */
export function headingCuts(heading: HeadingSpan, source: SourceLines): Range[] {
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
  // A title goes with the blank lines around it.
  if (previousLine < 0) return [[0, next], ...ways];
  const likeliest = previousLine < line - 1 ? withBlankAfter : nextLine > afterLine ? lines : words;
  return [likeliest, ...ways.filter((way) => way !== likeliest)];
}

function toOffset({ token, index }: TokenPoint, spans: Spans): number | null {
  const span = spans.get(token);
  if (span === undefined) return null;
  // Indentation may have been expanded, so the offset of a first character that is white space is not certain.
  const first = index === 0 ? span.text.search(/\S/) : Math.min(index, span.text.length);
  return offsetAt(span, first);
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
  return firstIndex(source.lines.length - 1, (line) => startOf(source, line + 1) > offset);
}

function textOf(source: SourceLines, line: number): string {
  return source.lines[line] ?? '';
}

/** Of the line behind the last one: the end of the source. */
function startOf(source: SourceLines, line: number): number {
  const last = source.starts.at(-1) ?? 1;
  return Math.min(source.starts[Math.max(line, 0)] ?? last - 1, last - 1);
}

import type { Range } from '../rendered-body.ts';
import type { H1, TokenPoint } from './find-h1.ts';
import { offsetAt, type Spans } from './span.ts';

/**
 * What to exclude from a text so that its level-one headings go: the lines of those that stand alone, with the
 * blank lines around that nothing needs; of others, which share a line with something else, their own words.
 */
export function findHeadingCuts(text: string, headings: readonly H1[], places: Spans): Range[] {
  return headings.flatMap(({ start, end }): Range[] => {
    const isInHtml = start.token.type === 'html' && start.token.block;
    const from = toOffset(start, places);
    const to = toOffset(end, places);
    if (from === null || to === null || to <= from) return [];
    const own = cutOf(text, from, to, isInHtml);
    return isInHtml ? [own, ...delimitersBelow(text, to, start, places)] : [own];
  });
}

function cutOf(text: string, start: number, end: number, isInHtml: boolean): Range {
  const first = lineStartOf(text, start);
  const next = lineEndOf(text, end) + 1;
  if (!isBlank(text.slice(first, start)) || text.slice(end, next).trim() !== '') return [start, end];
  const [above, below] = [skipBlankAbove(text, first), skipBlankBelow(text, next)];
  const isQuoted = text.slice(first, start).includes('>');
  if (isQuoted && (above === first || above === 0)) return [start, end];
  if (above === 0) return [0, below];
  if (above < first) return [first, below];
  // An empty line stays where two paragraphs would become one.
  return below > next || isInHtml || item.test(text.slice(next, next + maxMarkerLength)) ? [first, next] : [start, end];
}

/** Of a list that may begin behind a paragraph. */
const item = /^[ \t>]*[-*+][ \t]+\S/;

const maxMarkerLength = 200;

/** Marks of headings that were text in a block of HTML, and would be headings without its first tag. */
function delimitersBelow(text: string, from: number, { token }: TokenPoint, places: Spans): Range[] {
  const place = places.get(token);
  const end = place === undefined ? from : offsetAt(place, place.text.length);
  return Array.from(text.slice(from, end).matchAll(delimiter), ({ 0: { length }, index }): Range => {
    return [from + index, from + index + length];
  });
}

const delimiter = /#(?<=^[ \t>]*#)(?=\s|$)|=(?<=^[ \t>]*=)=*(?=[ \t]*$)/gm;

function toOffset({ token, index }: TokenPoint, places: Spans): number | null {
  const place = places.get(token);
  if (place === undefined) return null;
  // Indentation may have been expanded, so the offset of a first character that is white space is not certain.
  return offsetAt(place, index === 0 ? Math.max(0, place.text.search(/\S/)) : Math.min(index, place.text.length));
}

function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEndOf(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** Where the blank lines above a line begin. */
function skipBlankAbove(text: string, lineStart: number): number {
  let at = lineStart;
  while (at > 0) {
    const previous = lineStartOf(text, at - 1);
    if (!isBlank(text.slice(previous, at - 1))) break;
    at = previous;
  }
  return at;
}

/** Where the first line with text begins at or below a line. */
function skipBlankBelow(text: string, lineStart: number): number {
  let at = Math.min(lineStart, text.length);
  while (at < text.length) {
    const end = lineEndOf(text, at);
    if (!isBlank(text.slice(at, end))) break;
    at = Math.min(end + 1, text.length);
  }
  return at;
}

function isBlank(line: string): boolean {
  return /^[ \t>]*$/.test(line);
}

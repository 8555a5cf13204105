import { firstIndex } from '../../../src/core/search.ts';
import type { Position } from '../../problems/problem.ts';
import type { BodyToken } from '../parse/tokens.ts';

/** Where a text stands in a source. */
export type Span = BlockSpan | InlineSpan;

/** Each line by itself: containers (quotes, lists) put something before every line. */
interface BlockSpan {
  text: string;
  /** Where its lines end, the last one with it. */
  lineEnds: readonly number[];
  /** The offset in the source of each of these. */
  ends: readonly number[];
}

/** A part of another text. */
interface InlineSpan {
  text: string;
  outer: Span;
  start: number;
}

/** Of tokens, in the text that was parsed: of their `raw`, without the line ends at its end. */
export type Spans = Pick<ReadonlyMap<BodyToken, Span>, 'get'>;

/** Line and column of what stands at an index in the `raw` of a token; of the beginning, where that is not known. */
export type PositionOf = (token: BodyToken, index: number) => Position;

/** The offset in the source of the character at `index` of a placed text. */
export function offsetAt(span: Span, index: number): number {
  if ('outer' in span) return offsetAt(span.outer, span.start + index);
  const { lineEnds, ends } = span;
  const line = firstIndex(lineEnds.length - 1, (each) => (lineEnds[each] ?? 0) >= index);
  return (ends[line] ?? 0) - ((lineEnds[line] ?? 0) - index);
}

/** The index in the `raw` of a token of what is at one in its text: HTML may be published otherwise than written. */
export function indexInRaw(token: BodyToken, index: number): number {
  if (token.type !== 'html' || token.text === token.raw) return index;
  const [part = ''] = token.text.slice(index, index + maxCompared).split('\n', 1);
  const found = [token.raw.lastIndexOf(part, index), token.raw.indexOf(part, index)].filter((each) => each !== -1);
  if (part === '') return index;
  const [before = 0, behind = before] = found;
  return index - before < behind - index ? before : behind;
}

/** Characters that are enough to find a place. */
const maxCompared = 10;

import { firstIndex } from '../../src/core/search.ts';
import type { Position } from './problem.ts';

/**
 * The places of a text with LF line ends, by offset; `firstLine` is the number of its first line. `LineCounter` of
 * `yaml` misses line ends inside of errors.
 */
export function countPlaces(text: string, firstLine = 1): (offset: number) => Position {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (offset) => {
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] ?? 0) > offset);
    return { line: line + firstLine, column: Math.min(offset, text.length) - (starts[line] ?? 0) + 1 };
  };
}

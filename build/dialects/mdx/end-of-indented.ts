import { endOfLine } from './end-of-line.ts';

/** Behind the lines of indented code: MDX has none since its second version, but the first had. */
export function endOfIndented(source: string, start: number): number {
  let at = start;
  while (at < source.length && /^(?: {4}|\t)/.test(source.slice(at, at + 4))) at = endOfLine(source, at) + 1;
  return at;
}

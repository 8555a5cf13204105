import type { Header } from './fence.ts';

/** The lines at the top of a text that all have a mark, as front matter; null without any. */
export function findMarkedLines(text: string, line: number, mark: RegExp): Header | null {
  const end = mark.test(text) ? endOf(text, 0, mark) : 0;
  return end === 0 ? null : toHeader(text, line, 0, end, end);
}

/** The lines of a comment at the top of a text that is front matter as a whole; null without one. */
export function findInComment(
  text: string,
  line: number,
  isFrontMatter: (lines: readonly string[]) => boolean,
): Header | null {
  const opening = /^<!--[ \t]*\n?/.exec(text)?.[0];
  if (opening === undefined) return null;
  const closing = text.indexOf('-->', opening.length);
  if (closing < 0 || closing > mostCharacters) return null;
  const inner = text.slice(opening.length, closing).trimEnd();
  if (inner === '' || !isFrontMatter(inner.split('\n'))) return null;
  const rest = /^-->[ \t]*\n?/.exec(text.slice(closing, closing + mostCharacters))?.[0].length ?? 0;
  return toHeader(text, line, opening.length, opening.length + inner.length, closing + rest);
}

/** Comments that are longer hold more than front matter. */
const mostCharacters = 10_000;

/** Where the lines with a mark end. */
function endOf(text: string, start: number, mark: RegExp): number {
  let end = start;
  while (end < text.length) {
    const next = text.indexOf('\n', end);
    if (!mark.test(text.slice(end, next < 0 ? text.length : next))) break;
    end = next < 0 ? text.length : next + 1;
  }
  return end;
}

function toHeader(text: string, line: number, start: number, end: number, bodyStart: number): Header {
  const lineOf = (offset: number): number => line + text.slice(0, offset).split('\n').length - 1;
  const header = `${text.slice(start, end).replace(/\n$/, '')}\n`;
  const body = text.slice(bodyStart);
  return {
    kind: 'header',
    syntax: 'lines',
    line,
    header,
    headerLine: lineOf(start),
    body,
    bodyLine: lineOf(bodyStart),
  };
}

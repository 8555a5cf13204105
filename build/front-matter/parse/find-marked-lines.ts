import type { Header } from './fence.ts';
import { weigh } from './weigh.ts';

/**
 * Finds front matter whose lines have a mark: `.. title: Hello` of Nikola, also inside a comment, and `title:: Hello` of Logseq; and
 * `Key: value` lines that are the whole of a comment. They end with the first line of another kind. Null without any.
 */
export function findMarkedLines(text: string, line: number): Header | null {
  const opening = /^<!--[ \t]*\n?/.exec(text)?.[0];
  if (opening === undefined) {
    const mark = [nikolaLine, logseqLine].find((each) => each.test(text));
    const end = mark === undefined ? 0 : endOf(text, 0, mark);
    return end === 0 ? null : toHeader(text, line, 0, end, end);
  }
  const closing = text.indexOf('-->', opening.length);
  if (closing < 0 || closing > mostCharacters) return null;
  const inner = text.slice(opening.length, closing).trimEnd();
  const isHeader = isAll(inner, nikolaLine) || (isAll(inner, plainLine) && weigh(inner.split('\n')).isEnough);
  if (!isHeader) return null;
  const rest = /^-->[ \t]*\n?/.exec(text.slice(closing, closing + mostCharacters))?.[0].length ?? 0;
  return toHeader(text, line, opening.length, opening.length + inner.length, closing + rest);
}

/** Comments that are longer hold more than front matter. */
const mostCharacters = 10_000;

const nikolaLine = /^\.\.[ \t]+[a-z][\w.-]{0,49}:(?:[ \t]|$|\n)/i;
const logseqLine = /^[a-z][\w-]{0,49}::(?:[ \t]|$|\n)/i;
const plainLine = /^(?:[a-z][\w .-]{0,49}:(?:[ \t]|$|\n)|[ \t])/i;

function isAll(inner: string, mark: RegExp): boolean {
  return inner !== '' && inner.split('\n').every((written) => mark.test(written));
}

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

import { hasTag } from '../html/find-tags.ts';
import { linesOutsideCode } from './lines-outside-code.ts';

/** A shorter text is rendered within a second, whatever its pieces. */
const harmless = 20_000;

/** Microseconds that rendering may take: in any case, and for each character. */
const [most, mostPerCharacter] = [650_000, 1.5];

/** Microseconds that a piece takes to render, as measured with pieces of a letter or two; more where it takes much memory. */
const costs = {
  line: 2,
  /** A paragraph, and one that may go through the sanitiser. */
  block: 12,
  sanitizedBlock: 40,
  /** Of a quote or an item. */
  marker: 15,
  heading: 12,
  /** Of level one: several passes look for these. */
  heading1: 130,
  /** Of a table. */
  row: 6,
  bar: 3,
  definition: 20,
  link: 12,
  /** Beside what its definition takes. */
  footnote: 80,
  tag: 22,
  closingTag: 5,
  attributes: 40,
} as const;

/**
 * The line (1-based) at which a text has too many pieces to be rendered in reasonable time; null if it never does. Pieces are
 * lines that are not blank, paragraphs, markers of quotes and items, cells, tags and headings. Fenced code is one piece.
 */
export function findManyPieces(markdown: string): number | null {
  if (markdown.length < harmless) return null;
  let left = Math.max(most, mostPerCharacter * markdown.length);
  const block = hasTag(markdown, /[a-z/]/i) ? costs.sanitizedBlock : costs.block;
  let isAfterBlank = true;
  for (const { index, line } of linesOutsideCode(markdown)) {
    const isBlank = line.trim() === '';
    if (!isBlank) left -= costs.line + (isAfterBlank ? block : 0) + costOf(line);
    if (left < 0) return index + 1;
    isAfterBlank = isBlank;
  }
  return null;
}

const heading = /^[\s>*+-]*(?:#{2,6}(?:\s|$)|-\s*$)/;

const heading1 = /^[\s>*+-]*#(?:\s|$)|^[\s>]*=+\s*$/;

const footnote = /^ {0,3}\[\^[^\]\s]+\]:/;

function costOf(line: string): number {
  const cost = countMarkers(line) * costs.marker + costOfTags(line) + costOfLinks(line);
  if (heading1.test(line)) return cost + costs.heading1;
  if (footnote.test(line)) return cost + costs.footnote;
  return (
    cost +
    (heading.test(line) ? costs.heading : 0) +
    (line.includes('|') ? costs.row + line.split('|').length * costs.bar : 0)
  );
}

/** Of those to an address or a label, and of definitions. */
function costOfLinks(line: string): number {
  let cost = 0;
  for (let at = line.indexOf(']'); at !== -1; at = line.indexOf(']', at + 1)) {
    const next = line[at + 1];
    if (next === '(' || next === '[') cost += costs.link;
    if (next === ':') cost += costs.definition;
  }
  return cost;
}

function countMarkers(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if ('>*+-'.includes(character)) count++;
    else if (character >= '0' && character <= '9') {
      const number = numberMark.exec(line.slice(at, at + 12))?.[0];
      if (number === undefined) break;
      at += number.length - 1;
      count++;
    } else if (character !== ' ' && character !== '\t') break;
  }
  return count;
}

const numberMark = /^\d{1,9}[.)](?=\s|$)/;

function costOfTags(line: string): number {
  let cost = 0;
  for (let at = line.indexOf('<'); at !== -1; at = line.indexOf('<', at + 1)) {
    const next = line[at + 1] ?? '';
    if (next === '/') cost += costs.closingTag;
    else if (letter.test(next)) {
      attribute.lastIndex = at + 1;
      cost += costs.tag + (attribute.test(line) ? costs.attributes : 0);
    }
  }
  return cost;
}

const letter = /[a-z]/i;

const attribute = /[^\s<>]{1,50}\s+[^\s<>/]/y;

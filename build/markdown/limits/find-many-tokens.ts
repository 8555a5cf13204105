import { hasTag } from '../html/tags.ts';
import { linesOutsideCode } from '../linear-text.ts';
import { maxNesting } from './find-deep-nesting.ts';

/** A shorter text is rendered within a second, whatever it holds. */
const harmless = 20_000;

/** Microseconds that rendering may take: in any case, and for each character. */
const [most, maxPerCharacter] = [650_000, 1.5];

/** Microseconds to render each kind of token, measured with tokens of one or two letters; more where a token takes much memory. */
const costs = {
  line: 2,
  /** Of an item, behind its first line: marked searches each for the end of the item. */
  lineOfItem: 4,
  /** A paragraph, and one that may go through the sanitiser. */
  block: 12,
  sanitizedBlock: 40,
  /** Of a quote or an item. */
  marker: 15,
  heading: 12,
  /**
   * Of level one: by itself; behind a list, where the article is read twice, so that all since the last such heading counts twice;
   * in a quote or an item, where the article is read several times.
   */
  heading1: 40,
  heading1BehindItem: 80,
  innerHeading1: 130,
  /** For each level of an item, or of a line in it, beyond `usualLevels`: marked reads the line once for each level. */
  level: 6,
  /** Of a table. */
  row: 6,
  bar: 3,
  definition: 20,
  link: 12,
  bareAddress: 12,
  /** Added for a link to a file of the content: the article is read once more with the new address. */
  localLink: 15,
  /** Added to `definition`. */
  footnote: 5,
  sanitizedFootnote: 25,
  tag: 22,
  closingTag: 5,
  /** Added for each on a line beyond those that open there. */
  strayClosingTag: 7,
  attributes: 40,
} as const;

/**
 * The line (1-based) at which a text has too many tokens to be rendered in reasonable time; null if it never does. Tokens are
 * lines with text, paragraphs, markers of quotes and items, cells, tags and headings. Fenced code is one token.
 */
export function findManyTokens(markdown: string): number | null {
  if (markdown.length < harmless) return null;
  let left = Math.max(most, maxPerCharacter * markdown.length);
  const isSanitized = hasTag(markdown, /[a-z/]/i);
  const block = isSanitized ? costs.sanitizedBlock : costs.block;
  let isAfterBlank = true;
  let isAfterItem = false;
  let isInItem = false;
  let sinceTitle = 0;
  let itemIndent = 0;
  for (const { index, line } of linesOutsideCode(markdown)) {
    const isBlank = line.trim() === '';
    if (!isBlank) {
      const indent = line.search(/\S/);
      const begins = indentedItem.test(line);
      itemIndent = begins ? indent : Math.min(indent, itemIndent);
      isInItem = begins || (isInItem && (!isAfterBlank || indent > 0));
      const ofLine = isInItem && !begins ? costs.lineOfItem : costs.line;
      const cost = ofLine + (isAfterBlank ? block : 0) + costOf(line, isSanitized) + costOfLevels(itemIndent);
      left -= cost;
      sinceTitle += cost;
      if (title.test(line)) {
        if (isAfterItem) left -= costs.heading1BehindItem - costs.heading1 + sinceTitle;
        sinceTitle = 0;
      }
      isAfterItem = item.test(line);
    }
    if (left < 0) return index + 1;
    isAfterBlank = isBlank;
  }
  return null;
}

const heading = /^[\s>*+-]*(?:#{2,6}(?:\s|$)|-\s*$)/;

const title = /^ {0,3}(?:#(?:\s|$)|=+\s*$)/;

const innerTitle = /^[\s>*+-]*#(?:\s|$)|^[\s>]*=+\s*$/;

/** An item, or an indented line. */
const item = /^(?: {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)|\s)/;

/** An item at any depth. */
const indentedItem = /^\s*(?:[*+-]|\d{1,9}[.)])\s/;

/** Levels of lists that cost next to nothing, and the fewest columns of one. */
const [usualLevels, columnsPerLevel] = [4, 2];

const footnote = /^ {0,3}\[\^[^\]\s]+\]:/;

/** `findDeepNesting` refuses deeper lists, and says so. */
function costOfLevels(indent: number): number {
  return Math.max(0, Math.min(maxNesting, indent / columnsPerLevel) - usualLevels) * costs.level;
}

function costOf(line: string, isSanitized: boolean): number {
  const cost =
    countMarkers(line) * costs.marker + costOfTags(line) + costOfLinks(line) + countLocalLinks(line) * costs.localLink;
  if (title.test(line)) return cost + costs.heading1;
  if (innerTitle.test(line)) return cost + costs.innerHeading1;
  if (footnote.test(line)) return cost + (isSanitized ? costs.sanitizedFootnote : costs.footnote);
  return (
    cost +
    (heading.test(line) ? costs.heading : 0) +
    (line.includes('|') ? costs.row + line.split('|').length * costs.bar : 0)
  );
}

/** Of links to an address or a label, and of definitions. */
function costOfLinks(line: string): number {
  let cost = 0;
  for (let at = line.indexOf(']'); at !== -1; at = line.indexOf(']', at + 1)) {
    const next = line[at + 1];
    if (next === '(' || next === '[') cost += costs.link;
    if (next === ':') cost += costs.definition;
  }
  for (let at = line.indexOf('://'); at !== -1; at = line.indexOf('://', at + 1)) {
    if (bareScheme.test(line.slice(Math.max(0, at - 6), at))) cost += costs.bareAddress;
  }
  return cost;
}

/** A scheme that stands in no link, tag or text in quotes. */
const bareScheme = /(?:^|[^a-z("'=<])(?:https?|ftp)$/i;

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

function countLocalLinks(line: string): number {
  return line.includes('](') ? (line.match(localLink)?.length ?? 0) : 0;
}

const localLink = /\]\((?!#|\/\/|[a-z][a-z\d+.-]{0,30}:)[^\s()]+\)/gi;

const numberMark = /^\d{1,9}[.)](?=\s|$)/;

function costOfTags(line: string): number {
  let cost = 0;
  let stray = 0;
  for (let at = line.indexOf('<'); at !== -1; at = line.indexOf('<', at + 1)) {
    const next = line[at + 1] ?? '';
    if (next === '/') {
      cost += costs.closingTag;
      stray++;
    } else if (letter.test(next)) {
      stray--;
      attribute.lastIndex = at + 1;
      cost += costs.tag + (attribute.test(line) ? costs.attributes : 0);
    }
  }
  return cost + Math.max(0, stray) * costs.strayClosingTag;
}

const letter = /[a-z]/i;

const attribute = /[^\s<>]{1,50}\s+[^\s<>/]/y;

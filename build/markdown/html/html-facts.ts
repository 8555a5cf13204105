import { decodeHTML } from 'entities';
import { collapse } from '../../../src/core/collapse.ts';
import { decodeValue } from './tags.ts';

/** What is said about the HTML of an article. */
export interface HtmlFacts {
  words: number;
  headings: { level: number; id: string; text: string }[];
}

/** Headings, at most, and characters of the text of one. */
const maxHeadings = 1000;
const maxText = 500;

export function findHtmlFacts(html: string): HtmlFacts {
  return { words: countWords(html), headings: html.includes('<h') ? findHeadings(html) : [] };
}

/** Runs of characters between whitespace and tags. A Chinese or Japanese character counts as half a word. */
function countWords(html: string): number {
  let words = 0;
  let ideographs = 0;
  let isInTag = false;
  let isInWord = false;
  for (let i = 0; i < html.length; i++) {
    const unit = html.charCodeAt(i);
    if (isInTag) isInTag = unit !== 0x3e;
    else if (unit > 0x3c && unit < 0x80) {
      if (!isInWord) words++;
      isInWord = true;
    } else if (unit === 0x3c) {
      isInTag = true;
      isInWord = false;
    } else if (unit <= 0x20 || unit === 0xa0) isInWord = false;
    else if (isIdeograph(unit)) {
      ideographs++;
      isInWord = false;
    } else if (!isInWord && !isSecondHalf(unit)) {
      words++;
      isInWord = true;
    }
  }
  return words + Math.ceil(ideographs / 2);
}

/** Of CJK punctuation, kana and Han; the first half of a surrogate pair of Han stands for both. */
function isIdeograph(unit: number): boolean {
  return (
    unit >= 0x3000 &&
    (unit < 0x3100 ||
      (unit >= 0x3400 && unit < 0xa000) ||
      (unit >= 0xf900 && unit < 0xfb00) ||
      (unit >= 0xd840 && unit < 0xd880))
  );
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function findHeadings(html: string): HtmlFacts['headings'] {
  const headings: HtmlFacts['headings'] = [];
  /** Levels without a further end. */
  const isOver = new Set<string>();
  for (const { 0: tag, 1: level = '', index } of html.matchAll(/<h([1-6])(?:\s[^<>]*)?>/g)) {
    if (headings.length === maxHeadings) break;
    const start = index + tag.length;
    const end = isOver.has(level) ? -1 : html.indexOf(`</h${level}>`, start);
    if (end === -1) {
      isOver.add(level);
      continue;
    }
    const text = decodeHTML(html.slice(start, Math.min(end, start + 20 * maxText)).replace(/<[^<>]*>/g, ''));
    headings.push({
      level: Number(level),
      id: decodeValue(/\sid=("[^"]*")/.exec(tag)?.[1] ?? ''),
      text: collapse(text).slice(0, maxText),
    });
  }
  return headings;
}

import { browserNames } from '../html/browser-names.ts';
import { type Place, splitLines } from '../marked/aligned-text.ts';
import type { BodyToken, Heading } from '../marked/tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { groupBlocks, hasAuthoredHtml } from '../render-safe.ts';
import type { Range } from '../rendered-body.ts';
import { trimEndOf } from '../trim-end-of.ts';
import { findH1Ranges } from './cut-html.ts';
import { type Cuts, mergeRanges } from './cut-text.ts';
import { findH1 } from './find-h1.ts';
import { type HeadingPlace, headingCuts, placeHeading } from './heading-cuts.ts';

/**
 * The cuts where every level-one heading is a block of its own, in no quote, list or HTML, and a blank line is enough to end what
 * stands before it. Such an article is read alike with and without them, so there is no need to render again. Null for others.
 */
export function cutBlocks(article: Rendering, trustedHtml: boolean): Cuts | null {
  const { markdown, html, tokens } = article;
  const headings = findH1(tokens);
  const gaps = findGaps(tokens);
  const titles = placeTitles(article);
  if (gaps === null || titles?.length !== headings.length) return null;
  if (headings.some(({ start }, index) => start.token !== titles[index]?.token)) return null;
  if (!trustedHtml && !isApartFromHtml(tokens)) return null;
  // A tag in a heading may end it.
  if (titles.some(({ token }) => hasAuthoredHtml(token))) return null;
  const htmlHeadings = findH1Ranges(html);
  if (htmlHeadings.length !== headings.length) return null;
  const source = splitLines(markdown);
  const markdownCuts: Range[] = [];
  let next = 0;
  for (const { start, end, count, isFirst } of gaps) {
    // A title goes with the blank lines around it.
    if (isFirst && count === 1) {
      if (titles[next++]?.alone !== true) return null;
      markdownCuts.push([0, end]);
      continue;
    }
    let rest = '';
    let from = start;
    for (const heading of titles.slice(next, next + count)) {
      const [cut] = headingCuts(heading, source);
      if (!heading.alone || cut === undefined || cut[0] < from || cut[1] > end) return null;
      rest += markdown.slice(from, cut[0]);
      markdownCuts.push(cut);
      from = cut[1];
    }
    next += count;
    rest += markdown.slice(from, end);
    if (!/^[ \t\n]*$/.test(rest) || (!isFirst && rest.split('\n').length < 3)) return null;
  }
  return { markdown, html, markdownCuts: mergeRanges(markdownCuts), htmlCuts: mergeRanges(htmlHeadings), uneven: null };
}

/** The level-one headings that are blocks of the article; null where the place of one is not known for certain. */
export function placeTitles({ markdown, tokens }: Rendering): HeadingPlace[] | null {
  const source = splitLines(markdown);
  const placed: HeadingPlace[] = [];
  let at = 0;
  for (const token of tokens) {
    if (!markdown.startsWith(token.raw, at)) return null;
    if (isTitle(token)) {
      const h1 = { start: { token, index: 0 }, end: { token, index: token.raw.length }, text: '' };
      const heading = placeHeading(h1, new Map([[token, toPlace(token, at)]]), source);
      if (heading === null) return null;
      placed.push(heading);
    }
    at += token.raw.length;
  }
  return at === markdown.length ? placed : null;
}

/** Level-one headings and blank lines, with the blocks around them. */
interface Gap {
  /** Where the block before it ends, and where the next begins. */
  start: number;
  end: number;
  /** Of headings. */
  count: number;
  /** Whether no block stands before it. */
  isFirst: boolean;
}

/** Null where what follows a gap could become a part of what stands before it, or a footnote goes with a heading. */
function findGaps(tokens: readonly BodyToken[]): Gap[] | null {
  const gaps: Gap[] = [];
  let before: BodyToken | null = null;
  let start = 0;
  let count = 0;
  let at = 0;
  for (const token of tokens) {
    if (isTitle(token)) {
      if (token.raw.includes('[^')) return null;
      count++;
    } else if (token.type !== 'space' && token.raw !== '') {
      if (count > 0) {
        if (before !== null && mayGoOn(before, token)) return null;
        gaps.push({ start, end: at, count, isFirst: before === null });
      }
      start = at + token.raw.trimEnd().length;
      before = token;
      count = 0;
    }
    at += token.raw.length;
  }
  if (count > 0) gaps.push({ start, end: at, count, isFirst: before === null });
  return gaps;
}

function isTitle(token: BodyToken): token is Heading {
  return token.type === 'heading' && token.depth === 1;
}

/** Whether a block goes on behind a blank line. */
function mayGoOn(block: BodyToken, next: BodyToken): boolean {
  if (block.type === 'footnote') return true;
  if (block.type === 'list') return /^[\s*+\-\d]/.test(next.raw);
  return block.type === 'code' && block.codeBlockStyle === 'indented' && /^\s/.test(next.raw);
}

/** Whether the headings are in none of the blocks that are sanitised, nor their ids among those that HTML of authors may not have. */
function isApartFromHtml(tokens: readonly BodyToken[]): boolean {
  const groups = [...groupBlocks(tokens)];
  if (groups.every(({ isAuthored }) => !isAuthored)) return true;
  return groups.every(({ blocks, isAuthored }) =>
    blocks.every((block) => !isTitle(block) || (!isAuthored && !browserNames.has(block.id ?? ''))),
  );
}

function toPlace({ raw }: BodyToken, start: number): Place {
  const text = trimEndOf(raw, '\n');
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(start + at);
  return { text, ends: [...ends, start + text.length] };
}

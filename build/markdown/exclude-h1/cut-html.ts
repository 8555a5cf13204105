import { createTagFinder, type Tag } from '../html/tags.ts';
import { renderBackLink, renderItemStart, sectionStart } from '../marked/footnotes.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';
import { cutText, mergeRanges } from './cut-text.ts';

/** How two renderings of an article compare. */
export interface HtmlCuts {
  cuts: Range[];
  /** 0: only the headings went. 1: white space and tags of paragraphs too. 2: tags of lists, items and quotes too. */
  loss: 0 | 1 | 2;
}

/**
 * The level-one headings of HTML with what is in them, other such headings too, and the line end after each. In HTML that is not
 * sanitised some may have no end: then each reaches to the next end tag, and one without any is its tag alone.
 */
export function findH1Ranges(html: string, trustedHtml: boolean): Range[] {
  const tags = trustedHtml ? createTagFinder()(html).filter(({ name }) => name === 'h1') : findH1Tags(html);
  const ranges: Range[] = [];
  let depth = 0;
  let start = 0;
  for (const tag of tags) {
    if (tag.closing) depth--;
    else if (depth++ === 0) start = tag.start;
    if (depth < 0) return pairRanges(html, tags);
    if (depth === 0) ranges.push([start, lineEndAfter(html, tag)]);
  }
  return depth === 0 ? ranges : pairRanges(html, tags);
}

/** In sanitised HTML every `<` begins a tag, and every `>` ends one. */
function findH1Tags(html: string): H1Tag[] {
  return Array.from(html.matchAll(/<(\/?)h1(?=[ >])[^<>]*>/g), ({ 0: tag, 1: slash, index }) => ({
    closing: slash === '/',
    start: index,
    end: index + tag.length,
  }));
}

type H1Tag = Pick<Tag, 'closing' | 'start' | 'end'>;

function pairRanges(html: string, tags: readonly H1Tag[]): Range[] {
  const ranges: Range[] = [];
  let open: Range | null = null;
  for (const tag of tags) {
    if (!tag.closing) {
      if (open !== null) ranges.push(open);
      open = [tag.start, tag.end];
    } else if (open !== null) {
      ranges.push([open[0], lineEndAfter(html, tag)]);
      open = null;
    }
  }
  if (open !== null) ranges.push(open);
  return ranges;
}

function lineEndAfter(html: string, { end }: H1Tag): number {
  return html[end] === '\n' ? end + 1 : end;
}

/**
 * What to exclude from `html`, the ranges of `headings` first of all, so that `wanted` remains. Only numbers in ids may differ. Null
 * where words or other tags would go with it.
 */
export function cutHtml(html: string, headings: readonly Range[], wanted: string): HtmlCuts | null {
  const ranges = mergeRanges(headings);
  const rest = cutText(html, ranges);
  if (rest === wanted || withoutNumbers(rest) === withoutNumbers(wanted)) return { cuts: ranges, loss: 0 };
  const cuts: Range[] = [...ranges];
  let loss: 0 | 1 | 2 = 1;
  let at = 0;
  let skip = 0;
  for (let index = 0; index < html.length; ) {
    const heading = ranges[skip];
    if (heading !== undefined && index >= heading[0]) {
      index = Math.max(index, heading[1]);
      skip++;
      continue;
    }
    const unit = unitAt(html, index);
    const other = unitAt(wanted, at);
    if (other === unit || (unit.length > 1 && withoutNumbers(other) === withoutNumbers(unit))) {
      at += other.length;
    } else {
      if (!/^(?:\s|<\/?(?:p|ul|ol|li|blockquote)\b[^>]*>)$/.test(unit)) return null;
      if (!/^(?:\s|<\/?p\b[^>]*>)$/.test(unit)) loss = 2;
      cuts.push([index, index + unit.length]);
    }
    index += unit.length;
  }
  return at === wanted.length ? { cuts: mergeRanges(cuts), loss } : null;
}

/** HTML without the numbers that make equal ids unique: these numbers count excluded headings, too. */
function withoutNumbers(html: string): string {
  return html.replace(/ (?:id="|href="#)[^"]*-\d[^"]*(?=")/g, trimNumbers);
}

function trimNumbers(attribute: string): string {
  let end = attribute.length;
  for (let start = attribute.lastIndexOf('-'); start !== -1; start = attribute.lastIndexOf('-', start - 1)) {
    if (!/^-\d+$/.test(attribute.slice(start, end))) break;
    end = start;
  }
  return attribute.slice(0, end);
}

/** A tag or a character. */
function unitAt(html: string, index: number): string {
  const end = html[index] === '<' ? html.indexOf('>', index) : -1;
  return end === -1 ? (html[index] ?? '') : html.slice(index, end + 1);
}

/** The parts of the footnotes' HTML that go with level-one headings: notes that only headings refer to, and links back to headings. */
export function findNoteRanges({ tokens, html }: Rendered): Range[] {
  const last = tokens.at(-1);
  if (last?.type !== 'footnotes' || !last.notes.some(({ refs }) => refs.some(({ isOnlyInH1 }) => isOnlyInH1)))
    return [];
  const section = html.lastIndexOf(sectionStart);
  const kept = last.notes.filter(({ refs }) => refs.some(({ isOnlyInH1 }) => !isOnlyInH1));
  if (section === -1) return [];
  if (kept.length === 0) return [[section, html.length]];
  const ranges: Range[] = [];
  for (const { refs } of kept) {
    for (const ref of refs.filter(({ isOnlyInH1 }) => isOnlyInH1)) {
      const link = ` ${renderBackLink(ref)}`;
      const start = html.indexOf(link, section);
      if (start !== -1) ranges.push([start, start + link.length]);
    }
  }
  const firstGone = last.notes[kept.length];
  const items = firstGone === undefined ? -1 : html.lastIndexOf(renderItemStart(firstGone));
  if (items > section) ranges.push([items, html.lastIndexOf('</ol>')]);
  return ranges;
}

/** HTML without footnotes and their numbers in the text. */
export function withoutNotes(html: string): string {
  const section = html.lastIndexOf(sectionStart);
  if (section === -1) return html;
  return html.slice(0, section).replace(/<sup><a id="fnref:[^>]*>\d+<\/a><\/sup>/g, '<sup></sup>');
}

import type { Range } from '../stages.ts';
import { cutText, mergeRanges } from './cut-text.ts';
import { createTagFinder } from './find-tags.ts';

/** How two renderings of an article compare. */
export interface HtmlCuts {
  cuts: Range[];
  /** 0: only the headings went. 1: white space and tags of paragraphs too. 2: tags of lists, items and quotes too. */
  loss: 0 | 1 | 2;
}

/** The level-one headings of HTML with the line end after each; of one that is never closed, the tag. */
export function findH1Ranges(html: string): Range[] {
  const ranges: Range[] = [];
  let open: Range | null = null;
  for (const tag of createTagFinder()(html)) {
    if (tag.name !== 'h1') continue;
    if (!tag.closing) {
      if (open !== null) ranges.push(open);
      open = [tag.start, tag.end];
    } else if (open !== null) {
      ranges.push([open[0], html[tag.end] === '\n' ? tag.end + 1 : tag.end]);
      open = null;
    }
  }
  if (open !== null) ranges.push(open);
  return ranges;
}

/** What to leave out of `html`, the ranges of `headings` first of all, so that `wanted` remains; null where words or other tags would go with it. */
export function cutHtml(html: string, headings: readonly Range[], wanted: string): HtmlCuts | null {
  if (cutText(html, headings) === wanted) return { cuts: mergeRanges(headings), loss: 0 };
  const cuts: Range[] = [...headings];
  let loss: 0 | 1 | 2 = 1;
  let at = 0;
  let skip = 0;
  for (let index = 0; index < html.length; ) {
    const heading = headings[skip];
    if (heading !== undefined && index >= heading[0]) {
      index = Math.max(index, heading[1]);
      skip++;
      continue;
    }
    const unit = unitAt(html, index);
    if (wanted.startsWith(unit, at)) {
      at += unit.length;
    } else {
      if (!/^(?:\s|<\/?(?:p|ul|ol|li|blockquote)\b[^>]*>)$/.test(unit)) return null;
      if (!/^(?:\s|<\/?p\b[^>]*>)$/.test(unit)) loss = 2;
      cuts.push([index, index + unit.length]);
    }
    index += unit.length;
  }
  return at === wanted.length ? { cuts: mergeRanges(cuts), loss } : null;
}

/** A tag or a character. */
function unitAt(html: string, index: number): string {
  const end = html[index] === '<' ? html.indexOf('>', index) : -1;
  return end === -1 ? (html[index] ?? '') : html.slice(index, end + 1);
}

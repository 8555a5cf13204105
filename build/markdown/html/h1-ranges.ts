import { renderBackLink, renderItemStart, sectionStart } from '../parse/footnotes.ts';
import type { BodyToken } from '../parse/tokens.ts';
import type { Range } from '../rendered-body.ts';
import { createTagFinder, type Tag } from './tags.ts';

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

/** The parts of the footnotes' HTML that go with level-one headings: notes that only headings refer to, and links back to headings. */
export function findNoteRanges(tokens: readonly BodyToken[], html: string): Range[] {
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

import { renderBackLink, renderItemStart, sectionStart } from '../marked/footnotes.ts';
import type { Rendering } from '../render-markdown.ts';
import type { Range } from '../rendered-body.ts';

/** The parts of the footnotes' HTML that go with level-one headings: notes that only headings refer to, and links back to headings. */
export function findNoteRanges({ tokens, html }: Rendering): Range[] {
  const last = tokens.at(-1);
  if (last?.type !== 'footnotes' || !last.notes.some(({ refs }) => refs.some(({ leavesWithH1 }) => leavesWithH1)))
    return [];
  const section = html.lastIndexOf(sectionStart);
  const kept = last.notes.filter(({ refs }) => refs.some(({ leavesWithH1 }) => !leavesWithH1));
  if (section === -1) return [];
  if (kept.length === 0) return [[section, html.length]];
  const ranges: Range[] = [];
  for (const { refs } of kept) {
    for (const ref of refs.filter(({ leavesWithH1 }) => leavesWithH1)) {
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

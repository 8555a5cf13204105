import type { Places } from '../marked/locate.ts';
import type { Rendering } from '../render-markdown.ts';
import type { Edit } from './apply-edits.ts';
import { maskText } from './mask-text.ts';

/** Comments of Obsidian, `%%…%%`, which begin outside of code; one without its end lasts to the end of the text. */
export function cutComments(rendering: Rendering, places: () => Places): Edit[] {
  const { markdown } = rendering;
  if (!markdown.includes(mark)) return [];
  const text = maskText(rendering, places());
  const edits: Edit[] = [];
  for (let start = text.indexOf(mark); start !== -1; ) {
    // What seems to be code in a comment is part of it.
    const close = markdown.indexOf(mark, start + mark.length);
    const end = close === -1 ? markdown.length : close + mark.length;
    edits.push({ start, end, text: '' });
    start = text.indexOf(mark, end);
  }
  return edits;
}

const mark = '%%';

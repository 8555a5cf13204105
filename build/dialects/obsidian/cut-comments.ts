import type { Edit } from '../../markdown/adapt/apply-edits.ts';
import type { CurrentBody } from '../../markdown/adapt/body-dialect.ts';

/** Comments of Obsidian, `%%…%%`, which begin outside of code; one without its end lasts to the end of the text. */
export function cutComments({ rendering: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes(mark)) return [];
  const text = masked();
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

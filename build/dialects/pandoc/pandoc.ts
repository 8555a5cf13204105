import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import type { Dialect } from '../dialect.ts';

export const pandoc: Dialect = {
  name: 'pandoc',
  title: 'Pandoc, markdown-it',
  guide: { reads: '`^[a note in the line]`', becomes: 'a footnote' },
  body: () => [{ stage: 'text', find: fixNotes }],
  leftovers: [
    {
      name: 'an include of markdown-it',
      mayOccur: (markdown) => markdown.includes('!!!include('),
      line: /^!!!include\([^\n]*/m,
    },
  ],
};

/** Footnotes of GitHub, at the end of the text, in place of notes in a line. */
function fixNotes({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!markdown.includes('^[')) return [];
  const notes = [...masked().matchAll(note)].filter(([written]) => /\p{L}{2}/u.test(written) && /\s/.test(written));
  if (notes.length === 0) return [];
  let label = 'note';
  while (markdown.includes(`[^${label}`)) label += '-';
  const edits: Edit[] = [];
  let definitions = '';
  for (const [number, { 0: written, index }] of notes.entries()) {
    const end = index + written.length;
    const text = markdown.slice(index + 2, end - 1).replace(/\n[ \t>]*/g, ' ');
    edits.push({ start: index, end, text: `[^${label}${number + 1}]` });
    definitions += `\n\n[^${label}${number + 1}]: ${text.trim()}`;
  }
  return [...edits, { start: markdown.length, end: markdown.length, text: `${definitions}\n` }];
}

/** With pairs of brackets in it, in one paragraph. */
const note = /\^\[(?:[^[\]\n]|\[[^[\]\n]{0,300}\]|\n(?!\s*\n)){1,2000}\]/g;

import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import type { Dialect } from '../dialect.ts';

/** A line of a header, or the rest of the value above. */
const line = /^(?:@def[ \t]+[\w.-]{1,50}[ \t]*=|[ \t]+\S|[\])])/;

export const franklin: Dialect = {
  name: 'franklin',
  title: 'Franklin.jl',
  guide: {
    reads:
      '`@def key = value` lines at the top; `@@name` and `@@` around a box; where it is detected, HTML between `~~~`',
    becomes: 'the header; the content of the box stays; HTML',
  },
  detectedBy: ['_layout', 'utils.jl'],
  hidingWays: [['`ignore` in `config.md`', 'read', 'franklin-ignore']],
  hides: async (folder) => (await import('./hides.ts')).hides(folder),
  unwrap: (source, _, isDetected) =>
    isDetected && source.includes('~~~') ? { edits: unwrapHtml(source), problems: () => [] } : null,
  body: () => [{ stage: 'blocks', find: unwrapBoxes }],
  header(text, number) {
    const found = text.startsWith('@def') ? findPrefixedLines(text, number, line) : null;
    // Spaces keep the places of the values.
    return found && { ...found, syntax: 'toml', header: found.header.replace(/^@def/gm, '    ') };
  },
};

/** Cuts the lines around boxes; one without the other stays. */
function unwrapBoxes({ rendered: { markdown }, masked }: CurrentBody): Edit[] {
  if (!/^@@[a-z]/im.test(markdown)) return [];
  const edits: Edit[] = [];
  const open: Edit[] = [];
  for (const { 0: line, 1: name, index } of masked().matchAll(/^@@([a-z][\w,-]*)?[ \t]*$/gim)) {
    const cut = { start: index, end: index + line.length, text: '' };
    const begin = name === undefined ? open.pop() : undefined;
    if (name !== undefined) open.push(cut);
    else if (begin !== undefined) edits.push(begin, cut);
  }
  return edits;
}

/** Cuts the tildes around HTML, which stand in lines too. */
function unwrapHtml(source: string): Edit[] {
  const edits: Edit[] = [];
  let isCode = false;
  let open: number | null = null;
  for (const { 0: run, index } of source.matchAll(/`{3,}|~~~/g)) {
    if (run !== '~~~') isCode = open === null ? !isCode : isCode;
    else if (open === null) open = isCode ? null : index;
    else {
      const html = source.slice(open + 3, index);
      const isHtml = /^\s*</.test(html);
      for (const start of isHtml ? [open, index] : []) edits.push({ start, end: start + 3, text: '' });
      // Blank lines would end HTML in Markdown.
      for (const { 0: line, index: at } of isHtml && !/<pre/i.test(html) ? html.matchAll(/\n[ \t]*(?=\n)/g) : [])
        edits.push({ start: open + 3 + at, end: open + 3 + at + line.length, text: '' });
      open = null;
    }
  }
  return edits;
}

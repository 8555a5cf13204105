import type { Dialect } from '../dialect.ts';
import { inlineRule } from '../syntax.ts';

export const pandoc: Dialect = {
  name: 'pandoc',
  title: 'Pandoc, markdown-it',
  guide: { reads: '`^[a note in the line]`', becomes: 'a footnote' },
  body: () => ({
    triggers: ['^['],
    extensions: [note],
    leftovers: [{ name: 'an include of markdown-it', triggers: ['!!!include('], line: /^!!!include\([^\n]*/m }],
  }),
};

/** With pairs of brackets in it, in one paragraph. */
const written = /^\^\[((?:[^[\]\n]|\[[^[\]\n]{0,300}\]|\n(?!\s*\n)){1,2000})\]/;

/** A footnote for a note in the line; what is no prose is no note. */
const note = inlineRule('note', ['^['], (source, { lexer, before }) => {
  const [raw, inner = ''] = written.exec(source) ?? [];
  if (raw === undefined || !/\p{L}{2}/u.test(inner) || !/\s/.test(raw)) return undefined;
  const text = inner.replace(/\n[ \t>]*/g, ' ').trim();
  // No label that an author wrote has a space.
  const label = `note ${source.length} ${before.length} ${text}`;
  const tokens = [{ type: 'paragraph', raw: text, text, tokens: lexer.inlineTokens(text) }];
  const own = { type: 'footnote' as const, raw: text, label, tokens, refs: [] };
  return { type: 'footnoteRef', raw, label, id: '', isOnlyInH1: false, note: own };
});

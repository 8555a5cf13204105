import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { Dialect } from '../dialect.ts';

/** A line of a header, or the rest of the value above. */
const line = /^(?:@def[ \t]+[\w.-]{1,50}[ \t]*=|[ \t]+\S|[\])])/;

export const franklin: Dialect = {
  name: 'franklin',
  title: 'Franklin.jl',
  guide: { reads: '`@def key = value` lines at the top', becomes: 'the header' },
  header(text, number) {
    const found = text.startsWith('@def') ? findPrefixedLines(text, number, line) : null;
    // Spaces keep the places of the values.
    return found && { ...found, syntax: 'toml', header: found.header.replace(/^@def/gm, '    ') };
  },
};

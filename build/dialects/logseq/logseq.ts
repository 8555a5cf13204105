import { findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { Dialect } from '../dialect.ts';

const line = /^[a-z][\w-]{0,49}::(?:[ \t]|$|\n)/i;

export const logseq: Dialect = {
  name: 'logseq',
  title: 'Logseq',
  guide: { reads: '`title:: …` lines at the top', becomes: 'the header' },
  detectedBy: ['logseq'],
  header: (text, number) => findPrefixedLines(text, number, line),
};

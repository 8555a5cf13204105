import { findInComment, findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { Dialect } from '../dialect.ts';

const fieldLine = /^\.\.[ \t]+[a-z][\w.-]{0,49}:(?:[ \t]|$|\n)/i;

export const nikola: Dialect = {
  name: 'nikola',
  title: 'Nikola',
  guide: { reads: '`.. title: …` lines, also in a comment', becomes: 'the header' },
  header: (text, line) =>
    findPrefixedLines(text, line, fieldLine) ??
    findInComment(text, line, (lines) => lines.every((written) => fieldLine.test(written))),
};

import { findInComment, findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { Dialect } from '../dialect.ts';
import { stripStart } from '../paths.ts';

const fieldLine = /^\.\.[ \t]+[a-z][\w.-]{0,49}:(?:[ \t]|$|\n)/i;

export const nikola: Dialect = {
  name: 'nikola',
  title: 'Nikola',
  guide: {
    reads:
      '`.. title: …` lines, also in a comment; `[text](link://slug/name)`, `[text](link://filename/posts/page.md)`',
    becomes: 'the header; links to the articles',
  },
  // Sphinx has settings of that name, too.
  signs: {
    any: [
      ['conf.py', /^(?:POSTS|PAGES|post_pages)\b/m],
      ['{requirements*.txt,pyproject.toml,Pipfile}', /(?:^|["'])nikola(?![\w-])/im],
    ],
  },
  settings: { timeZone: { key: 'TIMEZONE', files: ['conf.py'] } },
  hides: { load: () => import('./hides.ts') },
  header: (text, line) =>
    findPrefixedLines(text, line, fieldLine) ??
    findInComment(text, line, (lines) => lines.every((written) => fieldLine.test(written))),
  // The paths of files begin above the content folder.
  body: () => ({ triggers: ['link://'], toAddress: stripStart(/^link:\/\/(?:slug|filename)\//, '') }),
};

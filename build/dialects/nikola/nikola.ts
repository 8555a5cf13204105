import { findInComment, findPrefixedLines } from '../../front-matter/parse/key-lines.ts';
import type { Dialect } from '../dialect.ts';
import { stripStart } from '../paths.ts';

const fieldLine = /^\.\.[ \t]+[a-z][\w.-]{0,49}:(?:[ \t]|$|\n)/i;

export const nikola: Dialect = {
  name: 'nikola',
  title: 'Nikola',
  // Sphinx has settings of that name, too.
  detectedBy: [
    ['conf.py', /^(?:POSTS|PAGES|post_pages)\b/m],
    ['{requirements*.txt,pyproject.toml,Pipfile}', /(?:^|["'])nikola(?![\w-])/im],
  ],
  timeZone: { key: 'TIMEZONE', files: ['conf.py'] },
  hidingWays: [
    ['`.. status: draft`, `private`', 'read', 'status'],
    ['the tags `draft` and `private` of older sites', 'read', 'nikola-tag'],
    ['`POSTS` and `PAGES`: what their patterns do not match', 'read', 'nikola-path'],
    ['`.. password: …`', 'read', 'password'],
    ['`FUTURE_IS_NOW`', 'not applicable', 'an article appears at its date'],
    ['`.. hidetitle: true`, `PAGE_INDEX`', 'not applicable', 'the page is there'],
  ],
  hides: () => import('./hides.ts'),
  guide: {
    reads:
      '`.. title: …` lines, also in a comment; `[text](link://slug/name)`, `[text](link://filename/posts/page.md)`',
    becomes: 'the header; links to the articles',
  },
  // The paths of files begin above the content folder.
  triggers: ['link://'],
  toAddress: stripStart(/^link:\/\/(?:slug|filename)\//, ''),
  header: (text, line) =>
    findPrefixedLines(text, line, fieldLine) ??
    findInComment(text, line, (lines) => lines.every((written) => fieldLine.test(written))),
};

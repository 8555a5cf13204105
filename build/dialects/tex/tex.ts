import type { Dialect } from '../dialect.ts';

/** A build finds out from the bodies that a folder uses it. What certainly is a formula is one in every folder. */
export const tex: Dialect = {
  name: 'tex',
  title: 'TeX',
  guide: {
    reads:
      '`$$…$$`, `\\(…\\)`, `\\[…\\]`; `$…$` in a vault of Obsidian, and where a file of the folder has a formula between `$$`',
    becomes:
      'nothing in it is read as Markdown: it stays as it is written, in `<span class="math inline">` or `display`',
  },
  dollars: true,
};

import type { Dialect } from '../dialect.ts';

/** A command with braces, or alone on its line; not in a formula between dollars, and not a part of a path. */
const command =
  /\$[^$\n]{1,300}\$|(?<![\w:\\/.~%$)\]-])(\\begin\{[a-z]{1,30}\*?\}[\s\S]{0,5000}?\\end\{|\\[a-z]{2,30}\{[^{}\n]{0,100}\}?|(?<=^[ \t>]{0,20})\\[a-z]{2,30}(?=[ \t]*$))/gim;

/** A build finds out from the bodies that a folder uses it. What certainly is a formula is one in every folder. */
export const tex: Dialect = {
  name: 'tex',
  title: 'TeX',
  guide: {
    reads:
      '`$$…$$`, `\\(…\\)`, `\\[…\\]`; `$…$` in a vault of Obsidian, and where a file of the folder has a formula between `$$`, or one with a command such as `\\frac` between `$`; other commands, such as `\\newpage`',
    becomes:
      'nothing in it is read as Markdown: it stays as it is written, in `<span class="math inline">` or `display`; `\\\\(\\\\pi\\\\)` is `\\(\\pi\\)` in HTML; commands stay as they are written, with a warning',
  },
  body: (isDetected) => ({
    dollars: isDetected ? { single: true } : undefined,
    leftovers: [
      {
        name: 'a command of TeX, or one like it',
        triggers: [['\\', /\\[a-z]{2,30}(?:\{|[ \t]*$)/im]],
        text: command,
      },
    ],
  }),
};

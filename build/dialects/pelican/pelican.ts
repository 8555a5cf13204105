import { findInComment, isBareBlock, readKeyBlock, takeLines } from '../../front-matter/parse/key-lines.ts';
import { scoreKeys } from '../../front-matter/parse/score-keys.ts';
import type { Dialect } from '../dialect.ts';
import { stripStart } from '../paths.ts';

/** A header must hold a title or a date, or two common names of front matter. */
export const pelican: Dialect = {
  name: 'pelican',
  title: 'Pelican, MultiMarkdown',
  guide: {
    reads:
      '`Title: …` lines, up to a blank line, or as a comment; `{filename}page.md`, `{static}image.png`, `{attach}`',
    becomes: 'the header; addresses of files',
  },
  signs: {
    any: [
      'pelicanconf*.py',
      'publishconf*.py',
      ['{requirements*.txt,pyproject.toml,Pipfile}', /(?:^|["'])pelican(?![\w-])/im],
    ],
  },
  settings: { timeZone: { key: 'TIMEZONE', files: ['pelicanconf.py'] } },
  hides: { load: () => import('./hides.ts') },
  header(text, line) {
    const inComment = findInComment(text, line, (lines) => {
      return lines.every((written) => plainLine.test(written)) && scoreKeys(lines).isEnough;
    });
    if (inComment !== null) return inComment;
    const found = readKeyBlock(text);
    if (found === null || found.score.fields === 0 || !found.score.isEnough || !isBareBlock(found)) return null;
    return takeLines(text, line, found, { count: found.block.length, rest: 0, syntax: 'lines' });
  },
  body: () => ({
    triggers: ['{filename}', '{static}', '{attach}', '|filename|', '|static|', '|attach|'],
    toAddress: stripStart(/^(?:\{(?:filename|static|attach)\}|\|(?:filename|static|attach)\|)/, ''),
  }),
};

const plainLine = /^(?:[a-z][\w .-]{0,49}:(?:[ \t]|$|\n)|[ \t])/i;

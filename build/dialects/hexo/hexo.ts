import { join } from 'node:path';
import { readKeyBlock, takeLines } from '../../front-matter/parse/key-lines.ts';
import { scoreKeys } from '../../front-matter/parse/score-keys.ts';
import { readSettings } from '../../source/content-folders.ts';
import type { Dialect } from '../dialect.ts';

/** A header must hold a title or a date, or two common names of front matter. */
export const hexo: Dialect = {
  name: 'hexo',
  title: 'Hexo',
  detectedBy: ['scaffolds'],
  guide: {
    reads: 'YAML with no line above it and `---` below it; where it is detected, ends of lines in paragraphs',
    becomes: 'the header; line breaks',
  },
  header(text, line) {
    const found = readKeyBlock(text);
    if (found === null || found.score.fields === 0 || !found.isClosed) return null;
    const { lines, closing } = found;
    if (!lines[closing]?.startsWith('-') || !scoreKeys(lines.slice(0, closing)).isEnough) return null;
    return takeLines(text, line, found, { count: closing + 1, rest: 1, syntax: 'yaml' });
  },
  // Of each of its renderers of Markdown, they are on by default.
  lineBreaks: (folders) =>
    !folders.some((folder) => /^[ \t]+breaks:[ \t]*false\b/im.test(readSettings(join(folder, '_config.yml')))),
};

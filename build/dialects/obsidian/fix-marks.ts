import type { Edit } from '../../markdown/adapt/apply-edits.ts';
import type { CurrentBody } from '../../markdown/adapt/body-dialect.ts';
import { cjkCharacter } from '../../markdown/adapt/pair-emphasis.ts';

/** `<mark>` in place of `==`, on one line, with a blank or punctuation outside and neither inside. */
export function fixMarks({ rendering, masked }: CurrentBody): Edit[] {
  if (!rendering.markdown.includes('==')) return [];
  return [...masked().matchAll(marked)].flatMap(({ 0: whole, index }) => [
    { start: index, end: index + 2, text: '<mark>' },
    { start: index + whole.length - 2, end: index + whole.length, text: '</mark>' },
  ]);
}

/** A letter or a digit of a script with spaces between words. */
const wordCharacter = `(?![${cjkCharacter}])[\\p{L}\\p{N}_=]`;

const marked = new RegExp(
  `(?<!${wordCharacter})==(?![\\s=])(?:(?!==)[^\\n|]){1,1000}(?<!\\s)==(?!${wordCharacter})`,
  'gu',
);

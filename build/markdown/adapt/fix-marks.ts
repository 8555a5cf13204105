import type { Edit } from './apply-edits.ts';
import { cjkCharacter } from './pair-emphasis.ts';

/** `<mark>` in place of `==`, on one line, with a blank or punctuation outside and neither inside. `text` is masked. */
export function fixMarks(text: string): Edit[] {
  if (!text.includes('==')) return [];
  return [...text.matchAll(marked)].flatMap(({ 0: whole, index }) => [
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

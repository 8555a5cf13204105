import { linesOutsideCode } from './lines-outside-code.ts';

/** Marks that any text may hold, and more for each character. Marked takes up to two microseconds for each. */
const [mostMarks, marksPerCharacter] = [200_000, 0.25];

/**
 * The line (1-based) at which a text has too many marks that may open emphasis, code, links, addresses, escapes and character
 * references to be rendered in reasonable time; null if it never does. Those in fenced code do not count.
 */
export function findManyMarks(markdown: string): number | null {
  let left = Math.max(mostMarks, marksPerCharacter * markdown.length);
  if (markdown.length <= left) return null;
  for (const { index, line } of linesOutsideCode(markdown)) {
    for (let at = 0; at < line.length; at++) {
      if (marks.has(line.charCodeAt(at))) left--;
    }
    if (left < 0) return index + 1;
  }
  return null;
}

const marks = new Set([...'*_~`[\\&@'].map((mark) => mark.charCodeAt(0)));

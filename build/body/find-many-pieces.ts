/** A shorter text is rendered within a second, whatever its pieces. */
const harmless = 40_000;

/** Pieces that a text may have: in any case, and more for each character. A piece takes some microseconds to render. */
const [mostPieces, piecesPerCharacter] = [40_000, 0.1];

/** Tags that a text may have: a tag takes several times as long as a line, and its element takes memory. */
const mostTags = 100_000;

/**
 * The line (1-based) at which a text has too many pieces to be rendered in reasonable time; null if it never does. Pieces are
 * lines that are not blank, markers of quotes and items, tags, and headings, which count three times. Fenced code is one piece.
 */
export function findManyPieces(markdown: string): number | null {
  if (markdown.length < harmless) return null;
  let left = mostPieces + piecesPerCharacter * markdown.length;
  let leftTags = mostTags;
  let fence: string | null = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    const mark = fenceMark.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    if (line.trim() === '') continue;
    const tags = countTags(line);
    leftTags -= tags;
    left -= countMarkers(line) + (heading.test(line) ? 3 : 1) + tags;
    if (left < 0 || leftTags < 0) return index + 1;
  }
  return null;
}

const fenceMark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** A level-one heading: several passes look for these. */
const heading = /^[\s>*+-]*#(?:\s|$)|^[\s>]*=+\s*$/;

function countMarkers(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if ('>*+-'.includes(character)) count++;
    else if (character !== ' ' && character !== '\t') break;
  }
  return count;
}

function countTags(line: string): number {
  let count = 0;
  for (let at = line.indexOf('<'); at !== -1; at = line.indexOf('<', at + 1)) {
    if (/[a-z/]/i.test(line[at + 1] ?? '')) count++;
  }
  return count;
}

/** Characters that may be looked at in vain: the beginning of code that never ends is text. */
export interface Effort {
  left: number;
}

/** Characters of the longest expression, tag or module that is read. */
export const longestCode = 50_000;

/**
 * The index behind the bracket that closes the one at `start`, in JavaScript: brackets in strings, templates and comments do not
 * count. Null where there is none in reach.
 */
export function skipBraces(source: string, start: number, effort: Effort): number | null {
  const end = Math.min(source.length, start + longestCode, start + effort.left);
  let depth = 0;
  for (let at = start; at < end; at++) {
    const next = skipLiteral(source, at, end);
    if (next === null) break;
    if (next > at) {
      at = next - 1;
      continue;
    }
    const character = source[at] ?? '';
    if ('{[('.includes(character)) depth++;
    if ('}])'.includes(character) && --depth === 0) return at + 1;
  }
  effort.left -= end - start;
  return null;
}

/** The index behind a string, a template or a comment that begins at `at`; `at` itself where none does, null where it does not end. */
export function skipLiteral(source: string, at: number, end: number): number | null {
  const two = source.slice(at, at + 2);
  if (two === '/*') return behind(source, '*/', at + 2, end);
  if (two === '//') return Math.min(end, behind(source, '\n', at, end) ?? end);
  const quote = source[at] ?? '';
  if (quote !== '"' && quote !== "'" && quote !== '`') return at;
  for (let next = at + 1; next < end; next++) {
    const character = source[next];
    if (character === '\\') next++;
    else if (character === quote) return next + 1;
    // An apostrophe in the text of an element.
    else if (character === '\n' && quote !== '`') return at + 1;
  }
  return null;
}

function behind(source: string, text: string, from: number, end: number): number | null {
  const found = source.slice(from, end).indexOf(text);
  return found === -1 ? null : from + found + text.length;
}

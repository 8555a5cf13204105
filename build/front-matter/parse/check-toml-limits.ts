import { limits } from './limits.ts';

/** Where TOML goes beyond a limit, as an offset in its text. */
export interface Beyond {
  code: 'TOO_DEEP' | 'TOO_LARGE';
  offset: number;
}

/**
 * Finds where TOML is nested too deep or has too many entries, by its punctuation only; null if neither. The parser recurses
 * for each level and for each part of a key, so that it would overflow the stack.
 */
export function checkTomlLimits(text: string): Beyond | null {
  let [depth, parts, entries] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '.') parts++;
    else if (mark.length === 1) parts = 0;
    if (mark === '[' || mark === '{') depth++;
    // The parser reports a surplus bracket.
    if (mark === ']' || mark === '}') depth = Math.max(0, depth - 1);
    if (mark === '=' || mark === ',' || mark === '[') entries++;
    if (depth + parts > limits.depth) return { code: 'TOO_DEEP', offset: index };
    if (entries > limits.entries) return { code: 'TOO_LARGE', offset: index };
  }
  return null;
}

/** Strings and comments, whose punctuation does not count, and punctuation. */
const marks =
  /"{3}(?:\\[\s\S]|[^\\])*?(?:"{3}|$)|'{3}[\s\S]*?(?:'{3}|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[\]{}=,.\n]/g;

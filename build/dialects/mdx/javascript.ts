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
function skipLiteral(source: string, at: number, end: number): number | null {
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

/** The first line of `import` or `export`. */
export const moduleStart =
  /^(?:import\s+(?:["'{*]|[\w$]+(?:\s+|\s*,\s*[{*][^\n]*(?:\n\s*|\s))from\s)|export\s+(?:default|const|let|var|function|class|async|\{|\*))/;

/** Up to the first blank line outside of brackets, strings and comments. */
export function endOfModule(source: string, start: number, effort: Effort): number {
  const end = Math.min(source.length, start + longestCode, start + effort.left);
  let depth = 0;
  let isText = false;
  for (let at = start; at < end; at++) {
    const next = isText ? at : skipLiteral(source, at, end);
    // Nothing ends it, so it is none, and later ones need not be tried.
    if (next === null) isText = true;
    else if (next > at) {
      at = next - 1;
      if (source[at] !== '\n') continue;
    }
    const character = source[at] ?? '';
    if ('{[('.includes(character)) depth++;
    if ('}])'.includes(character)) depth--;
    if (character === '\n' && depth <= 0 && endsHere(source, at + 1)) return at + 1;
  }
  if (depth <= 0 && end === source.length) return end;
  // A bracket that nothing closes ends with its line.
  effort.left -= end - start;
  return Math.min(source.length, endOfLine(source, start) + 1);
}

/** Whether a blank line follows, or another module, or Markdown that no module goes on with. */
function endsHere(source: string, at: number): boolean {
  const line = source.slice(at, endOfLine(source, at));
  return line.trim() === '' || moduleStart.test(line) || /^[#<>|*-]/.test(line);
}

/** The index of the next line end, or of the end of the text. */
export function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}

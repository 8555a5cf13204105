import { endOfLine } from './end-of-line.ts';
import { type Effort, longestCode, skipLiteral } from './skip-braces.ts';

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

import { type Fence, type FindHeader, type Header, lineAt, type Syntax, toHeader } from './fence.ts';
import { findUnfenced } from './find-unfenced.ts';
import { maxLines } from './key-lines.ts';
import { scoreKeys } from './score-keys.ts';

/**
 * Finds front matter at the top of a text with LF line ends; empty lines may stand before it. `---` closes YAML, or `...`;
 * `+++` is TOML, and `{` or `;;;` JSON. `finders` find what has no fence. A `---` with nothing like `key:` below it is a
 * thematic break.
 */
export function findFence(text: string, finders: readonly FindHeader[], isBehindComment = false): Fence {
  const skipped = /^\s*\n/.exec(text)?.[0] ?? '';
  const rest = text.slice(skipped.length);
  const line = countLines(skipped) + 1;
  if (/^\{\s*"[^"\n]*"\s*:/.test(rest)) return takeJson(rest, line);
  const opening = lineAt(rest, 0);
  const [, indent = '', delimiter, word = ''] =
    /^(\s{0,3})(-{3,}|\+{3}|;{3,})[ \t]*([a-z][\w.+-]*)?$/i.exec(opening.trimEnd()) ?? [];
  if (delimiter === undefined) {
    return (isBehindComment ? null : findBehindComment(rest, line, finders)) ?? findUnfenced(rest, line, finders);
  }

  const start = rest.indexOf('\n') + 1 || rest.length;
  const closing = findClosing(rest, start, delimiter, indent !== '');
  const syntax = syntaxOf(delimiter, word);
  if (syntax === null) {
    // Without a closing fence, `---word` is prose unless the word is a known language.
    const isLanguage = closing !== null || /^(?:js|javascript|json5|coffee|cson)$/i.test(word);
    return isLanguage ? { kind: 'language', line, language: word } : findUnfenced(rest, line, finders);
  }
  const header = rest.slice(start, closing?.start);
  // Longer fences, and three dashes before an empty line, may also be thematic breaks around text.
  const isRule = delimiter.length > 3 || (delimiter === '---' && /^[ \t]*\n/.test(header) && header.trim() !== '');
  if ((closing === null || isRule || indent !== '') && !opensKey(header)) return findUnfenced(rest, line, finders);
  if (closing === null) return toUnclosed(header, line, delimiter);
  const fences = { opening, closing: rest.slice(closing.start, closing.end), delimiter, language: word };
  return toHeader(rest, line, syntax, [start, closing.start, closing.end + 1], fences);
}

/** Null for a language that is not data, or not known. */
function syntaxOf(delimiter: string, word: string): Syntax | null {
  const own = { '+': 'toml', ';': 'json', '-': 'yaml' }[delimiter[0] ?? ''] as Syntax;
  const name = word.toLowerCase().replace(/^yml$/, 'yaml') || own;
  const isKnown = name === own || (own === 'yaml' && (name === 'toml' || name === 'json'));
  return isKnown ? (name as Syntax) : null;
}

/** JSON without fences: from the first brace to the one that closes it. */
function takeJson(rest: string, line: number): Fence {
  const end = findJsonEnd(rest);
  const after = end === null ? '' : lineAt(rest, end);
  // Where keys or brackets follow, an extra brace closed it too early.
  const isWhole = end !== null && after.trim() === '' && !/^\s*(?:[}\]],?|"[^"\n]*"\s*:)/.test(rest.slice(end));
  return isWhole
    ? toHeader(rest, line, 'json', [0, end, end + after.length + 1])
    : { kind: 'unclosed', line, fence: '{' };
}

/** The index after the brace that closes the first one; null without such a brace. A string ends at the end of its line at the latest. */
function findJsonEnd(text: string): number | null {
  let depth = 0;
  // A regular expression that matches whole strings would overflow its stack on megabytes.
  let isText = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') isText = !isText;
    else if (character === '\n') isText = false;
    else if (character === '\\' && isText && text[i + 1] !== '\n') i++;
    else if (character === '{' && !isText) depth++;
    else if (character === '}' && !isText) depth--;
    if (depth === 0) return i + 1;
  }
  return null;
}

/**
 * The line that closes front matter. A fence that is indented does so below one that is, or where the line above is a key with
 * its value: further in, it may belong to a longer text.
 */
function findClosing(
  text: string,
  from: number,
  delimiter: string,
  isIndented: boolean,
): { start: number; end: number } | null {
  let start = from;
  let above = '';
  while (start < text.length) {
    const line = lineAt(text, start);
    const end = start + line.length;
    const written = line.trim();
    if (written === delimiter || (delimiter === '---' && written === '...')) {
      const isAtEdge = isIndented || line.trimStart() === line || /^[\w"'].*[^:|>\s-][ \t]*$/.test(above);
      if (isAtEdge) return { start, end };
    }
    above = line;
    start = end + 1;
  }
  return null;
}

/** Points at the last line that looks like a key, or like a value of the key above it. */
function toUnclosed(header: string, line: number, fence: string): Fence {
  let [start, at, lastLine] = [0, line, ''];
  for (let number = line + 1; start < header.length; number++) {
    const written = lineAt(header, start);
    if (
      /^(?:["']?[\w.-][\w .-]{0,49}["']?[ \t]*(?::(?:\s|$)|=)|\[+[\w."'-]+\]+\s*$)|^[ \t]*- \S|^[ \t]+\S/.test(written)
    ) {
      [at, lastLine] = [number, written];
    } else if (!/^\s*(?:#.*)?$/.test(written)) break;
    start += written.length + 1;
  }
  return lastLine === '' ? { kind: 'unclosed', line, fence } : { kind: 'unclosed', line: at, fence, lastLine };
}

/** Front matter below a comment at the top, such as a licence; null without any. */
function findBehindComment(rest: string, line: number, finders: readonly FindHeader[]): Fence | null {
  const comment = /^<!--[\s\S]*?-->[ \t]*\n/.exec(rest)?.[0];
  if (comment === undefined) return null;
  const fence = findFence(rest.slice(comment.length), finders, true);
  if (!isHeader(fence)) return null;
  const above = line - 1 + countLines(comment);
  return { ...fence, line: fence.line + above, headerLine: fence.headerLine + above, bodyLine: fence.bodyLine + above };
}

/** Whether this is front matter with the name of a field. */
export function isHeader(fence: Fence): fence is Header {
  return fence.kind === 'header' && scoreKeys(fence.header.split('\n', maxLines)).fields > 0;
}

/** True when the first line that is neither empty nor a comment begins with a key, a table or a flow mapping. */
function opensKey(header: string): boolean {
  let start = 0;
  let first = lineAt(header, 0);
  while (/^[ \t]*(?:#.*)?$/.test(first) && start + first.length < header.length) {
    start += first.length + 1;
    first = lineAt(header, start);
  }
  return /^\s*(?:["']?[^\s"':=]+["']?[ \t]*(?::(?:\s|$)|=)|["'][^"']+["'][ \t]*:|\{|\[+[\w."'-]+\]+\s*$)/.test(first);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

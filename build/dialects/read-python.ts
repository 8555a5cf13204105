import { toCodeReader } from './read-code.ts';

/**
 * Settings in Python, read as those in JavaScript are: finds the values that a name is given; `code` for what is no
 * literal, and for what is added to it.
 */
export function readPython(source: string): (name: string) => unknown[] {
  return toCodeReader(toProperties(source)).properties;
}

/** Each `NAME = value` as `NAME: value;`, with the literals of JavaScript. */
function toProperties(source: string): string {
  let depth = 0;
  return source.replace(token, (text, kind: string = '', quotes: string = '') => {
    if (quotes !== '') return toLiteral(text.slice(kind.length + quotes.length, -quotes.length), kind);
    if (text.startsWith('#')) return '';
    if (text.endsWith('\n')) return depth > 0 || text.startsWith('\\') ? ' ' : ';';
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth = Math.max(0, depth - 1);
    if (/^[+|]?=$/.test(text)) return depth > 0 ? '=' : text === '=' ? ':' : ': code() +';
    return words[text] ?? text;
  });
}

/** `kind` is a prefix such as `r`, without escapes, and `f`, with code in it. */
function toLiteral(text: string, kind: string): string {
  if (/f/i.test(kind)) return 'code()';
  const escaped = /r/i.test(kind) ? text.replaceAll('\\', '\\\\') : text;
  return `"${escaped.replace(/\\[\s\S]|["\n]/g, (each) => (each === '"' ? '\\"' : each === '\n' ? '\\n' : each))}"`;
}

/** Those that stand between values make code of them. */
const words: Readonly<Record<string, string | undefined>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  ...Object.fromEntries(['if', 'or', 'and', 'in', 'is', 'not', 'for', 'lambda'].map((word) => [word, '+'])),
};

const token =
  /(?:\b([rbuf]{1,2}))?("""|'''|"|')(?:(?!\2)[^\\]|\\[\s\S])*?\2|#[^\n]*|\\?\n|[()[\]{}]|[=!<>]=|[+|]?=|[\p{L}_][\p{L}\p{N}_]*/giu;

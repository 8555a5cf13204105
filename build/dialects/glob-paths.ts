import { posix } from 'node:path';

/** The source of a regular expression of all paths below a folder; of all paths for ''. */
export function belowFolder(folder: string): string {
  return toTop(folder) === '' ? '^' : `^${escapePattern(folder)}/`;
}

/** A folder as paths begin with it: '' for `.`, and without `/` at its end. */
export function toTop(folder: string): string {
  return folder === '.' ? '' : folder.replace(/\/$/, '');
}

/** The folder that a path lies in. */
export function folderOf(path: string): string {
  return toTop(posix.dirname(path));
}

/** Of a file, or of all that is below a folder. */
export function atPath(path: string): string {
  return `^${escapePattern(path)}(?:/|$)`;
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/**
 * Of the paths that a glob matches, which counts from a folder on, and of what is below them: `**`, `*`, `?`, `[a-z]`, `{a,b}`,
 * `(a|b)` and `@(a|b)`. They match names that begin with a dot as well. `end` is the source of what may follow. Null for a glob that
 * cannot be read.
 */
export function globPaths(below: string, glob: string, end = '(?:/|$)'): string | null {
  const [, up = '', rest = ''] = /^(?:\.?\/)?((?:\.\.\/)*)(.*?)\/?$/s.exec(glob) ?? [];
  const folder = posix.join('/', below, up, '/').slice(1);
  const source = toSource(rest);
  return source === null ? null : `^${escapePattern(folder)}${source}${end}`;
}

/** The same of a glob of Python's fnmatch, or Ruby's, in which `*` matches `/` too. */
export function fnmatchPaths(below: string, glob: string): string {
  const parts = glob.split(/(\*+|\?|\[[^\][/]+\])/).map((part, i) => {
    if (i % 2 === 0) return escapePattern(part);
    return part.startsWith('*') ? '.*' : part === '?' ? '.' : part.replace(/^\[!/, '[^');
  });
  return `${belowFolder(below)}${parts.join('')}(?:/|$)`;
}

function toSource(glob: string): string | null {
  let source = '';
  let braces = '';
  for (const [token] of glob.matchAll(tokens)) {
    const isGroup = braces !== '';
    if (token.endsWith('**/')) source += '(?:[^/]+/)*';
    else if (token === '**') source += '.*';
    else if (token === '*') source += '[^/]*';
    else if (token === '?') source += '[^/]';
    else if (token === '{' || token === '(' || token === '@(') {
      braces += token.at(-1);
      source += '(?:';
    } else if (isGroup && token === (braces.endsWith('{') ? '}' : ')')) {
      braces = braces.slice(0, -1);
      source += ')';
    } else if (isGroup && token === (braces.endsWith('{') ? ',' : '|')) source += '|';
    else if (/^[!?+*]\(|^\.\.$/.test(token)) return null;
    else if (token.startsWith('[') && token.length > 2) source += token.replace(/^\[!/, '[^');
    else source += escapePattern(token.replace(/^\\(?=.)/s, ''));
  }
  return braces === '' ? source : null;
}

const tokens = /\*\*\/(?:\*\*\/)*|\*\*+|[!@?+*]\(|\.\.|\[[!^]?\]?[^\]/[]*\]|\\[\s\S]|[\s\S]/g;

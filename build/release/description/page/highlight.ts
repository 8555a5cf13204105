import { escapeText } from '../../../markdown/html/escape-html.ts';

const string = /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const hash = /(?<comment>(?<=^|\s)#.*)/;
const slashes = /(?<comment>\/\/.*)/;

/** What to mark in each language; the first match counts: names of members, strings, comments. */
const patterns: Record<string, RegExp> = {
  json: either(/(?<name>"(?:[^"\\\n]|\\.)*"(?=:))/, string),
  sh: either(string, hash),
  python: either(string, hash),
  js: either(string, slashes),
  ts: either(string, slashes),
  php: either(string, slashes),
};

function either(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), 'gm');
}

/** Code as HTML, with strings and comments marked. The text stays the same. */
export function highlight(code: string, language: string): string {
  const pattern = patterns[language];
  if (pattern === undefined) return escapeText(code);
  let html = '';
  let from = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(pattern)) {
    const [kind] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    html += `${escapeText(code.slice(from, index))}<span class="${kind}">${escapeText(text)}</span>`;
    from = index + text.length;
  }
  return html + escapeText(code.slice(from));
}

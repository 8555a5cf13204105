import { linesOutsideCode } from '../../markdown/linear-text.ts';
import { alertOf, toAlert } from '../alerts.ts';
import { blockRule, characterBefore, contentOf, inlineRule, literalText, nothing } from '../syntax.ts';
import { hiddenBy } from './hidden.ts';

/** Alerts of GitHub for containers; of one with another word the content. One that nothing closes is text. */
export const containers = blockRule('container', ' {0,3}:{2,}', (source, { lexer }) => {
  const [line = '', indent = '', colons = '', rest = ''] = /^( {0,3})(:{2,})([^\n]*)\n?/.exec(source) ?? [];
  const opening = readOpening(rest.trim(), colons.length);
  // Most of those that nothing closes need no search.
  if (opening === null) return undefined;
  const hidden = hiddenBy(rest.trim());
  const mayEnd = lexer.findNext(closingLine(colons.length), source) !== -1;
  const end = mayEnd ? findEnd(source, line.length, colons.length) : null;
  // What hides text hides all that follows if nothing ends it.
  if (hidden !== null && (end !== null || colons.length > 2))
    return { ...nothing(source.slice(0, end?.behind), true), hidden };
  if (end === null) {
    if (mayEnd) lexer.count(source.length);
    return undefined;
  }
  const raw = source.slice(0, end.behind);
  const written = source.slice(line.length, Math.max(line.length, end.start - 1));
  const text = indent === '' ? written : written.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), '');
  const alert = alertOf(opening.word);
  if (alert !== undefined) return toAlert(lexer, alert, opening.title, raw, text);
  return contentOf(lexer, raw, text, { written: line.trim(), fate: 'Its content stays' });
});

/** The first line of one that nothing closes. */
export const openContainer = inlineRule('open-container', [':::'], (source, rule) => {
  if (!/^$|\n/.test(characterBefore(rule))) return undefined;
  const [line = '', colons = '', rest = ''] = /^(:{3,})([^\n]*)/.exec(source) ?? [];
  if (readOpening(rest.trim(), colons.length) === null) return undefined;
  return literalText(colons, colons, { written: line.trim(), fate: 'Nothing ends it' });
});

/** A line that may close one of `colons` colons. */
function closingLine(colons: number): RegExp {
  closingLines[colons] ??= new RegExp(`\\n[ \\t>]*:{${colons},}[ \\t]*(?:\\n|$)`);
  return closingLines[colons];
}

const closingLines: RegExp[] = [];

/** Where the line begins that closes a container, and where it ends; null for none. Others may be inside. */
function findEnd(source: string, from: number, colons: number): { start: number; behind: number } | null {
  const open = [colons];
  for (const { start, line } of linesOutsideCode(source.slice(from))) {
    const [, signs = '', rest = ''] = /^[ \t>]*(:{2,})([^\n]*)/.exec(line) ?? [];
    if (signs === '') continue;
    if (rest.trim() !== '') {
      if (readOpening(rest.trim(), signs.length) !== null && open.length < deepest) open.push(signs.length);
      continue;
    }
    const same = open.lastIndexOf(signs.length);
    const index = same === -1 ? open.findLastIndex((each) => each < signs.length) : same;
    if (index === 0) return { start: from + start, behind: from + start + line.length };
    if (index > 0) open.length = index;
  }
  return null;
}

interface Opening {
  word: string;
  title: string;
}

/** What begins a container: a word, or a word or a class in braces; null where nothing does. */
function readOpening(rest: string, colons: number): Opening | null {
  const [whole, word, label, braces = ''] = opening.exec(rest) ?? [];
  if (whole === undefined) return null;
  const written = rest.slice(whole.length).trim();
  if (colons === 2 && (word === undefined || written !== '')) return null;
  // MyST has the word alone in braces, others a class.
  const [name = ''] = /(?<=^\{)[a-z][\w-]*(?=\}$)|(?<=\.callout-|\.(?!callout-))[\w-]+/.exec(braces) ?? [];
  const [, title] = /\btitle=["']([^"']*)["']/.exec(braces) ?? [];
  if (word === undefined && name === '' && !braces.includes('=')) return null;
  // Zenn and Qiita have the kind behind the word.
  if (/^(?:message|note)$/.test(word ?? '') && /^(?:info|warn|alert)$/.test(written))
    return { word: written, title: '' };
  const words = written.replace(/\{[^{}]*\}$/, '').replace(/^"(.*)"$/, '$1');
  return { word: word?.replace(/^callout-/, '') ?? name, title: (label ?? title ?? words).trim() };
}

/** A word, a title in brackets, and attributes. */
const opening = /^(?:(\p{L}[\p{L}\p{N}_-]{0,50})(?![^\s[{])(?:\[([^\]]{0,300})\])?[ \t]*)?(\{[^{}]{0,300}\})?(?<=.)/u;

/** Containers in one another. */
const deepest = 5;

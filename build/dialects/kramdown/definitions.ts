import type { Token } from 'marked';
import { linesOf } from '../../markdown/linear-text.ts';
import type { Element } from '../../markdown/parse/tokens.ts';
import { blockRule, lexBlocks, type Rule } from '../syntax.ts';

/** Lists of definitions: terms, each on a line, at most one blank line, and definitions, which begin with a colon. */
export const definitionList = blockRule(
  'definition-list',
  '[^\\n]+\\n(?:[^\\n]+\\n){0,2}(?:[ \\t]*\\n)? {0,3}:[ \\t]+\\S',
  (source, rule) => {
    if (!rule.lexer.isTop) return undefined;
    const last = rule.before.at(-1);
    if (last !== undefined && last.type !== 'space' && !/\n[ \t]*\n$/.test(last.raw.slice(-100))) return undefined;
    const lines = readLines(source);
    const tokens: Token[] = [];
    let end = 0;
    for (let group = readGroup(lines, 0); group !== null; group = readGroup(lines, skipBlank(lines, end))) {
      tokens.push(...group.terms.map((term) => toTerm(rule, term)));
      tokens.push(...group.definitions.map((each) => toDefinition(rule, each)));
      end = group.next;
    }
    if (end === 0) return undefined;
    const raw = lines.slice(0, end).join('\n');
    return { type: 'element', name: 'dl', block: true, raw: source.startsWith(`${raw}\n`) ? `${raw}\n` : raw, tokens };
  },
  false,
);

/** The lines of a text, read when they are asked for: what follows a list may be long. */
interface Lines {
  /** Undefined behind the last one. */
  at(index: number): string | undefined;
  slice(start: number, end: number): string[];
}

function readLines(source: string): Lines {
  const known: string[] = [];
  const rest = linesOf(source);
  return {
    at(index) {
      while (known.length <= index) {
        const next = rest.next();
        if (next.done) break;
        known.push(next.value);
      }
      return known[index];
    },
    slice: (start, end) => known.slice(start, end),
  };
}

interface Group {
  terms: string[];
  definitions: string[][];
  /** The line behind it. */
  next: number;
}

/** Terms, at most one blank line, and definitions; null where none begin at a line. */
function readGroup(lines: Lines, from: number): Group | null {
  let at = from;
  while (at < from + maxTerms && isTerm(lines.at(at))) at++;
  const terms = lines.slice(from, at);
  if (isBlank(lines.at(at))) at++;
  if (terms.length === 0 || !isDefinition(lines.at(at))) return null;
  const definitions: string[][] = [];
  for (let start = at; isDefinition(lines.at(start)); start = skipBlank(lines, at)) {
    for (at = start + 1; ; ) {
      const after = skipBlank(lines, at);
      const line = lines.at(after);
      if (line === undefined || isDefinition(line)) break;
      const isLazy = after === at && !(isTerm(line) && isDefinition(lines.at(after + 1)));
      if (!isLazy && !/^(?: {2}|\t)/.test(line)) break;
      at = after + 1;
    }
    definitions.push(lines.slice(start, at));
  }
  return { terms, definitions, next: at };
}

/** In one paragraph. */
const maxTerms = 3;

function isTerm(line: string | undefined): boolean {
  return line !== undefined && term.test(line);
}

/** What begins no block, or a link, an image or code. */
const term = /^(?![\s:>#|]|[-+*]\s|\d+[.)]\s|`{3}|~{3}|\[[^\]]*\]:|<(?!https?:))[^|\n]{1,200}$/;

function isDefinition(line: string | undefined): boolean {
  return line !== undefined && marker.test(line);
}

const marker = /^ {0,3}:[ \t]+(?=\S)/;

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}

function skipBlank(lines: Lines, from: number): number {
  let at = from;
  while (isBlank(lines.at(at))) at++;
  return at;
}

function toTerm({ lexer }: Rule, line: string): Element {
  const text = line.trim();
  const hasMarkup = /[*_`[\]<>&\\~$!:@]/.test(text);
  const tokens = hasMarkup ? lexBlocks(lexer, text) : lexer.inline(text);
  return { type: 'element', name: 'dt', block: true, isInline: !hasMarkup, raw: `${line}\n`, tokens };
}

function toDefinition({ lexer }: Rule, lines: readonly string[]): Element {
  const text = lines.map((line, index) => line.replace(index === 0 ? marker : /^(?: {1,4}|\t)/, '')).join('\n');
  return { type: 'element', name: 'dd', block: true, raw: `${lines.join('\n')}\n`, tokens: lexBlocks(lexer, text) };
}

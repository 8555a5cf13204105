import type { Token } from 'marked';
import type { Element } from '../../markdown/parse/tokens.ts';
import { blockRule, lexBlocks, type Rule } from '../syntax.ts';

/** Lists of definitions: terms, each on a line, at most one blank line, and definitions, which begin with a colon. */
export const definitionList = blockRule(
  'definition-list',
  '[^\\n]+\\n(?:[^\\n]+\\n){0,2}(?:[ \\t]*\\n)? {0,3}:[ \\t]+\\S',
  (source, rule) => {
    if (!rule.lexer.isTop) return undefined;
    const last = rule.before.at(-1);
    if (last !== undefined && last.type !== 'space' && !/\n[ \t]*\n$/.test(last.raw)) return undefined;
    const lines = source.split('\n', maxLines);
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

/** No list is longer. */
const maxLines = 20_000;

interface Group {
  terms: string[];
  definitions: string[][];
  /** The line behind it. */
  next: number;
}

/** Terms, at most one blank line, and definitions; null where none begin at a line. */
function readGroup(lines: readonly string[], from: number): Group | null {
  let at = from;
  while (at < from + maxTerms && isTerm(lines[at])) at++;
  const terms = lines.slice(from, at);
  if (at < lines.length && isBlank(lines[at])) at++;
  if (terms.length === 0 || !isDefinition(lines[at])) return null;
  const definitions: string[][] = [];
  for (let start = at; isDefinition(lines[start]); start = skipBlank(lines, at)) {
    for (at = start + 1; ; ) {
      const after = skipBlank(lines, at);
      const line = lines[after];
      if (line === undefined || isDefinition(line)) break;
      const isLazy = after === at && !(isTerm(line) && isDefinition(lines[after + 1]));
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
  return line === undefined || line.trim() === '';
}

function skipBlank(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
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

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
    const parts: Part[] = [];
    let end = 0;
    for (let group = readGroup(lines, 0); group !== null; group = readGroup(lines, skipBlank(lines, end))) {
      parts.push(...group.parts);
      end = group.next;
    }
    if (end === 0) return undefined;
    const raw = lines.slice(0, end).join('\n');
    // Each with the blank lines behind it, so that what is in it is found.
    const tokens = parts.map(({ start, end: own, name }, index): Token => {
      const whole = `${lines.slice(start, parts[index + 1]?.start ?? end).join('\n')}\n`;
      return name === 'dt' ? toTerm(rule, whole) : toDefinition(rule, whole, lines.slice(start, own));
    });
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

/** A term or a definition: its first line, and the one behind its last. */
interface Part {
  name: 'dt' | 'dd';
  start: number;
  end: number;
}

interface Group {
  parts: Part[];
  /** The line behind it. */
  next: number;
}

/** Terms, at most one blank line, and definitions; null where none begin at a line. */
function readGroup(lines: Lines, from: number): Group | null {
  let at = from;
  while (at < from + maxTerms && isTerm(lines.at(at))) at++;
  const parts = Array.from({ length: at - from }, (_, i): Part => ({ name: 'dt', start: from + i, end: from + i + 1 }));
  if (isBlank(lines.at(at))) at++;
  if (parts.length === 0 || !isDefinition(lines.at(at))) return null;
  for (let start = at; isDefinition(lines.at(start)); start = skipBlank(lines, at)) {
    for (at = start + 1; ; ) {
      const after = skipBlank(lines, at);
      const line = lines.at(after);
      if (line === undefined || isDefinition(line)) break;
      const isLazy = after === at && !(isTerm(line) && isDefinition(lines.at(after + 1)));
      if (!isLazy && !/^(?: {2}|\t)/.test(line)) break;
      at = after + 1;
    }
    parts.push({ name: 'dd', start, end: at });
  }
  return { parts, next: at };
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

function toTerm({ lexer }: Rule, raw: string): Element {
  const text = raw.trim();
  const hasMarkup = /[*_`[\]<>&\\~$!:@]/.test(text);
  const tokens = hasMarkup ? lexBlocks(lexer, text) : lexer.inline(text);
  return { type: 'element', name: 'dt', block: true, isInline: !hasMarkup, raw, tokens };
}

function toDefinition({ lexer }: Rule, raw: string, lines: readonly string[]): Element {
  const text = lines.map((line, index) => line.replace(index === 0 ? marker : /^(?: {1,4}|\t)/, '')).join('\n');
  return { type: 'element', name: 'dd', block: true, raw, tokens: lexBlocks(lexer, text) };
}

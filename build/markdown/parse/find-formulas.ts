import type { Range } from '../rendered-body.ts';
import { createRunFinder } from './stray-backticks.ts';

/** Whether there may be a formula: excludes most texts at once. With `single`, also one between single dollars. */
export function mayHaveFormula(markdown: string, single: boolean): boolean {
  return markdown.includes(single ? '$' : '$$') || /\\[([]/.test(markdown);
}

/**
 * The first paragraph of a text, up to its blank line, with letters for the formulas that begin a line of it and go on in others, which may
 * resemble items, headings or code. Null where there are none. `count` is given the characters that were read.
 */
export function maskLongFormulas(source: string, single: boolean, count: (work: number) => void): string | null {
  let masked = '';
  let from = 0;
  let at = 0;
  while (at < source.length) {
    const lineEnd = endOfLine(source, at);
    const line = source.slice(at, lineEnd);
    if (line.trim() === '' || /^ {0,3}(?:`{3}|~{3})/.test(line)) break;
    const start = at + line.length - line.trimStart().length;
    const end = mayBeginFormula.test(line) ? endOfFormula(source, start, single) : null;
    const formula = source.slice(start, end ?? 0);
    const isLong = formula.includes('\n') && !/\n {0,3}(?:`{3}|~{3})/.test(formula);
    if (end === null || !isLong || (/\n[ \t]*\n/.test(formula) && !/^\S+[ \t]*\n/.test(formula))) at = lineEnd + 1;
    else {
      masked += source.slice(from, start) + 'x'.repeat(end - start);
      from = end;
      at = endOfLine(source, end) + 1;
    }
  }
  count(at);
  return from === 0 ? null : masked + source.slice(from, Math.max(from, endOfLine(source, at) + 1));
}

const mayBeginFormula = /^ {0,3}(?:\$\$|\\)/;

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}

/** Formulas in the text of a block. */
export function* findFormulas(source: string, single: boolean): Iterable<Range> {
  if (!mayHaveFormula(source, single)) return;
  const runs = createRunFinder(source);
  const next = new RegExp(formulaOrOther);
  for (let found = next.exec(source); found !== null; found = next.exec(source)) {
    const { 0: written, index } = found;
    const end = endOfFormula(source, index, single);
    if (end !== null) yield [index, end];
    if (written.startsWith('`')) next.lastIndex = runs(next.lastIndex, written.length) ?? next.lastIndex;
    else next.lastIndex = end ?? next.lastIndex;
  }
}

/** Also code, tags and escapes, in which none begins. */
const formulaOrOther = /\\[\s\S]|`+|\$+|<[a-z!/][^<>]*>/gi;

/** Behind the formula that begins at an index; null where none does. */
export function endOfFormula(source: string, at: number, single: boolean): number | null {
  const isBracketed = source[at] === '\\';
  const [one, two] = isBracketed ? [bracketed, doubled] : [single ? inline : null, displayed];
  const expression = source[at + 1] === source[at] ? two : one;
  // Further backslashes are escapes, or end a line of TeX.
  if (expression === null || (isBracketed && source[at - 1] === '\\')) return null;
  expression.lastIndex = at;
  const [whole, open, formula = '', close] = expression.exec(source) ?? [];
  // An empty comment keeps dollars apart, as it does lists.
  if (
    whole === undefined ||
    whole.includes('<!-- -->') ||
    !(expression === inline ? symbol : /[\p{L}\p{N}]/u).test(formula)
  )
    return null;
  const end = at + whole.length;
  if (expression === inline && /[A-Z]/.test(source[end] ?? '') && !isCertain(formula)) return null;
  if (!isBracketed) return isText(formula, source[at - 1], source[end]) ? null : end;
  if ((open === '(') !== (close === ')') || /(?<!\\)\]\(|:\/\/|\{% /.test(formula)) return null;
  return isTex(expression === doubled ? withoutEscapes(formula) : formula, open === '(', single) ? end : null;
}

/**
 * Whether an author escaped it for Markdown: between doubled backslashes, or with some before what no line of TeX begins with. Four are
 * two ends of lines where others end with two, or braces have one.
 */
function isEscaped(raw: string): boolean {
  if (!raw.startsWith('$')) return raw.startsWith('\\\\');
  if (/(?<!\\)\\(?:[{}]|\\\s)/.test(raw)) return false;
  return /\\\\(?:[,;!]|\\\\)/.test(raw) || (raw.includes('\\\\{') && raw.includes('\\\\}'));
}

/** The TeX of a formula: without the escapes of Markdown, where it is certain that there are such. */
export function texOf(raw: string): string {
  if (isEscaped(raw)) return withoutEscapes(raw);
  return raw.startsWith('$')
    ? raw.replace(foreignEscape, (whole, index?: string, other?: string) => index ?? other ?? whole)
    : raw;
}

/**
 * Escapes that mean nothing in a formula, where KaTeX shows an error, and `\_` behind a symbol, where an index begins. In words, and in the
 * names of programs, it is an underscore; between the braces of `\text` all stay.
 */
const foreignEscape =
  /\\(?:text[a-z]*|mbox)\s*\{[^{}]*\}|(?<=(?<![A-Za-z\\])[A-Za-z\d]|[})\]]|\\[A-Za-z]{1,30})\\(_)(?=[{A-Za-z\d\\])|\\([*+<?@()[\]-])|\\[\s\S]/g;

/** The escapes of Markdown are taken out, but for commands of TeX from which not all programs take a backslash. */
function withoutEscapes(formula: string): string {
  return formula.replace(/\\(?![%&,/;])([!-/:-@[-`{-~])/g, '$1');
}

/** A letter, a digit, or nothing but a character that TeX escapes. */
const symbol = /[\p{L}\p{N}]|^\\[#$%&_{|}]$/u;

/** Whether it is a formula even before a capital letter, as `$A$B` is not. */
function isCertain(formula: string): boolean {
  return certain.test(formula) || (formula.includes('=') && /\w$/.test(formula));
}

/** Whether what stands between dollars is prose with prices, or variables of a program, rather than a formula. */
function isText(formula: string, before = '', after = ''): boolean {
  if (/[-/:.,;@=+*|&%>([{]$/.test(formula) && /[a-z_{(]/.test(after)) return true;
  if (/^[,./:;!?)]/.test(formula) && /[\p{L}\d]/u.test(before)) return true;
  if (/[\\^_={}<]/.test(formula)) return false;
  const brackets = formula.replace(/[^([)\]]/g, '');
  if (brackets.replace(/[([]/g, '').length * 2 !== brackets.length) return true;
  // Words with nothing but commas between them are names, unless a price comes first.
  return /\p{L}\p{L}[.;:]?\s{1,3}\p{L}\p{L}|^\d[\s\S]*?\p{L}\p{Ll},\s{1,3}\p{L}\p{L}|\p{L}[.!?]\s|^\d[\d.,]*\s{1,3}(?!(?:mod|log|exp|sin|cos|tan|max|min)\b)\p{L}{3}/u.test(
    formula,
  );
}

const displayed = /(\$\$)(?!\$)((?:[^$\\]|\\[\s\S]|\$(?!\$)){1,10000})\$\$(?!\$)/y;

/** As Pandoc has it, so that prices are none: no space inside, and no digit behind it. Nor is what shells and Markdown have in it one. */
const inline = /(\$)(?![\s$])((?:[^$\\`"*]|\*(?!\*)|\\[\s\S]){1,1000})(?<!\s)\$(?![\d_$])/y;

const bracketed = /\\([([])((?:[^\\]|\\[^()[\]]){1,10000})\\([)\]])/y;

/** A line of TeX ends with four backslashes, and a bracket may stand behind it. */
const doubled = /\\\\([([])((?:[^\\]|\\[^\\]|\\\\(?:\\\\|(?!\\?[()[\]]|\\\\))){1,10000})\\\\([)\]])/y;

/** A command, a power or an index. */
const certain = /\\[a-z]{2}|[\w)}\]]\^|(?<![a-z]{2})[a-z\d]_[a-z\d{\\]/i;

/** Programs escape brackets of text, too, and characters in them: a formula has a command, an index or a power, or is no word. */
function isTex(formula: string, isInline: boolean, single: boolean): boolean {
  if (/\\[_*#.-]/.test(formula)) return false;
  if (certain.test(formula)) return true;
  return isInline && /[a-z]/i.test(formula) && !/\p{L}{2}/u.test(formula) && (single || /[=<>+(,]/.test(formula));
}

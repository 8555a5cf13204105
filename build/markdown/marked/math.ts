import type { Lexer, MarkedOptions, Token } from 'marked';
import { linesOutsideCode } from '../linear-text.ts';
import { EmphasisLexer } from './emphasis.ts';
import { findRuns } from './stray-backticks.ts';
import type { MathText } from './tokens.ts';

/** How formulas stand between dollars. */
export interface Dollars {
  /** Whether `$x$` is one. */
  single?: boolean;
  /** Whether `$$x$$` is displayed only where it is a paragraph. */
  apart?: boolean;
}

/** False only for Markdown without TeX, or with what hides it, which is read without all of this. */
export function mayHaveMath(markdown: string, { single = false }: Dollars): boolean {
  return hasDelimiter(markdown, single) && !/[\u1b61-\u1b63]/.test(markdown);
}

function hasDelimiter(markdown: string, dollars: boolean): boolean {
  return markdown.includes(dollars ? '$' : '$$') || /\\[([]/.test(markdown);
}

/** Whether formulas stand between `$$` in a text, or between `$` with a command that is TeX's for certain, outside of fenced code. */
export function usesMath(markdown: string): boolean {
  if (!markdown.includes('$$') && !commanded.test(markdown)) return false;
  const text = Array.from(linesOutsideCode(markdown), ({ line }) => line).join('\n');
  const isDisplayed = [...text.matchAll(/\$\$([^$`]+)\$\$/g)].some(([, formula = '']) => /[\\^_={}]/.test(formula));
  return isDisplayed || commanded.test(text.replace(/`[^`\n]*`/g, ''));
}

const commanded =
  /\$(?![\s$])[^$\n`]{0,200}?\\(?:frac|sqrt|sum|int|alpha|beta|gamma|delta|theta|lambda|sigma|omega|infty|cdot|times|leq|geq|neq|begin|mathbb|mathrm|mathcal|partial|nabla|angle|approx|equiv|forall|exists|subset|rightarrow|lim|prod)(?![a-z])[^$\n`]{0,200}(?<!\s)\$/i;

/**
 * Reads each formula as one word, wherever it stands: characters that are in no other text hide it before blocks are read, and before
 * words are, and it is put back afterwards.
 */
export function createMathLexer(options: MarkedOptions, { single = false, apart = false }: Dollars): Lexer {
  const lexer = new EmphasisLexer(options);
  const { hide, restore } = createFormulas();
  let isInline = false;
  lexer.lex = (source) => {
    const tokens = EmphasisLexer.prototype.lex.call(lexer, source);
    tokens.splice(0, tokens.length, ...(restore([...tokens]) as Token[]));
    return tokens;
  };
  lexer.blockTokens = (source: string, tokens?: Token[], isClipped?: boolean) =>
    EmphasisLexer.prototype.blockTokens.call(
      lexer,
      hideAll(source, blocksOf(source, single), hide),
      tokens as never,
      isClipped,
    );
  lexer.inlineTokens = (source, tokens) => {
    // What stands in emphasis or a link was searched with the text around it.
    const text = isInline ? source : hideAll(source, inlinesOf(source, single), hide, apart);
    const before = isInline;
    isInline = true;
    try {
      return EmphasisLexer.prototype.inlineTokens.call(lexer, text, tokens);
    } finally {
      isInline = before;
    }
  };
  return lexer;
}

type Hide = (formula: string, isInSentence: boolean) => string;
type Range = readonly [start: number, end: number];

function hideAll(source: string, ranges: Iterable<Range>, hide: Hide, apart = false): string {
  let hidden = '';
  let from = 0;
  for (const [start, end] of ranges) {
    hidden += source.slice(from, start) + hide(source.slice(start, end), isInSentence(source, from, start, end, apart));
    from = end;
  }
  return from === 0 ? source : hidden + source.slice(from);
}

/**
 * A text as long as Markdown, without the formulas that are read before its blocks are. Dollars around a heading may be those of one
 * once the heading, whose words show that they are not, is gone.
 */
export function hideFormulas(markdown: string, dollars: Dollars): string {
  if (!mayHaveMath(markdown, dollars)) return markdown;
  return hideAll(markdown, blocksOf(markdown, dollars.single ?? false), (formula) => filler.repeat(formula.length));
}

/** Whether words or another formula, which ends at `from`, stand beside one between `$$` on its line, or with `apart` in its paragraph. */
function isInSentence(source: string, from: number, start: number, end: number, apart: boolean): boolean {
  if (!source.startsWith('$$', start) || onlyDisplayed.test(source.slice(start, end))) return false;
  const before = (from > 0 ? '$' : '') + source.slice(from, start);
  // No further, so that each text is read once.
  const behind = (apart ? /^[^$]*\$?/ : /^[^\n$]*\$?/).exec(source.slice(end))?.[0];
  const line = `${apart ? before : before.slice(before.lastIndexOf('\n') + 1)}\n${behind}`;
  return /[\p{L}$]/u.test(line.replace(/<[^<>\n]*>|\{[^{}\n]*\}/g, ''));
}

/** KaTeX knows these commands only in what is displayed. */
const onlyDisplayed = /\n|\\tag\b|\\begin\{(?:align|alignat|equation|gather|multline)\b/;

/** Formulas that begin a line and go on in others, which may resemble items, headings or code. */
function* blocksOf(source: string, single: boolean): Iterable<Range> {
  if (!hasDelimiter(source, false)) return;
  let from = 0;
  for (const { start, line, isFence } of linesOutsideCode(source)) {
    const [indent, marker] = /^ {0,3}((?:[-*+]|\d{1,9}[.)])[ \t]+)?(?=\$\$|\\)/.exec(line) ?? [];
    if (indent === undefined || isFence || start < from) continue;
    const end = endOfFormula(source, start + indent.length, single);
    const formula = source.slice(start + indent.length, end ?? 0);
    if (end === null || !formula.includes('\n') || /\n {0,3}(?:`{3}|~{3})/.test(formula)) continue;
    if (/\n[ \t]*\n/.test(formula) && !/^\S+[ \t]*\n/.test(formula)) continue;
    // One that begins an item is hidden once the item is read; until then, its end begins none.
    if (marker === undefined) yield [start + indent.length, end];
    from = end;
  }
}

function* inlinesOf(source: string, single: boolean): Iterable<Range> {
  if (!hasDelimiter(source, single)) return;
  const runs = findRuns(source);
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
function endOfFormula(source: string, at: number, single: boolean): number | null {
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
    /\u1b61|<!-- -->/.test(whole) ||
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

/** Hides formulas behind as many characters or one more, the same ones behind the same, and puts them back in tokens. */
function createFormulas() {
  const formulas: string[] = [];
  const numbers = new Map<string, number>();
  const formulaOf = ([high = '', low = '']: string): string =>
    formulas[(high.charCodeAt(0) - firstDigit) * base + low.charCodeAt(0) - firstDigit] ?? '';
  const split = (token: Plain): object[] => {
    const raws = token.raw.split(word);
    return token.text.split(word).flatMap((text, index) => {
      if (index % 2 === 0) return text === '' ? [] : [{ ...token, raw: raws[index] ?? text, text }];
      const raw = formulaOf(text);
      const isDisplay = !text.endsWith(inSentence) && /^(?:\$\$|\\+\[)/.test(raw);
      const tex = isEscaped(raw) ? withoutEscapes(raw) : raw;
      return [{ type: 'math', raw, text: tex, isDisplay } satisfies MathText];
    });
  };
  const restore = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(word, (_, digits: string) => formulaOf(digits));
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.flatMap((each) => (isPlain(each) ? split(each) : [restore(each)]));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restore(inner)]));
  };
  const hide: Hide = (formula, isInSentence) => {
    const number = numbers.get(formula) ?? (formulas.length < base * base ? formulas.push(formula) - 1 : null);
    if (number === null) return formula;
    numbers.set(formula, number);
    const digits = String.fromCharCode(firstDigit + Math.floor(number / base), firstDigit + (number % base));
    return `${mark}${digits}${isInSentence ? inSentence : filler}`.padEnd(formula.length, filler);
  };
  return { hide, restore };
}

/** Text without tokens in it, outside of elements whose text is code. */
type Plain = { raw: string; text: string };

function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'text') return false;
  return !('tokens' in value) && !('escaped' in value && value.escaped === true);
}

// Musical symbols of Bali, which stand in no text that has formulas. They are punctuation, as dollars are, so that emphasis beside them is
// read as beside those. Between them stand two characters for private use, as digits.
const mark = '\u1b61';
const filler = '\u1b62';
const inSentence = '\u1b63';
const firstDigit = 0xe000;
const base = 6400;
const word = /\u1b61([\ue000-\uf8ff]{2}\u1b63?)\u1b62*/g;

import type { Lexer, MarkedOptions, Token } from 'marked';
import { linesOutsideCode } from '../linear-text.ts';
import { EmphasisLexer } from './emphasis.ts';
import { blocksOf, hasDelimiter, inlinesOf, type Range, texOf } from './find-formulas.ts';
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
      return [{ type: 'math', raw, text: texOf(raw), isDisplay } satisfies MathText];
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

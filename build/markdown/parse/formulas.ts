import type { Lexer, TokenizerObject, Tokens } from 'marked';
import type { BodyExtension, Dollars } from '../body-dialect.ts';
import { linesOutsideCode } from '../linear-text.ts';
import { toBodyLexer } from './body-lexer.ts';
import { findFormulas, maskLongFormulas, texOf } from './find-formulas.ts';
import type { MathText } from './tokens.ts';

/** Whether formulas stand between `$$` in a text, or between `$` with a command that is TeX's for certain, outside of fenced code. */
export function usesMath(markdown: string): boolean {
  if (!markdown.includes('$$') && !commanded.test(markdown)) return false;
  const text = Array.from(linesOutsideCode(markdown), ({ line }) => line).join('\n');
  const isDisplayed = [...text.matchAll(/\$\$([^$`]+)\$\$/g)].some(([, formula = '']) => /[\\^_={}]/.test(formula));
  return isDisplayed || commanded.test(text.replace(/`[^`\n]*`/g, ''));
}

const commanded =
  /\$(?![\s$])[^$\n`]{0,200}?\\(?:frac|sqrt|sum|int|alpha|beta|gamma|delta|theta|lambda|sigma|omega|infty|cdot|times|leq|geq|neq|begin|mathbb|mathrm|mathcal|partial|nabla|angle|approx|equiv|forall|exists|subset|rightarrow|lim|prod)(?![a-z])[^$\n`]{0,200}(?<!\s)\$/i;

/** The formulas of a text by where they begin. Emphasis is found with each of them as one word. None is displayed in a link. */
export function toFormulas(
  source: string,
  { single = false, apart = false }: Dollars,
  isInLink: boolean,
): ReadonlyMap<number, MathText> {
  const found = new Map<number, MathText>();
  let from = 0;
  for (const [start, end] of findFormulas(source, single)) {
    const raw = source.slice(start, end);
    const isDisplay = /^(?:\$\$|\\+\[)/.test(raw) && !isInLink && !isInSentence(source, from, start, end, apart);
    found.set(start, { type: 'math', raw, text: texOf(raw), isDisplay });
    from = end;
  }
  return found;
}

/** Each formula, wherever it stands, comes before all else that its characters may mean. */
export const mathExtension: BodyExtension = {
  name: 'math',
  level: 'inline',
  at: ['$', '\\'],
  tokenizer(source) {
    return toBodyLexer(this.lexer).formulaAt(source);
  },
};

/** Paragraphs with formulas of several lines go on to the ends of these, whatever their lines resemble. */
export function readAroundFormulas({ single = false }: Dollars): TokenizerObject {
  const mask = (source: string, lexer: Lexer) => {
    return maskLongFormulas(source, single, (work) => toBodyLexer(lexer).count(work));
  };
  return {
    lheading(source) {
      return mask(source, this.lexer) === null ? false : undefined;
    },
    paragraph(source) {
      const masked = mask(source, this.lexer);
      const length = masked === null ? undefined : this.rules.block.paragraph.exec(masked)?.[0].length;
      if (length === undefined) return false;
      const raw = source.slice(0, length);
      const text = raw.replace(/\n$/, '');
      return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) } satisfies Tokens.Paragraph;
    },
    text(source) {
      const masked = mask(source, this.lexer);
      const length = masked === null ? undefined : this.rules.block.text.exec(masked)?.[0].length;
      if (length === undefined) return false;
      const raw = source.slice(0, length);
      return { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw) } satisfies Tokens.Text;
    },
  };
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

import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { characterEndingAt } from '../linear-text.ts';
import { type Pair, pairDelimiters } from './emphasis.ts';
import type { BodyContext, LexerSetting } from './lexer-setting.ts';
import { NextMatches } from './next-matches.ts';
import { toOwnRules } from './rules.ts';
import { createRunFinder } from './stray-backticks.ts';
import type { MathText } from './tokens.ts';
import { TooMuchWork } from './too-much-work.ts';
import { WorkBudget } from './work-budget.ts';

/** The lexer that marked gives its extensions, which all are for this one. Throws a TypeError for another. */
export function toBodyLexer(lexer: Lexer): BodyLexer {
  if (!(lexer instanceof BodyLexer)) throw new TypeError('This rule is for the lexer of bodies');
  return lexer;
}

/**
 * Levels of quotes and lists, and of emphasis and links. No author nests as deeply; a few hundred more, and marked runs
 * out of stack, which ends the process where V8 compiles an expression just then.
 */
export const maxNesting = 100;

/**
 * Characters that take as long, up to the end of a build, as an empty text (that of a quote, an item, a block or a
 * link), as a token in one, and as a line that breaks.
 */
const [workOfText, workOfToken, workOfBreak] = [100, 40, 80];

/**
 * Marked's lexer with a stack of delimiters for `*`, `_` and `~`, as CommonMark has it ("An algorithm for parsing
 * nested emphasis and links"): marked's own rules guess where several runs touch, as in `**a ****b****c**`, and search
 * again for each of them. It counts its work, so that any text takes time in proportion to its length, or is refused.
 * Throws a `TooMuchWork`.
 */
export class BodyLexer extends Lexer {
  readonly body: BodyContext;
  readonly #setting: LexerSetting;
  #budget = new WorkBudget(0, 0, () => 0);
  #depth = 0;
  #innerDepth = 0;
  #source = '';
  #isInline = false;
  /** Of the text that is read now; null until its first delimiter. */
  #delimiters: Delimiters | null = null;
  /** Of the text inside emphasis, which is read next: a part of the text around it. */
  #inside: Delimiters | null = null;
  #ends: Map<string, number> | null = null;
  #starts: Set<string> | null = null;
  #next: NextMatches | null = null;
  #text = '';
  #formulas: { all: ReadonlyMap<number, MathText>; length: number } | null = null;
  #runs: { length: number; find: ReturnType<typeof createRunFinder> } | null = null;

  constructor(options: MarkedOptions, body: BodyContext, setting: LexerSetting) {
    super(options);
    this.body = body;
    this.#setting = setting;
    const { tokenizer } = options;
    // The lexer gave it the rules that all lexers share.
    if (tokenizer instanceof Tokenizer) tokenizer.rules = toOwnRules(tokenizer.rules);
  }

  override lex(source: string) {
    return this.#counted(source, () => super.lex(source));
  }

  /** The tokens of inline text that is in no block. */
  lexInline(source: string): Token[] {
    return this.#counted(source, () => this.inlineTokens(source));
  }

  #counted<Found>(source: string, lex: () => Found): Found {
    this.#budget = new WorkBudget(source.length, this.#setting.share ?? 1, () => this.#offset());
    this.#source = source;
    try {
      return lex();
    } finally {
      const { tokenizer } = this.options;
      // Made once for all bodies, it would keep the tokens of this one.
      if (tokenizer instanceof Tokenizer) tokenizer.lexer = idle;
    }
  }

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    this.count(source.length + workOfText);
    if (++this.#depth > maxNesting + 1) throw new TooMuchWork('depth', this.#offset());
    const outer = [this.#ends, this.#next] as const;
    this.#ends = null;
    this.#next = null;
    const found = super.blockTokens(source, tokens, isClipped);
    this.count(workOfToken * found.length);
    [this.#ends, this.#next] = outer;
    this.#depth--;
    return found;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.count(source.length + workOfText);
    if (++this.#innerDepth > maxNesting) throw new TooMuchWork('depth', this.#offset());
    if (this.#setting.lineBreaks) this.count(workOfBreak * (source.match(/\n/g)?.length ?? 0));
    const { tokenizer } = this.options;
    const { toFormulas } = this.#setting;
    const outer = [this.#delimiters, this.#formulas, this.#runs, this.#next, this.#text] as const;
    this.#isInline = true;
    this.#runs = null;
    this.#next = null;
    this.#text = source;
    this.#formulas = toFormulas === null ? null : { all: toFormulas(source, this.state.inLink), length: source.length };
    this.#delimiters = this.#inside;
    this.#inside = null;
    const isPlain = !tokenizer || !(source.includes('*') || source.includes('_') || source.includes('~'));
    const { emStrong, del } = tokenizer ?? {};
    // For rules that are not its own, marked prepares even a text without delimiters.
    if (!isPlain) Object.assign(tokenizer, { emStrong: this.#readEmphasis, del: this.#readDeletion });
    try {
      const found = super.inlineTokens(source, tokens);
      this.count(workOfToken * found.length);
      return found;
    } finally {
      if (!isPlain) Object.assign(tokenizer, { emStrong, del });
      [this.#delimiters, this.#formulas, this.#runs, this.#next, this.#text] = outer;
      this.#innerDepth--;
    }
  }

  /** The formula with which what is left of a text begins. */
  formulaAt(source: string): MathText | undefined {
    return this.#formulas?.all.get(this.#formulas.length - source.length);
  }

  /** Finds where the next run of as many backticks ends in what is left of a text. */
  findRun(source: string): (from: number, length: number) => number | null {
    this.#runs ??= { length: source.length, find: createRunFinder(source) };
    const { length, find } = this.#runs;
    const before = length - source.length;
    return (from, count) => {
      const end = find(before + from, count);
      return end === null ? null : end - before;
    };
  }

  /** Whether it reads blocks that are in no other. */
  get isTop(): boolean {
    return this.#depth === 1;
  }

  /** Counts work, in characters. Throws a `TooMuchWork`. */
  count(work: number): void {
    this.#budget.count(work);
  }

  /** Counts cells that marked adds to rows of a table. Throws a `TooMuchWork`. */
  countFilled(cells: number): void {
    this.#budget.countFilled(cells);
  }

  /** Whether an end tag follows in the text of this quote, item or body; `source` is what is left of that. */
  hasEndTag(name: string, source: string): boolean {
    if (this.#ends === null) {
      this.#ends = new Map();
      for (const { 1: each = '', index } of source.matchAll(endTag))
        this.#ends.set(each.toLowerCase(), source.length - index);
    }
    const fromEnd = this.#ends.get(name);
    return fromEnd !== undefined && fromEnd <= source.length;
  }

  /** Whether the body has a start tag of this name. */
  hasStartTag(name: string): boolean {
    this.#starts ??= new Set(Array.from(this.#source.matchAll(startTag), ([, each = '']) => each.toLowerCase()));
    return this.#starts.has(name);
  }

  /**
   * Where an expression matches first in what is left of a text; -1 for nowhere. It searches no part of a text twice.
   */
  findNext(expression: RegExp, source: string): number {
    this.#next ??= new NextMatches();
    return this.#next.find(expression, source);
  }

  /** The character before what is left of inline text; '' at its start. */
  characterBefore(source: string): string {
    return characterEndingAt(this.#text, this.#text.length - source.length);
  }

  /**
   * Where the block begins that is read now; in inline text, of which that is not known, the first block of that text.
   */
  #offset(): number {
    let offset = 0;
    if (!this.#isInline) for (const { raw } of this.tokens) offset += raw.length;
    else
      offset = Math.max(0, this.#source.indexOf(this.inlineQueue.find(({ tokens }) => tokens.length === 0)?.src ?? ''));
    return offset;
  }

  readonly #readEmphasis = (source: string, masked: string): Tokens.Em | Tokens.Strong | undefined => {
    if (source[0] !== '*' && source[0] !== '_') return undefined;
    const found = this.#readPair(source, masked);
    if (found === undefined) return undefined;
    const { width, raw, text, tokens } = found;
    return width === 1 ? { type: 'em', raw, text, tokens } : { type: 'strong', raw, text, tokens };
  };

  readonly #readDeletion = (source: string, masked: string): Tokens.Del | undefined => {
    const found = source[0] === '~' ? this.#readPair(source, masked) : undefined;
    return found && { type: 'del', raw: found.raw, text: found.text, tokens: found.tokens };
  };

  #readPair(source: string, masked: string) {
    this.#delimiters ??= { pairs: pairDelimiters(this.#withoutFormulas(masked), this.#setting.wordEnd), start: 0 };
    const { pairs, start } = this.#delimiters;
    const at = start + masked.length - source.length;
    const pair = pairs.get(at);
    if (pair === undefined) return undefined;
    const { width } = pair;
    const raw = source.slice(0, pair.close + width - at);
    const text = raw.slice(width, -width);
    this.#inside = { pairs, start: at + width };
    return { width, raw, text, tokens: this.inlineTokens(text) };
  }

  /** Each of them is one character of punctuation, as dollars are, to the emphasis beside it. */
  #withoutFormulas(masked: string): string {
    let text = '';
    for (const [start, { raw }] of this.#formulas?.all ?? [])
      text += masked.slice(text.length, start) + '$'.repeat(raw.length);
    return text + masked.slice(text.length);
  }
}

interface Delimiters {
  /** By the index at which the emphasis begins. */
  pairs: ReadonlyMap<number, Pair>;
  /** The index of the text in the one in which the pairs were found. */
  start: number;
}

const idle = new Lexer();

const startTag = /<([a-z][^\s/>]{0,100})/gi;

const endTag = /<\/([a-z][^\s/>]{0,100})/gi;

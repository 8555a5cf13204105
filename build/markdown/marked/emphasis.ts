import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';

/**
 * Reads `*` and `_` as CommonMark does: with a stack of delimiters, once for each text. Marked's own rule guesses where several runs
 * touch, as in `**a ****b****c**`, and searches again for each of them.
 */
export class EmphasisLexer extends Lexer {
  /** Of the text that is read now; null until its first delimiter. */
  #delimiters: Delimiters | null = null;
  /** Of the text inside emphasis, which is read next: a part of the text around it. */
  #inside: Delimiters | null = null;
  readonly #readEmphasis = this.#toEmphasis.bind(this);

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const { tokenizer } = this.options;
    if (!tokenizer) return super.inlineTokens(source, tokens);
    const outer = this.#delimiters;
    const { emStrong } = tokenizer;
    this.#delimiters = this.#inside;
    this.#inside = null;
    // For a rule that is not its own, marked prepares even a text without delimiters.
    const hasDelimiters = source.includes('*') || source.includes('_');
    tokenizer.emStrong = hasDelimiters ? this.#readEmphasis : Tokenizer.prototype.emStrong;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      tokenizer.emStrong = emStrong;
      this.#delimiters = outer;
    }
  }

  #toEmphasis(source: string, masked: string): Tokens.Em | Tokens.Strong | undefined {
    if (source[0] !== '*' && source[0] !== '_') return undefined;
    this.#delimiters ??= { pairs: pairDelimiters(masked), start: 0 };
    const { pairs, start } = this.#delimiters;
    const at = start + masked.length - source.length;
    const pair = pairs.get(at);
    if (pair === undefined) return undefined;
    const raw = source.slice(0, pair.close + pair.width - at);
    const text = raw.slice(pair.width, -pair.width);
    this.#inside = { pairs, start: at + pair.width };
    const tokens = this.inlineTokens(text);
    return pair.width === 1 ? { type: 'em', raw, text, tokens } : { type: 'strong', raw, text, tokens };
  }
}

interface Delimiters {
  /** By the index at which the emphasis begins. */
  pairs: ReadonlyMap<number, Pair>;
  /** The index of the text in the one in which the pairs were found. */
  start: number;
}

interface Pair {
  /** Where the closing delimiter begins. */
  close: number;
  /** Of each of the two. */
  width: 1 | 2;
}

interface Run {
  character: string;
  /** What is left of it: an opening run loses its end, a closing one its start. */
  start: number;
  end: number;
  length: number;
  opens: boolean;
  closes: boolean;
}

/**
 * The emphasis in a text without code, links and HTML, by the index at which it begins; section "An algorithm for parsing nested emphasis
 * and links" of CommonMark. Characters that `wordEnd` matches count as the ends of words, too. Time is linear in the length of the text.
 */
export function pairDelimiters(text: string, delimiters = /\*+|_+/g, wordEnd: RegExp | null = null): Map<number, Pair> {
  const pairs = new Map<number, Pair>();
  const open: Run[] = [];
  // Nothing before these indexes opens what such a run closes: without them each run would search all before it again.
  const searched = new Map<string, number>();
  for (const run of findRuns(text, delimiters, wordEnd)) {
    const key = `${run.character}${run.opens}${run.length % 3}`;
    while (run.closes && run.start < run.end) {
      let at = open.length - 1;
      const least = searched.get(key) ?? 0;
      while (at >= 0 && (open[at]?.start ?? 0) >= least && !matches(open[at], run)) at--;
      const opening = open[at];
      if (opening === undefined || opening.start < least) {
        searched.set(key, run.start);
        break;
      }
      const width = Math.min(opening.end - opening.start, run.end - run.start) >= 2 ? 2 : 1;
      open.length = at + 1;
      opening.end -= width;
      run.start += width;
      pairs.set(opening.end, { close: run.start - width, width });
      if (opening.start === opening.end) open.pop();
    }
    if (run.opens && run.start < run.end) open.push(run);
  }
  return pairs;
}

function matches(opening: Run | undefined, closing: Run): boolean {
  if (opening?.character !== closing.character) return false;
  const isInner = opening.closes || closing.opens;
  return (
    !isInner || (opening.length + closing.length) % 3 !== 0 || (opening.length % 3 === 0 && closing.length % 3 === 0)
  );
}

function* findRuns(text: string, delimiters: RegExp, wordEnd: RegExp | null): Generator<Run> {
  for (const { 0: run, index: start } of text.matchAll(delimiters)) {
    const end = start + run.length;
    const before = /.$/su.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? ' ';
    const behind = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
    const [spaceBefore, spaceBehind] = [isSpace.test(before), isSpace.test(behind)];
    const [isEndBefore, isEndBehind] = [wordEnd?.test(before) === true, wordEnd?.test(behind) === true];
    const punctuationBefore = !isEndBefore && isPunctuation.test(before);
    const punctuationBehind = !isEndBehind && isPunctuation.test(behind);
    const left = !spaceBehind && (!punctuationBehind || spaceBefore || punctuationBefore || isEndBefore);
    const right = !spaceBefore && (!punctuationBefore || spaceBehind || punctuationBehind || isEndBehind);
    const isWord = run.startsWith('_') && left && right;
    yield {
      character: run.charAt(0),
      start,
      end,
      length: run.length,
      opens: left && (!isWord || punctuationBefore),
      closes: right && (!isWord || punctuationBehind),
    };
  }
}

const isSpace = /\s/u;

const isPunctuation = /[\p{P}\p{S}]/u;

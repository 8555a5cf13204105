import { Marked, type MarkedOptions } from 'marked';
import { type BodyDialect, type BodyExtension, type Dollars, occursIn } from '../body-dialect.ts';
import { hasTag } from '../html/tags.ts';
import { closeH1 } from '../walk/find-h1.ts';
import { markUnseen, mendHtml } from '../walk/mend-html.ts';
import { BodyLexer } from './body-lexer.ts';
import { wordEndsOf } from './emphasis.ts';
import { mayHaveFormula } from './find-formulas.ts';
import { footnoteSyntax, mayHaveFootnotes, numberFootnotes } from './footnotes.ts';
import { mathExtension, readAroundFormulas, toFormulas } from './formulas.ts';
import { nameBlocks } from './ids-and-alerts.ts';
import type { BodyContext } from './lexer-setting.ts';
import { breakLines } from './line-breaks.ts';
import { createTokenizer } from './tokenizer.ts';
import type { BodyToken } from './tokens.ts';
import { bodyTokens, tokensWithMeaning } from './walk-tokens.ts';

export interface ParseOptions {
  trustedHtml: boolean;
  /** The dialects that may have something to do: others cost nothing. */
  dialects: readonly BodyDialect[];
  dollars: Dollars;
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks: boolean;
  /** Of the work that a body may take, the share for this parse: 1 by default. */
  share?: number;
}

/**
 * The tokens of CommonMark, GitHub's additions and those dialects whose characters occur in a text, with ids, alerts,
 * footnotes and TeX. Throws a `TooMuchWork`, and what marked throws.
 */
export function parseBody(markdown: string, options: ParseOptions, body: BodyContext): BodyToken[] {
  const { dialects, dollars, trustedHtml, lineBreaks, share = 1 } = options;
  const hasFootnotes = mayHaveFootnotes(markdown) || dialects.some(({ extensions }) => extensions?.some(isNote));
  const hasMath = mayHaveFormula(markdown, dollars.single ?? false);
  const rules = rulesOf({ dialects, hasFootnotes, dollars: hasMath ? dollars : null, mendsHtml: !trustedHtml });
  const lexer = new BodyLexer(rules, body, {
    share,
    lineBreaks,
    wordEnd: wordEndsOf(markdown),
    toFormulas: hasMath ? (text, isInLink) => toFormulas(text, dollars, isInLink) : null,
  });
  const tokens = bodyTokens(lexer.lex(markdown));
  const changes = dialects.flatMap(({ changeToken }) => changeToken ?? []);
  if (changes.length > 0) for (const token of tokensWithMeaning(tokens)) for (const change of changes) change(token);
  if (!trustedHtml) mendHtml(markdown, tokens);
  if (trustedHtml ? hasTag(markdown) : /<(?:audio|video)/i.test(markdown)) markUnseen(tokens);
  if (/<h1/i.test(markdown)) closeH1(tokens);
  nameBlocks(tokens, markdown);
  if (hasFootnotes) numberFootnotes(tokens);
  if (lineBreaks) breakLines(tokens);
  return tokens;
}

/** The tokens of a text without dialects. */
export function parsePlain(markdown: string, share = 1): BodyToken[] {
  const options = { trustedHtml: false, dialects: [], dollars: {}, lineBreaks: false, share };
  return parseBody(markdown, options, { source: markdown, path: '', findNamed: () => null });
}

/** The inline tokens of a text of CommonMark without dialects, with HTML as written. Throws a `TooMuchWork`. */
export function parseInline(source: string): BodyToken[] {
  const rules = rulesOf({ dialects: [], hasFootnotes: false, dollars: null, mendsHtml: false });
  const body = { source, path: '', findNamed: () => null };
  const lexer = new BodyLexer(rules, body, { wordEnd: wordEndsOf(source), toFormulas: null });
  return bodyTokens(lexer.lexInline(source));
}

/** The dialects of which a text has something. */
export function findActive(markdown: string, dialects: readonly BodyDialect[]): readonly BodyDialect[] {
  return dialects.filter(({ triggers }) => occursIn(markdown, triggers));
}

interface RuleSet {
  dialects: readonly BodyDialect[];
  hasFootnotes: boolean;
  dollars: Dollars | null;
  mendsHtml: boolean;
}

/** The rules of a set of dialects, made once. */
function rulesOf(set: RuleSet): MarkedOptions {
  const { dialects, hasFootnotes, dollars, mendsHtml } = set;
  const extending = dialects.filter(({ extensions, endsHtml }) => extensions || endsHtml);
  const key = [
    hasFootnotes,
    dollars?.single,
    dollars?.apart,
    dollars !== null,
    mendsHtml,
    ...extending.map((each) => each.key),
  ].join();
  const known = made.get(key);
  if (known !== undefined) return known;
  // Of marked's rules, the last ones are asked first.
  const extensions: BodyExtension[] = [
    ...(hasFootnotes ? footnoteSyntax : []),
    ...extending.flatMap((each) => each.extensions ?? []),
    ...(dollars === null ? [] : [mathExtension]),
  ];
  const marked = new Marked({
    gfm: true,
    extensions: extensions.toReversed().map(({ at: _, ...extension }) => extension),
    tokenizer: {
      ...createTokenizer({
        stops: [...new Set(extensions.flatMap(({ at = [] }) => at))],
        mendsHtml,
        endsHtml: extending.some(({ endsHtml }) => endsHtml),
      }),
      ...(dollars === null ? {} : readAroundFormulas(dollars)),
    },
  });
  made.set(key, marked.defaults);
  return marked.defaults;
}

/** As many as there are sets of dialects in the bodies of a folder. */
const made = new Map<string, MarkedOptions>();

function isNote({ name }: BodyExtension): boolean {
  return name === 'note';
}

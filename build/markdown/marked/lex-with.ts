import { type Marked, type Rules, type Token, Tokenizer } from 'marked';
import { memoize } from '../../package/memoize.ts';
import { EmphasisLexer } from './emphasis.ts';
import { createMathLexer, type Dollars, mayHaveMath } from './math.ts';

/**
 * Reads Markdown with rules that take tabs, no-break spaces, titles and fences as CommonMark does. Marked's own take only spaces where a
 * tab may stand, any whitespace behind `#`, titles with blank lines, and code with a backtick behind it as a fence.
 */
export function lexWith({ defaults }: Marked, markdown: string, dollars: Dollars = {}): Token[] {
  const lexer = mayHaveMath(markdown, dollars) ? createMathLexer(defaults, dollars) : new EmphasisLexer(defaults);
  const { tokenizer } = defaults;
  // The lexer gave it the rules that all lexers share.
  if (tokenizer instanceof Tokenizer) tokenizer.rules = toOwn(tokenizer.rules);
  return lexer.lex(markdown);
}

/** What is replaced in the sources of marked's rules. */
export const changes: readonly (readonly [from: string, to: string])[] = [
  // The end of a fence.
  ['\\1~*) *(?=\\n|$)|$)', '\\1~*)[ \\t]*(?=\\n|$)|$)'],
  // A definition: behind its colon, before and behind its title.
  ['\\]: *(?:\\n[ \\t]*)?', '\\]:[ \\t]*(?:\\n[ \\t]*)?'],
  ['(?: +(?:\\n[ \\t]*)?| *\\n[ \\t]*)', '(?:[ \\t]+(?:\\n[ \\t]*)?|[ \\t]*\\n[ \\t]*)'],
  ['? *(?:\\n+|$)', '?[ \\t]*(?:\\n+|$)'],
  // Titles have no blank lines.
  ['[^"\\\\])*"', '[^"\\\\\\n]|\\n(?![ \\t]*\\n))*"'],
  ['[^()\\\\])*\\)', '[^()\\\\\\n]|\\n(?![ \\t]*\\n))*\\)'],
  // The start of a fence in an item: no backtick stands behind it.
  ['(?:```|~~~)', '(?:`{3,}(?![^`\\n]*`)|~~~)'],
  // The `#` of a heading.
  ['(#{1,6})(?=\\s|$)', '(#{1,6})(?=[ \\t\\n]|$)'],
  ['#{1,6}(?:\\s|$)', '#{1,6}(?:[ \\t\\n]|$)'],
  // A blank line, which ends a table.
  ['(?:\\n((?:(?! *\\n|', '(?:\\n((?:(?![ \\t]*\\n|'],
  // The line under the head of a table.
  [
    '((?:\\| *)?:?-+:? *(?:\\| *:?-+:? *)*(?:\\| *)?)',
    '((?:\\|[ \\t]*)?:?-+:?[ \\t]*(?:\\|[ \\t]*:?-+:?[ \\t]*)*(?:\\|[ \\t]*)?)',
  ],
];

let own: Rules | null = null;

/** Made once: marked's rules are the same for every lexer of one flavour. */
function toOwn(rules: Rules): Rules {
  own ??= {
    block: Object.fromEntries(
      Object.entries(rules.block).map(([name, rule]) => [name, change(rule)]),
    ) as Rules['block'],
    inline: rules.inline,
    other: {
      ...rules.other,
      fencesBeginRegex: (indent: number) => change(rules.other.fencesBeginRegex(indent)),
      headingBeginRegex: (indent: number) => change(rules.other.headingBeginRegex(indent)),
      tableAlignChars: /^\||\|[ \t]*$/g,
      tableAlignRight: /^[ \t]*-+:[ \t]*$/,
      tableAlignCenter: /^[ \t]*:-+:[ \t]*$/,
      tableAlignLeft: /^[ \t]*:-+[ \t]*$/,
    },
  };
  return own;
}

const change = memoize((rule: RegExp): RegExp => {
  // Some rules of marked are no expressions.
  let source = rule.source ?? '';
  for (const [from, to] of changes) source = source.replaceAll(from, () => to);
  return source === (rule.source ?? '') ? rule : new RegExp(source, rule.flags);
});

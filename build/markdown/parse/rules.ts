import type { Rules } from 'marked';
import { memoize } from '../../package/memoize.ts';

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

/**
 * Marked's rules, which take only spaces where a tab may stand, any whitespace behind `#`, titles with blank lines, and code with a backtick
 * behind it as a fence, as CommonMark has them. Made once: they are the same for every lexer of one flavour.
 */
export function toOwnRules(rules: Rules): Rules {
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

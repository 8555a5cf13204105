import { applyEdits } from '../../markdown/edits.ts';
import type { BodyToken, Html } from '../../markdown/parse/tokens.ts';
import { blockRule, inlineRule, type Rule } from '../syntax.ts';
import { type Budget, maxCodeLength } from './javascript.ts';
import { type JsxTag, readJsxTag } from './read-jsx-tag.ts';

/** A tag with a value in braces, which keeps it from being one of HTML: without the attributes that only a program can compute. */
export const jsxTag = inlineRule('jsx-tag', ['<'], (source, rule) => {
  if (!/^<[a-z][\w.-]*(?=\s[^<>]*=\{)/i.test(source)) return undefined;
  const tag = readTag(source, 0, rule);
  if (tag === null) return undefined;
  return { type: 'html', block: false, pre: false, raw: source.slice(0, tag.end), text: tag.html, ...toWarning(tag) };
});

/** The same alone on its line, which begins a block of HTML (CommonMark, "HTML blocks", kind 7). */
export const jsxBlock = blockRule(
  'jsx-block',
  ' {0,3}<[a-z][\\w.-]*(?=\\s[^<>]*=\\{)',
  (source, rule) => {
    const indent = source.search(/\S/);
    const tag = readTag(source, indent, rule);
    const [rest] =
      tag === null ? [] : (/^[ \t]*(?:\n|$)(?:[ \t]*[^\s][^\n]*(?:\n|$))*/.exec(source.slice(tag.end)) ?? []);
    if (tag === null || rest === undefined) return undefined;
    const raw = source.slice(0, tag.end) + rest;
    return { type: 'html', block: true, pre: false, raw, text: tag.html + rest, ...toWarning(tag) };
  },
  false,
);

/** Tags as HTML has them, in the HTML of a file that is read as Markdown: `class` for `className`. */
export function toHtmlTags(token: BodyToken): void {
  if (token.type !== 'html' || !/\s(?:[\w-]+=\{|className=|htmlFor=)/.test(token.text)) return;
  const budget = newBudget();
  let from = 0;
  const edits = Array.from(token.text.matchAll(/<[a-z][\w.-]*(?=\s[^<>]*(?:=\{|className=|htmlFor=))/gi)).flatMap(
    ({ index }) => {
      const tag = index < from ? null : readJsxTag(token.text, index, budget);
      if (tag === null) return [];
      from = tag.end;
      Object.assign(token, toWarning(tag));
      return [{ start: index, end: tag.end, text: tag.html }];
    },
  );
  token.text = applyEdits(token.text, edits).text;
}

/** What is read in vain is read again as text. */
function readTag(source: string, start: number, { lexer }: Rule): JsxTag | null {
  const budget = newBudget();
  const { left } = budget;
  const tag = readJsxTag(source, start, budget);
  lexer.count(left - budget.left);
  return tag;
}

function newBudget(): Budget {
  return { left: 2 * maxCodeLength };
}

function toWarning({ name, hasLost, html }: JsxTag): Pick<BodyToken & Html, 'warning'> {
  if (!hasLost || !/^(?:img|a|source|video|audio)$/.test(name) || /\s(?:src|href)=/.test(html)) return {};
  return { warning: { written: `<${name} …>`, kind: 'a tag of JSX', fate: 'Only a program can compute its address' } };
}

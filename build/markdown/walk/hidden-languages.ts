import { lazy } from '../../package/lazy.ts';
import type { Edit } from '../edits.ts';
import { lineBefore } from '../linear-text.ts';
import type { HiddenKind } from '../parse/tokens.ts';
import type { Range } from '../rendered-body.ts';
import { type Scanned, toScanned } from './scanned-text.ts';

/** A part of a text that readers do not see, and what stands in its place. Without a kind nothing is reported. */
export interface HiddenPart extends Edit {
  kind: HiddenKind | null;
  /** Whether it is an element, which hides itself where HTML is published as it is written. */
  isElement?: true;
}

/** How a part of a text is hidden. */
export interface HidingSyntax {
  /** What a text holds that may have it. */
  trigger: string;
  /** A sticky expression for what begins it: `{`, `<`, `[`, `%`, `#` or a backslash, and more. */
  open: RegExp;
  /** Where it ends; null for what is no such part. `from` is behind what begins it. */
  end(text: Scanned, from: number, opening: string): number | null;
  kind?: HiddenKind;
  /** What stands in its place; nothing by default. */
  toText?(part: string): string;
}

/** A language that hides text in every folder: the expressions of all are one. */
type Language = Omit<HidingSyntax, 'open' | 'trigger'> & { open: string };

/**
 * What hides text, by language; `further` hides it for some programs. Nothing begins where `code` has NUL, for code of
 * Markdown, nor for a language where `examples` has it, for code in HTML and what template languages show as it is
 * written: other programs do not know that. `comments` are those of HTML.
 */
export function findHiddenByLanguage(
  text: string,
  { code, examples }: { code: string; examples: string },
  comments: readonly Range[],
  further: readonly HidingSyntax[],
): HiddenPart[] {
  const scanned = toScanned(text);
  const parts: HiddenPart[] = [];
  const inComment = lazy(() => new Map(comments));
  const others = mystDirective.test(text) ? [...further, mystLine] : further;
  firstCharacter.lastIndex = 0;
  for (let first = firstCharacter.exec(code); first !== null; first = firstCharacter.exec(code)) {
    const { index: start } = first;
    const found = findOpening(examples, start) ?? findOther(code, start, others);
    if (found === null) continue;
    const { language, written } = found;
    const endOfComment = inComment().get(start);
    const from = start + written.length;
    firstCharacter.lastIndex = from;
    if (endOfComment !== undefined && language.kind?.isSecret !== true) {
      firstCharacter.lastIndex = endOfComment;
      continue;
    }
    const end = language.end(scanned, from, written);
    if (end === null) continue;
    const kind = language.kind ?? (end === text.length && !/(?:[}>]|%%)\s*$/.test(text) ? withoutEnd : null);
    parts.push({ start, end, text: language.toText?.(text.slice(start, end)) ?? '', kind });
    firstCharacter.lastIndex = Math.max(end, from);
  }
  return parts;
}

/** The language that hides a part from an index on, and what begins that; null where none does. */
function findOpening(text: string, at: number): { language: Language; written: string } | null {
  opening.lastIndex = at;
  const found = opening.exec(text);
  const language = found && languages.find((_, each) => found[each + 1] !== undefined);
  return found && language ? { language, written: found[0] } : null;
}

/** The same of other syntax. */
function findOther(
  text: string,
  at: number,
  others: readonly HidingSyntax[],
): { language: HidingSyntax; written: string } | null {
  for (const language of others) {
    language.open.lastIndex = at;
    const [written] = language.open.exec(text) ?? [];
    if (written !== undefined) return { language, written };
  }
  return null;
}

/** Whether a text may have any of it. */
export function mayHideByLanguage(text: string): boolean {
  return /\{(?:[#%{>]|\s*\/)|<(?:%|#-|!)|^[ \t>]*%|#\+begin_c|\\begin\{c|\[\/[a-z]/im.test(text);
}

const until =
  (...closes: string[]): HidingSyntax['end'] =>
  ({ find }, from) => {
    const end = Math.min(...closes.map((close) => find(close, from) + close.length));
    return end === Number.POSITIVE_INFINITY ? null : end;
  };

/** Up to the first `*` and `/`, if a brace follows. */
const untilBrace =
  (brace: RegExp): HidingSyntax['end'] =>
  ({ text, find }, from) => {
    brace.lastIndex = find('*/', from) + '*/'.length;
    return brace.lastIndex < text.length && brace.test(text) ? brace.lastIndex : null;
  };

/** An id of a heading may be written as a comment at its end. */
const untilBraceOfNoId: HidingSyntax['end'] = (scanned, from, opening) => {
  const end = untilBrace(/\s*\}/y)(scanned, from, opening);
  if (end === null) return null;
  const { text } = scanned;
  const before = lineBefore(text, from - opening.length, maxHeading);
  const isAtEnd = /^[ \t]*(?:#+[ \t]*)?(?:\n|$)/.test(text.slice(end, end + 100));
  const isId = /^[ \t]*#?[\p{L}\p{N}_.-]+[ \t]*\*\/\s*\}$/u.test(text.slice(from, end));
  return isAtEnd && isId && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t]/.test(before) ? null : end;
};

/** Characters of a heading before its id. */
const maxHeading = 1000;

/** Up to the tag that ends it, or to `else`; others may be inside. Without any, up to the end of the text. */
const balanced =
  (tag: RegExp): HidingSyntax['end'] =>
  ({ text }, from) => {
    tag.lastIndex = from;
    let depth = 1;
    for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
      const [, word = ''] = found;
      if (/^(?:end|\/)/i.test(word)) depth--;
      else if (!/^el/i.test(word)) depth++;
      else if (depth === 1) depth = 0;
      if (depth === 0) return tag.lastIndex;
    }
    return text.length;
  };

const untilEndTag: HidingSyntax['end'] = ({ findEndTag }, from, opening) => {
  const [name = ''] = /\w[\w./-]*/.exec(opening) ?? [];
  return /\/[>%]\}\}$/.test(opening) ? from : findEndTag(name.toLowerCase(), from);
};

/** A part with a password whose end is not written is all that follows. */
const untilEndTagOrAll: HidingSyntax['end'] = (scanned, from, opening) =>
  untilEndTag(scanned, from, opening) ?? (/encrypt/i.test(opening) ? scanned.text.length : null);

const toTag = (names: string): string =>
  `\\{\\{[<%][ \\t]*(?:${names})(?![\\w./-])[^{}]*[%>]\\}\\}|\\{%[-+~]?[ \\t]*(?:${names})(?![\\w./-])[^%{}]*%\\}`;

/** A shortcode as WordPress and forums write it. */
const toBracket = (names: string): string => `(?<![\\\\!\\]])\\[(?:${names})(?:[ \\t=][^\\]\\n]{0,300})?\\](?![(:[])`;

const withoutEnd: HiddenKind = { name: 'a comment without its end' };

const secret: HiddenKind = { name: 'a part with a password', isSecret: true };

/** Attributes of a heading or a block, `{#id .class}`, are no comment. */
const attributeList = '[\\p{L}\\p{N}_.:-]+(?:[ \\t][^{}#\\n]*)?\\}';

const mystDirective = /^[ \t>]*(?::{3,}|`{3,}|~{3,})\{(?!(?:r|python|julia|sql|bash|ojs|mermaid|dot)\})[a-z][\w:-]*\}/m;

/** A condition that never holds. */
const never = 'if\\s+(?:false|nil|null|none|not\\s+true)(?:\\s+and\\s[^%]*)?|unless\\s+true';

const languages: readonly Language[] = [
  {
    open: toTag('[\\w./-]{0,50}encrypt(?:or|ed|ion)?|password|protected|secret|locked'),
    end: untilEndTagOrAll,
    kind: secret,
  },
  {
    open: '<!--[ \\t]*(?:encrypt(?:ed)?|password|protected|members-only)(?![\\w])[^>]{0,300}-->',
    end({ text }, from) {
      const close = /<!--[ \t]*(?:(?:\/|end[ -]?(?:of )?)[ \t]*)?(?:encrypt|password|protected)[^>]{0,300}-->/gi;
      close.lastIndex = from;
      return close.test(text) ? close.lastIndex : text.length;
    },
    kind: secret,
  },
  {
    open: toBracket('protect(?:ed)?|password(?:[-_]protect(?:ed)?)?|encrypt(?:ed)?|members?(?:[-_]only)?'),
    end: untilEndTag,
    kind: secret,
  },
  // Comments that Markdown ends at an empty line.
  { open: '(?<!\\\\)<!--(?!-?>)', end: until('-->') },
  { open: '(?<!\\\\)<![a-z]', end: until('>') },
  { open: `(?<![\${\\\\]|\\{\\{\\s?["'])\\{#(?!${attributeList})`, end: until('#}') },
  { open: '\\{%[-+~]?\\s*comment(?!\\w)[^%]*%\\}', end: balanced(/\{%[-+~]?\s*((?:end)?comment)(?!\w)[^%]*%\}/gi) },
  { open: '\\{%[-+~]?\\s*#', end: until('%}') },
  {
    open: `\\{%[-+~]?\\s*(?:${never})[\\s+~-]{0,9}%\\}`,
    end: balanced(/\{%[-+~]?\s*((?:end)?(?:if|unless)|else|elif|elsif|elseif)(?!\w)[^%]*%\}/gi),
  },
  {
    open: '\\{\\{[-~]?\\s*#?(?:if\\s+false|unless\\s+true)\\s*[-~]?\\}\\}',
    end: balanced(/\{\{[-~]?\s*([#/]?(?:if|unless|with|range|each|block|define)|else|end)(?!\w)[^{}]*\}\}/gi),
  },
  { open: toTag('comments?|hidden|hide|invisible|private|draft'), end: untilEndTag },
  { open: toBracket('hidden|hide|private|secret'), end: untilEndTag, kind: { name: 'a shortcode that hides' } },
  { open: '\\{\\s*(?=//)', end: ({ endOfLines }, from) => endOfLines(from) },
  { open: '\\{\\{[-~]?\\s*/\\*', end: untilBrace(/\s*[-~]?\}\}/y) },
  { open: '\\{\\{~?!--', end: until('--}}', '--~}}') },
  { open: '\\{\\{~?!(?!\\[)', end: until('}}') },
  { open: '\\{\\{--', end: until('--}}') },
  { open: '<%--', end: until('--%>') },
  { open: '<%[-_]?\\s*(?:#|/[*/])', end: until('%>') },
  { open: '<#--', end: until('-->') },
  { open: '\\{\\s*/\\*', end: untilBraceOfNoId, toText: (part) => (excerptMark.test(part) ? '<!-- more -->' : '') },
  { open: '\\{>>', end: until('<<}'), kind: { name: 'a comment of CriticMarkup, `{>> … <<}`' } },
  {
    open: '#\\+begin_comment(?!\\w)|\\\\begin\\{comment\\}',
    end: ({ findPattern }, from) => findPattern(endOfBlock, from),
    kind: { name: 'a block that is a comment of Org or TeX' },
  },
  {
    open: '(?<=\\n[ \\t>]{0,99}\\n[ \\t>]{0,9})% [^\\n]*(?:\\n[ \\t>]{0,9}%(?!%)[^\\n]*)*',
    end: (_, from) => from,
    kind: { name: 'a line that begins with `%`' },
  },
];

/** The reader of MyST shows no line that begins so; elsewhere it must be a block. */
const mystLine: HidingSyntax = {
  trigger: '%',
  open: /(?<=^[ \t>]{0,9})%[^\n]*/my,
  end: (_, from) => from,
  kind: { name: 'a line that begins with `%`' },
};

const endOfBlock = /#\+end_comment[ \t]*|\\end\{comment\}/gi;

/** Of all that begins a part. Only there the whole expression is tried: it takes 20 times as long. */
const firstCharacter = /[{<[%#\\]/g;

const opening = new RegExp(languages.map(({ open }) => `(${open})`).join('|'), 'yimu');

const excerptMark = /^\{\s*\/\*\s*(?:more|truncate|excerpt)\s*\*\/\s*\}$/i;

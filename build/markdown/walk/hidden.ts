import type { Position } from '../../problems/problem.ts';
import { toTimes } from '../../problems/sentences/words.ts';
import type { Edit } from '../edits.ts';
import type { BodyToken, HiddenKind } from '../parse/tokens.ts';
import { type BodyProblem, collectKinds, reportInBody } from './body-problems.ts';
import { type FoundComments, findBodyComments } from './comment-edits.ts';
import { findHiddenElements } from './hidden-elements.ts';
import { findHiddenByLanguage, type HiddenPart, mayHideByLanguage } from './hidden-languages.ts';
import { offsetAt, type Spans } from './locate.ts';

/** What of a text readers do not see. */
export interface FoundHidden {
  /** What comes out before the text is parsed again, so that it is in nothing that is made of it. */
  parts: HiddenPart[];
  /** What takes comments out of the Markdown, where HTML has none anyway. */
  edits: Edit[];
}

const nothingHidden: FoundHidden = { parts: [], edits: [] };

/** Finds all that hides text: comments, elements that hide themselves, blocks made for it, parts with a password. */
export function findHiddenText(
  text: string,
  blocks: readonly BodyToken[],
  tokens: readonly BodyToken[],
  places: () => Spans,
): FoundHidden {
  const hasLanguage = mayHideByLanguage(text);
  const hasComment = hasHtmlComment.test(text) || definition.test(text);
  const hasElement = mayHide.test(text);
  const marked = tokens.filter((token) => token.hidden !== undefined);
  if (!hasLanguage && !hasComment && !hasElement && marked.length === 0) return nothingHidden;
  const offsetOf = (token: BodyToken, index: number): number | null => {
    const place = places().get(token);
    return place === undefined ? null : offsetAt(place, index);
  };
  const parts = marked.flatMap((token): HiddenPart[] => {
    const [start, end] = [offsetOf(token, 0), offsetOf(token, token.raw.trimEnd().length)];
    return start === null || end === null ? [] : [{ start, end, text: '', kind: token.hidden ?? null }];
  });
  const comments: FoundComments = hasComment
    ? findBodyComments(text, blocks, places())
    : { ranges: [], open: [], edits: [] };
  for (const { range, isAlone } of comments.open) {
    const end = endOfOpen(text, range[1], isAlone);
    if (end !== null) parts.push({ start: range[0], end, text: '', kind: end === text.length ? openComment : null });
  }
  if (hasLanguage) parts.push(...findHiddenByLanguage(text, withoutCode(text, tokens, offsetOf), comments.ranges));
  if (hasElement) parts.push(...findHiddenElements(text, blocks, offsetOf));
  return { parts: parts.map((part) => withLine(text, part)), edits: comments.edits };
}

/** With its line, where that would be empty among lines of HTML or of a table, which it would end. */
function withLine(text: string, part: HiddenPart): HiddenPart {
  const from = text.lastIndexOf('\n', part.start - 1) + 1;
  const [rest] = /^[ \t]*\n/.exec(text.slice(part.end, part.end + maxSpaces)) ?? [];
  if (part.text !== '' || rest === undefined || text.slice(from, part.start).trim() !== '') return part;
  const above = text.slice(text.lastIndexOf('\n', from - 2) + 1, from);
  return /^[ \t]*[<|]/.test(above) ? { ...part, start: from, end: part.end + rest.length } : part;
}

const maxSpaces = 100;

const hasHtmlComment = /<[!?]/;

const definition = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[[^\]\n]{1,300}\]:/m;

/** What an element has that hides itself. */
const mayHide =
  /<[a-z][^>]*(?:hidden|style\s*=|popover|password|-if|-show|-hide|ngif|:if|:unless)|<(?:dialog|datalist|hid|invis|priv|secr|draft|encr|pass|prot|lock)/i;

const openComment: HiddenKind = { name: '`<!--` without `-->`' };

/** Where a comment ends that outlasts its block: with the next end of one, or the text; null if its block has all. */
function endOfOpen(text: string, from: number, isAlone: boolean): number | null {
  const close = text.indexOf('-->', from);
  const next = text.indexOf('<!--', from);
  if (close !== -1 && (next === -1 || close < next)) return close + '-->'.length;
  return isAlone ? null : text.length;
}

/** A text as long as another, with NUL for its code and its formulas. */
function withoutCode(
  text: string,
  tokens: readonly BodyToken[],
  offsetOf: (token: BodyToken, index: number) => number | null,
): string {
  let masked = '';
  const mask = (start: number, end: number): void => {
    if (start < masked.length) return;
    masked += text.slice(masked.length, start) + '\0'.repeat(end - start);
  };
  for (const token of tokens) {
    if (!codeTypes.has(token.type) || !/[{<%#[\\]/.test(token.raw)) continue;
    const [start, end] = [offsetOf(token, 0), offsetOf(token, token.raw.trimEnd().length)];
    if (start !== null && end !== null) mask(start, end);
  }
  masked += text.slice(masked.length);
  return codeElement.test(text) ? masked.replace(codeElements, (code) => '\0'.repeat(code.length)) : masked;
}

const codeTypes: ReadonlySet<string> = new Set(['code', 'codespan', 'math']);

const codeElement = /<(?:pre|code)\b|\{%-?\s*(?:raw|verbatim)\b/i;

/** Code in HTML, and what a template language would show as it is written. */
const codeElements =
  /<(pre|code)\b[^>]*>[\s\S]{0,20000}?<\/\1>|\{%-?\s*(raw|verbatim)\s*-?%\}[\s\S]{0,20000}?\{%-?\s*end\2\s*-?%\}/gi;

/** What is reported of hidden parts: each kind once, at its first place, and nothing of its text. */
export function toHiddenProblems(
  parts: readonly HiddenPart[],
  toPosition: (offset: number) => Position,
): BodyProblem[] {
  const kinds = collectKinds<string, { kind: HiddenKind; start: number }>();
  for (const { kind, start } of parts) if (kind !== null) kinds.add(kind.name, { kind, start });
  return kinds.toProblems(({ kind, start }, times) =>
    kind.isSecret
      ? reportInBody('hidden-text', toPosition(start), {
          found: `${kind.name}${toTimes(times)}. It is in no field of the article, since nothing encrypts it here`,
          expected: 'an article that everybody may read',
          fix: 'Delete this part, or move the article to another folder.',
        })
      : reportInBody(
          'hidden-text',
          toPosition(start),
          {
            found: `${kind.name}${toTimes(times)}, which hides text. That is in no field of the article`,
            expected: 'text that readers see',
            fix: 'If nobody should read it, delete it. Otherwise write it without what hides it.',
          },
          'warning',
        ),
  );
}

import { firstIndex } from '../../../src/core/search.ts';
import { groupBy } from '../../package/group-by.ts';
import { collectProblems } from '../../problems/cap-problems.ts';
import type { Position } from '../../problems/problem.ts';
import { toTimes } from '../../problems/sentences/words.ts';
import type { Edit } from '../edits.ts';
import { createCloseFinder, lineBefore } from '../linear-text.ts';
import type { BodyToken, HiddenKind } from '../parse/tokens.ts';
import { type BodyProblem, collectKinds, reportInBody, warnInBody } from './body-problems.ts';
import { type FoundComments, findBodyComments } from './comment-edits.ts';
import { findHiddenElements } from './hidden-elements.ts';
import { findHiddenByLanguage, type HiddenPart, type HidingSyntax, mayHideByLanguage } from './hidden-languages.ts';
import { offsetAt, type Spans } from './span.ts';

/** What of a text readers do not see. */
export interface FoundHidden {
  /** What comes out before the text is parsed again, so that it is in nothing that is made of it. */
  parts: HiddenPart[];
  /** What takes comments out of the Markdown, where HTML has none anyway. */
  edits: Edit[];
}

/** A text, its blocks, all tokens in them that have a meaning, and where these stand. */
interface SearchedText {
  text: string;
  blocks: readonly BodyToken[];
  tokens: readonly BodyToken[];
  places: () => Spans;
}

const nothingHidden: FoundHidden = { parts: [], edits: [] };

/**
 * Finds all that hides text: comments, elements that hide themselves, blocks made for it, parts with a password; and
 * what hides it by `further` syntax.
 */
export function findHiddenText(
  { text, blocks, tokens, places }: SearchedText,
  further: readonly HidingSyntax[],
): FoundHidden {
  const others = further.filter(({ trigger }) => text.includes(trigger));
  const hasLanguage = mayHideByLanguage(text) || others.length > 0;
  const hasComment = hasHtmlComment.test(text) || definition.test(text);
  const hasElement = tagStart.test(text) && mayHide.test(text);
  const marked = tokens.filter((token) => hidingOfToken(token) !== null);
  if (!hasLanguage && !hasComment && !hasElement && marked.length === 0) return nothingHidden;
  const offsetOf = (token: BodyToken, index: number): number | null => {
    const place = places().get(token);
    return place === undefined ? null : offsetAt(place, index);
  };
  const parts = marked.flatMap((token): HiddenPart[] => {
    const [start, end] = [offsetOf(token, 0), offsetOf(token, token.raw.trimEnd().length)];
    return start === null || end === null ? [] : [{ start, end, text: '', kind: hidingOfToken(token) }];
  });
  const comments: FoundComments = hasComment
    ? findBodyComments(text, blocks, places())
    : { ranges: [], open: [], edits: [] };
  const findEnd = createEndFinder(text);
  for (const { range, isAlone } of comments.open.sort((a, b) => a.range[0] - b.range[0])) {
    const end = findEnd(range[1], isAlone);
    if (end !== null) parts.push({ start: range[0], end, text: '', kind: end === text.length ? openComment : null });
  }
  if (hasLanguage) {
    const code = withoutCode(text, tokens, offsetOf);
    const examples = codeStart.test(text) ? withoutElements(code) : code;
    parts.push(...findHiddenByLanguage(text, { code, examples }, comments.ranges, others));
  }
  if (hasElement) parts.push(...findHiddenElements(text, blocks, offsetOf));
  return { parts: withoutInner(parts).map((part) => withLine(text, part)), edits: comments.edits };
}

/** Nothing is reported of a part inside of another. */
function withoutInner(parts: readonly HiddenPart[]): HiddenPart[] {
  let until = 0;
  return parts
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((part) => {
      const isInner = part.end <= until;
      until = Math.max(until, part.end);
      return isInner ? { ...part, kind: null } : part;
    });
}

/** What hides a token by itself. */
function hidingOfToken(token: BodyToken): HiddenKind | null {
  const isUnused = token.type === 'footnote' && token.number === undefined;
  return isUnused ? { name: 'a footnote', footnote: token.label } : (token.hidden ?? null);
}

/** With its line, where that would be empty among lines of HTML or of a table, which it would end. */
function withLine(text: string, part: HiddenPart): HiddenPart {
  const [rest] = /^[ \t]*\n/.exec(text.slice(part.end, part.end + maxSpaces)) ?? [];
  const indent = lineBefore(text, part.start, maxSpaces);
  if (part.text !== '' || rest === undefined || indent.length === maxSpaces || indent.trim() !== '') return part;
  const from = part.start - indent.length;
  const above = text.slice(text.lastIndexOf('\n', from - 2) + 1, from);
  return /^[ \t]*[<|]/.test(above) ? { ...part, start: from, end: part.end + rest.length } : part;
}

const maxSpaces = 100;

const hasHtmlComment = /<[!?]/;

const definition = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[[^\]\n]{1,300}\]:/m;

/**
 * What an element has that hides itself, wherever it stands: a search for the tag around it would begin again at each
 * `<`.
 */
const mayHide =
  /hidden|style\s*=|popover|password|-if|-show|-hide|ngif|:if|:unless|<(?:dialog|datalist|hid|invis|priv|secr|draft|encr|pass|prot|lock)/i;

const tagStart = /<[a-z]/i;

const openComment: HiddenKind = { name: '`<!--` without `-->`' };

/**
 * Finds where a comment ends that outlasts its block: with the next end of one, or the text; null if its block has all.
 * For rising places.
 */
function createEndFinder(text: string): (from: number, isAlone: boolean) => number | null {
  const findClose = createCloseFinder(text, ['-->']);
  const findOpen = createCloseFinder(text, ['<!--']);
  return (from, isAlone) => {
    const close = findClose(from);
    if (close < findOpen(from)) return close + '-->'.length;
    return isAlone ? null : text.length;
  };
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
  return masked + text.slice(masked.length);
}

const codeTypes: ReadonlySet<string> = new Set(['code', 'codespan', 'math']);

/** Without what stands between the first tag of code and the next one that ends it. */
function withoutElements(text: string): string {
  const tags = [...text.matchAll(codeTags)].map(({ 0: tag, 1: slash, 2: word, 3: name = '', index }) => ({
    name: name.toLowerCase(),
    isEnd: (slash ?? word) !== undefined,
    index,
    end: index + tag.length,
  }));
  const ends = groupBy(
    tags.filter(({ isEnd }) => isEnd),
    ({ name }) => name,
  );
  let masked = '';
  for (const { name, isEnd, index } of tags) {
    if (isEnd || index < masked.length) continue;
    const all = ends.get(name) ?? [];
    const close = all[firstIndex(all.length, (each) => (all[each]?.index ?? 0) > index)];
    if (close !== undefined) masked += text.slice(masked.length, index) + '\0'.repeat(close.end - index);
  }
  return masked + text.slice(masked.length);
}

const codeStart = /<(?:pre|code)\b|\{%-?\s*(?:raw|verbatim)\b/i;

/** Tags of code in HTML, and of what a template language would show as it is written. */
const codeTags = /(?:<(\/)?(?=(?:pre|code)\b)|\{%-?\s*(end)?(?=(?:raw|verbatim)\s*-?%\}))(\w+)/gi;

/** What is reported of hidden parts: each kind once, at its first place, and nothing of its text; and each footnote. */
export function toHiddenProblems(
  parts: readonly HiddenPart[],
  toPosition: (offset: number) => Position,
): BodyProblem[] {
  const kinds = collectKinds<string, { kind: HiddenKind; start: number }>();
  const { report, problems: ofFootnotes } = collectProblems<BodyProblem>();
  for (const { kind, start } of parts) {
    if (kind?.footnote !== undefined) report(unused, () => ofFootnote(`[^${kind.footnote}]`, toPosition(start)));
    else if (kind !== null) kinds.add(kind.name, { kind, start });
  }
  const ofKinds = kinds.toProblems(({ kind, start }, times) =>
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
  return [...ofKinds, ...ofFootnotes()];
}

const unused = { code: 'unused-footnote', severity: 'warning' } as const;

function ofFootnote(written: string, at: Position): BodyProblem {
  return warnInBody(unused.code, at, {
    found: `the footnote \`${written}\`. Nothing refers to it, so it is not published`,
    expected: `\`${written}\` in the text. Galley does not read footnotes inside HTML`,
    fix: 'Write this after the word that the footnote explains, or delete the footnote.',
  });
}

import { offsetAt, type Span } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { type BodyToken, isLeaf, walkTokens } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { Edit } from './body-dialect.ts';

/** Signs of emphasis that belong together: where they begin, and how many: one, or two for strong emphasis. */
interface EmphasisPair {
  open: number;
  close: number;
  length: 1 | 2;
}

/**
 * The asterisks of a text that belong together: as CommonMark has it, or so that letters and punctuation of Chinese, Japanese and
 * Korean count as the ends of words, since these scripts have no spaces. Time is linear in the length of the text.
 */
export function pairEmphasis(text: string, isCjkFriendly: boolean): EmphasisPair[] {
  const pairs: EmphasisPair[] = [];
  const stack: Run[] = [];
  // Below these places of the stack nothing matches a closer of such a kind (CommonMark, "openers_bottom").
  const bottoms = new Map<number, number>();
  for (const run of findRuns(text, isCjkFriendly)) {
    if (run.canClose) {
      const kind = (run.length % 3) + (run.canOpen ? 3 : 0);
      for (let at = stack.length - 1; at >= (bottoms.get(kind) ?? 0) && run.left > 0; at--) {
        const opener = stack[at];
        if (opener === undefined || !matches(opener, run)) continue;
        while (opener.left > 0 && run.left > 0) {
          const length = opener.left > 1 && run.left > 1 ? 2 : 1;
          pairs.push({ open: opener.start + opener.left - length, close: run.start + run.length - run.left, length });
          opener.left -= length;
          run.left -= length;
        }
        stack.length = opener.left > 0 ? at + 1 : at;
      }
      if (run.left > 0) bottoms.set(kind, stack.length);
      for (const [other, bottom] of bottoms) if (bottom > stack.length) bottoms.set(other, stack.length);
    }
    if (run.canOpen && run.left > 0) stack.push(run);
  }
  return pairs;
}

/** Asterisks in a row. */
interface Run {
  start: number;
  length: number;
  /** Those that have no partner yet. */
  left: number;
  canOpen: boolean;
  canClose: boolean;
}

function* findRuns(text: string, isCjkFriendly: boolean): Generator<Run> {
  for (const { 0: run, index } of text.matchAll(/\*+/g)) {
    const before = lastCharacter(text.slice(Math.max(0, index - 2), index));
    const after = firstCharacter(text.slice(index + run.length, index + run.length + 2));
    const [isCjkBefore, isCjkAfter] = [before, after].map((character) => isCjkFriendly && cjk.test(character));
    const [isSpaceBefore, isSpaceAfter] = [before, after].map((character) => /^\s?$/.test(character));
    const isPunctuationBefore = !isCjkBefore && punctuation.test(before);
    const isPunctuationAfter = !isCjkAfter && punctuation.test(after);
    yield {
      start: index,
      length: run.length,
      left: run.length,
      canOpen: !isSpaceAfter && (!isPunctuationAfter || isSpaceBefore || isPunctuationBefore || isCjkBefore === true),
      canClose: !isSpaceBefore && (!isPunctuationBefore || isSpaceAfter || isPunctuationAfter || isCjkAfter === true),
    };
  }
}

/** CommonMark, "rule of three". */
function matches(opener: Run, closer: Run): boolean {
  if (opener.left === 0) return false;
  if (!opener.canClose && !closer.canOpen) return true;
  return (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? '';
}

function firstCharacter(text: string): string {
  return [...text][0] ?? '';
}

/** Letters and punctuation of scripts without spaces. */
export const cjkCharacter =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\u3000-\\u303f\\uff00-\\uffef';

const cjk = new RegExp(`[${cjkCharacter}]`, 'u');

const punctuation = /[\p{P}\p{S}]/u;

/**
 * Tags in place of asterisks that CommonMark takes for text, since they stand between punctuation and a letter of Chinese, Japanese or
 * Korean.
 */
export function fixEmphasis({ markdown, tokens }: Rendered, spans: () => Spans): Edit[] {
  if (!markdown.includes('*') || !mayHaveCjk.test(markdown) || !besideCjk.test(markdown)) return [];
  const edits: Edit[] = [];
  walkTokens(tokens, (token) => {
    if (!isLeaf(token)) return true;
    if (token.type === 'html' || !besideCjk.test(token.raw)) return false;
    const span = spans().get(token);
    if (span !== undefined) edits.push(...fixLeaf(token, span));
    return false;
  });
  return edits;
}

/** Quickly excludes most texts, those with emoji too. */
const mayHaveCjk = /[\u1100-\u11ff\u2e80-\ud7ff\ud81b\ud82b\ud82c\ud840-\ud8bf\uf900-\ufaff\uff00-\uffef]|\ud83c\ude00/;

/** A run of `*` between such a character and punctuation, which another `*` is, too; every search begins at a `*`. */
const besideCjk = new RegExp(
  `\\*(?:(?<!\\*\\*)\\*+|(?<=[\\p{P}\\p{S}]\\*))[${cjkCharacter}]|\\*(?<=[${cjkCharacter}]\\*)\\**[\\p{P}\\p{S}]`,
  'u',
);

function fixLeaf(token: BodyToken, span: Span): Edit[] {
  const text = withoutMarkup(token, span.text);
  if (text === null) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const part of token.type === 'table' ? text.split(/[|\n]/) : [text]) {
    const plain = new Set(pairEmphasis(part, false).map(({ open, close }) => `${open} ${close}`));
    for (const { open, close, length } of pairEmphasis(part, true)) {
      if (plain.has(`${open} ${close}`)) continue;
      const name = length === 2 ? 'strong' : 'em';
      const write = (at: number, tag: string) =>
        edits.push({ start: offsetAt(span, from + at), end: offsetAt(span, from + at + length), text: tag });
      write(open, `<${name}>`);
      write(close, `</${name}>`);
    }
    from += part.length + 1;
  }
  return edits;
}

/** The text with letters for what stands inside of links, code and HTML, and full stops for escapes. Null where one is not found. */
function withoutMarkup(token: BodyToken, source: string): string | null {
  let text = '';
  let from = 0;
  let isCertain = true;
  walkTokens([token], (inner) => {
    if (!hidden.has(inner.type)) return true;
    const start = source.indexOf(inner.raw, from);
    if (start === -1) isCertain = false;
    else {
      const letters = inner.raw.slice(1, -1).replace(/[^\n]/g, 'x');
      const mask =
        inner.type === 'escape'
          ? '..'
          : inner.raw.length < 2
            ? inner.raw
            : `${inner.raw[0]}${letters}${inner.raw.at(-1)}`;
      text += source.slice(from, start) + mask;
      from = start + inner.raw.length;
    }
    return false;
  });
  return isCertain ? text + source.slice(from) : null;
}

const hidden: ReadonlySet<string> = new Set(['codespan', 'html', 'link', 'image', 'escape', 'footnoteRef', 'math']);

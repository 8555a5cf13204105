import { isReadAlike } from '../links/is-read-alike.ts';
import { splitLines } from '../marked/aligned-text.ts';
import { type BodyToken, isComment, isTitle } from '../marked/tokens.ts';
import { type Rendered, tryRead, tryRender } from '../render-markdown.ts';
import { findH1Ranges } from './cut-html.ts';
import { type HeadingSpan, locateTitles } from './heading-cuts.ts';

/**
 * Puts an invisible line before each of some headings, so that what the heading keeps apart stays apart without it: a comment
 * between two lists, or a list and code; the end tag of a void element between HTML and Markdown. Gives only articles that are
 * rendered as before, each made when it is asked for.
 */
export function* separateHeadings(
  article: Rendered,
  headings: readonly HeadingSpan[],
  trustedHtml: boolean,
): Iterable<Rendered> {
  for (const separator of separators) {
    const text = separate(article.markdown, headings, separator);
    const read = text === null ? null : tryRead(text, trustedHtml, article.dollars);
    if (read === null) continue;
    // Comments say nothing in HTML that is made safe.
    if (!trustedHtml && isReadAlike(meaningOf(article.tokens), meaningOf(read.tokens))) {
      yield { ...article, markdown: read.markdown, tokens: read.tokens };
      continue;
    }
    const separated = tryRender(read.markdown, trustedHtml, article.dollars);
    if (separated === null) continue;
    if (isSame(without(article.html, separator), without(separated.html, separator), trustedHtml)) yield separated;
  }
}

function separate(markdown: string, headings: readonly HeadingSpan[], separator: string): string | null {
  let text = '';
  let from = 0;
  for (const { start } of headings) {
    const before = markdown.slice(markdown.lastIndexOf('\n', start - 1) + 1, start);
    if (!/^[\s>*+\-\d.)]*$/.test(before)) return null;
    // After the marker of an item the heading moves to a line of its own, under the separator.
    text += `${markdown.slice(from, start)}${separator}\n${toIndentation(before)}`;
    from = start;
  }
  return text + markdown.slice(from);
}

/**
 * An article in which headings that no quote or list holds have a separator before them where one is needed for certain: without the
 * heading, one of two lists would be made, or text of code. All get theirs at once.
 */
export function separateJoining(article: Rendered, trustedHtml: boolean): Rendered {
  const joining = new Set<BodyToken>();
  let before: BodyToken | null = null;
  let first: BodyToken | null = null;
  for (const token of article.tokens) {
    if (token.type === 'space') continue;
    if (isTitle(token)) first ??= token;
    else {
      if (first !== null && before !== null && wouldJoin(before, token)) joining.add(first);
      before = token;
      first = null;
    }
  }
  if (joining.size === 0) return article;
  const titles = locateTitles(article, splitLines(article.markdown)) ?? [];
  const [apart = article] = separateHeadings(
    article,
    titles.filter(({ token }) => joining.has(token)),
    trustedHtml,
  );
  return apart;
}

function wouldJoin(list: BodyToken, next: BodyToken): boolean {
  if (list.type !== 'list') return false;
  if (next.type === 'code') return next.codeBlockStyle === 'indented';
  return next.type === 'list' && markerOf(list) === markerOf(next);
}

/** What all items of a list have alike. */
function markerOf({ raw }: BodyToken): string | undefined {
  return /^\s*\d*([-+*.)])/.exec(raw)?.[1];
}

/** Blocks but for blank lines and comments. */
function meaningOf(tokens: readonly BodyToken[]): BodyToken[] {
  return tokens.filter((token) => token.type !== 'space' && !(token.type === 'html' && isComment(token.text)));
}

const separators = ['<!-- -->', '</param>'];

/** Quote markers where they stand, spaces for all else up to the same column. */
function toIndentation(before: string): string {
  let indentation = '';
  for (const character of before) {
    indentation += character === '\t' ? ' '.repeat(4 - (indentation.length % 4)) : character === '>' ? '>' : ' ';
  }
  return indentation;
}

function without(html: string, separator: string): string {
  return html.replaceAll(separator, '');
}

function isSame(html: string, other: string, trustedHtml: boolean): boolean {
  if (html.replace(/\s+/g, '') !== other.replace(/\s+/g, '')) return false;
  return findH1Ranges(html, trustedHtml).length === findH1Ranges(other, trustedHtml).length;
}

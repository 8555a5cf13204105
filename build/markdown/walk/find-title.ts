import type { BodyToken } from '../parse/tokens.ts';
import { bodyTokens, walkTokens } from '../parse/walk-tokens.ts';
import { hasWords, toPlainText } from './excerpt.ts';
import type { H1 } from './find-h1.ts';

/**
 * The text of the level-one heading that is the title of an article: the first that stands in no list, quote or table.
 * Null for none, and where it is a section: there is text before it, in paragraphs or lists, and that is more than a
 * short paragraph, or another such heading follows.
 */
export function findTitle(tokens: readonly BodyToken[], headings: readonly H1[]): string | null {
  const texts = new Map<BodyToken, string>();
  for (const { start, text } of headings) if (text !== '' && !texts.has(start.token)) texts.set(start.token, text);
  if (texts.size === 0) return null;
  let [paragraphs, length] = [0, 0];
  let title: string | null = null;
  for (const block of bodyTokens(tokens)) {
    let own: string | undefined;
    if (!enclosing.has(block.type))
      walkTokens([block], (token) => {
        own ??= texts.get(token);
      });
    if (title === null && own === undefined && (block.type === 'paragraph' || block.type === 'list')) {
      const added = textLength(block);
      if (added > 0 && block.type === 'paragraph') paragraphs++;
      length += added;
    } else if (own !== undefined) {
      if (paragraphs > 1 || length > shortText || (paragraphs > 0 && title !== null)) return null;
      title ??= own;
    }
  }
  return title;
}

/** Of paragraphs and items. What is only links, as in a table of contents, is no text. */
function textLength(block: BodyToken): number {
  let length = 0;
  walkTokens([block], (token) => {
    if (token.type !== 'paragraph' && !(token.type === 'text' && token.tokens !== undefined)) return;
    const tokens = token.tokens ?? [];
    if (hasWords(tokens.filter(({ type }) => type !== 'link'))) length += toPlainText(tokens).length;
  });
  return length;
}

/** Characters of a line such as "Last changed in May", which may stand before a title. */
const shortText = 100;

/** Headings in these are part of something else. */
const enclosing: ReadonlySet<string> = new Set(['list', 'blockquote', 'table', 'footnote', 'footnotes']);

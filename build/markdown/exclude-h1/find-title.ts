import { hasWords, toPlainText } from '../excerpt.ts';
import { type BodyToken, bodyTokens, walkTokens } from '../marked/tokens.ts';
import type { H1 } from './find-h1.ts';

/**
 * The text of the level-one heading that is the title of an article: the first that stands in no list, quote or table. Null for none,
 * and where it is a section: there is text before it, and that is more than a short paragraph, or another such heading follows.
 */
export function findTitle(tokens: readonly BodyToken[], headings: readonly H1[]): string | null {
  const texts = new Map<BodyToken, string>();
  for (const { start, text } of headings) if (text !== '' && !texts.has(start.token)) texts.set(start.token, text);
  if (texts.size === 0) return null;
  let [paragraphs, length] = [0, 0];
  let title: string | null = null;
  for (const block of bodyTokens(tokens)) {
    if (enclosing.has(block.type)) continue;
    let own: string | undefined;
    walkTokens([block], (token) => {
      own ??= texts.get(token);
    });
    if (title === null && own === undefined && block.type === 'paragraph' && hasWords(block.tokens)) {
      paragraphs++;
      length += toPlainText(block.tokens).length;
    } else if (own !== undefined) {
      if (paragraphs > 1 || length > shortText || (paragraphs > 0 && title !== null)) return null;
      title ??= own;
    }
  }
  return title;
}

/** Characters of a line such as "Last changed in May", which may stand before a title. */
const shortText = 100;

/** Headings in these are part of something else. */
const enclosing: ReadonlySet<string> = new Set(['list', 'blockquote', 'table', 'footnote', 'footnotes']);

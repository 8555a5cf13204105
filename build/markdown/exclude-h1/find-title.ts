import { hasWords } from '../excerpt.ts';
import { type BodyToken, bodyTokens, walkTokens } from '../marked/tokens.ts';
import type { H1 } from './find-h1.ts';

/**
 * The text of the level-one heading that is the title of an article: the first that stands in no list, quote or table. Null for none,
 * and where it is a section: there is a paragraph with words before it, and another such heading behind it.
 */
export function findTitle(tokens: readonly BodyToken[], headings: readonly H1[]): string | null {
  const texts = new Map<BodyToken, string>();
  for (const { start, text } of headings) if (text !== '' && !texts.has(start.token)) texts.set(start.token, text);
  let hasText = false;
  let isSection = false;
  let title: string | null = null;
  for (const block of bodyTokens(tokens)) {
    if (enclosing.has(block.type)) continue;
    let own: string | undefined;
    walkTokens([block], (token) => {
      own ??= texts.get(token);
    });
    if (own === undefined) hasText ||= block.type === 'paragraph' && hasWords(block.tokens);
    else if (title === null) [title, isSection] = [own, hasText];
    else if (isSection) return null;
  }
  return title;
}

/** Headings in these are part of something else. */
const enclosing: ReadonlySet<string> = new Set(['list', 'blockquote', 'table', 'footnote', 'footnotes']);

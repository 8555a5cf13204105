import type { CurrentBody } from '../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';
import { type BodyToken, walkTokens } from '../markdown/marked/tokens.ts';

/** What a pattern found, and where it stands in the Markdown. */
interface FoundText {
  found: RegExpExecArray;
  start: number;
}

/** What a pattern finds in the text of a body, that of links too. */
export function findInText(body: CurrentBody, pattern: RegExp): FoundText[] {
  const all: FoundText[] = [];
  if (body.rendered.markdown.search(pattern) === -1) return all;
  walkTokens(body.rendered.tokens, (token) => {
    // The text may be the label of a definition.
    if (token.type === 'link' && !token.raw.endsWith(')')) return false;
    if (token.type === 'text' && !('tokens' in token)) all.push(...findInToken(body, token, pattern));
    return true;
  });
  return all;
}

/** What a pattern finds in a token. */
export function findInToken({ spans }: CurrentBody, token: BodyToken, pattern: RegExp): FoundText[] {
  const span = token.raw.search(pattern) === -1 ? undefined : spans().get(token);
  if (span === undefined) return [];
  return Array.from(span.text.matchAll(pattern), (found) => ({ found, start: offsetAt(span, found.index) }));
}

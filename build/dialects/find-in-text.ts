import type { CurrentBody } from '../markdown/adapt/body-dialect.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';
import { walkTokens } from '../markdown/marked/tokens.ts';

/** What a pattern finds in the text of a body, that of links too, with its place in the Markdown. */
export function findInText(
  { rendered, spans }: CurrentBody,
  pattern: RegExp,
): { found: RegExpExecArray; start: number }[] {
  const all: { found: RegExpExecArray; start: number }[] = [];
  if (rendered.markdown.search(pattern) === -1) return all;
  walkTokens(rendered.tokens, (token) => {
    // The text may be the label of a definition.
    if (token.type === 'link' && !token.raw.endsWith(')')) return false;
    if (token.type !== 'text' || 'tokens' in token || token.raw.search(pattern) === -1) return true;
    const span = spans().get(token);
    if (span !== undefined)
      for (const found of span.text.matchAll(pattern)) all.push({ found, start: offsetAt(span, found.index) });
    return true;
  });
  return all;
}

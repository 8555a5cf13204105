import type { Token } from 'marked';
import { type BodyToken, bodyTokens } from './tokens.ts';

/**
 * Visits tokens in the order of the document, each before those inside it; `false` leaves these out. The text of an image is an
 * attribute, so it is not visited.
 */
export function walkTokens(tokens: readonly Token[], visit: (token: BodyToken) => unknown): void {
  for (const token of bodyTokens(tokens)) {
    if (visit(token) === false) continue;
    if (token.type === 'list') for (const item of token.items) walkTokens(item.tokens, visit);
    else if (token.type === 'table')
      for (const cell of [token.header, ...token.rows].flat()) walkTokens(cell.tokens, visit);
    else if (token.type !== 'image' && 'tokens' in token && token.tokens) walkTokens(token.tokens, visit);
  }
}

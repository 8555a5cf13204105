import { decodeHTMLStrict } from 'entities/decode';
import type { Token } from 'marked';
import type { BodyToken } from './tokens.ts';

/** What inline tokens say, as plain text: markup left out, character references decoded, white space as written. */
export function inlineText(tokens: readonly Token[], images = true): string {
  return tokens.map((token) => textOf(token as BodyToken, images)).join('');
}

function textOf(token: BodyToken, images: boolean): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineText(token.tokens, images) : decodeHTMLStrict(token.text);
    case 'escape':
    case 'codespan':
      return token.text;
    case 'br':
      return '\n';
    case 'link':
      return token.autolink ? decodeHTMLStrict(token.text) : inlineText(token.tokens, images);
    case 'image':
      return images ? inlineText(token.tokens, images) : '';
    case 'strong':
    case 'em':
    case 'del':
      return inlineText(token.tokens, images);
    default:
      return '';
  }
}

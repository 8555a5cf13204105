import { isComment } from './markdown.ts';
import type { BodyToken } from './tokens.ts';
import { walkTokens } from './walk-tokens.ts';

/** A block that holds no other blocks. */
export function isLeaf(token: BodyToken): boolean {
  if (token.type === 'html') return token.block === true;
  if (token.type === 'text') return 'tokens' in token;
  return token.type === 'paragraph' || token.type === 'heading' || token.type === 'table';
}

/** The source of a block, with blanks for code spans and comments. */
export function withoutCode(token: BodyToken): string {
  let raw = token.raw;
  let from = 0;
  walkTokens([token], (inner) => {
    if (inner.type !== 'codespan' && !(inner.type === 'html' && isComment(inner.text))) return;
    const start = raw.indexOf(inner.raw, from);
    if (start === -1) return;
    from = start + inner.raw.length;
    raw = raw.slice(0, start) + ' '.repeat(inner.raw.length) + raw.slice(from);
  });
  return raw;
}

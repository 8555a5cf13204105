import type { Token } from 'marked';
import { decodeReferences } from '../html/escape-html.ts';
import type { BodyToken, Heading } from './tokens.ts';

export function bodyTokens(tokens: readonly Token[]): BodyToken[] {
  return tokens as BodyToken[];
}

/**
 * Visits tokens in the order of the document, each before those inside it; `false` skips these. The text of an image is
 * an attribute, so it is not visited.
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

/** All tokens that `walkTokens` visits, but for text and blank lines: for steps that each go over them all. */
export function tokensWithMeaning(tokens: readonly BodyToken[]): readonly BodyToken[] {
  const all: BodyToken[] = [];
  walkTokens(tokens, (token) => {
    if (token.type !== 'space' && (token.type !== 'text' || 'tokens' in token || token.warning || token.unnamed))
      all.push(token);
  });
  return all;
}

/** What inline tokens say, as plain text: without markup, character references decoded, white space as written. */
export function inlineText(tokens: readonly Token[], images = true): string {
  return tokens.map((token) => textOf(token as BodyToken, images)).join('');
}

function textOf(token: BodyToken, images: boolean): string {
  if (token.isUnseen) return '';
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineText(token.tokens, images) : decodeReferences(token.text);
    case 'escape':
    case 'codespan':
    case 'math':
      return token.text;
    case 'br':
      return '\n';
    case 'link':
      return token.autolink ? decodeReferences(token.text) : inlineText(token.tokens, images);
    case 'image':
      return images ? inlineText(token.tokens, images) : '';
    case 'strong':
    case 'em':
    case 'del':
    case 'element':
      return inlineText(token.tokens, images);
    default:
      return '';
  }
}

/** A block that holds no other blocks. */
export function isLeaf(token: BodyToken): boolean {
  if (token.type === 'html') return token.block === true;
  if (token.type === 'text') return 'tokens' in token;
  if (token.type === 'element') return token.block === true && token.isInline === true;
  return token.type === 'paragraph' || token.type === 'heading' || token.type === 'table';
}

/**
 * The source of a block, with spaces for code spans, formulas and comments; with `andLinks` also for images, escapes,
 * and all of links but their text.
 */
export function withoutCode(token: BodyToken, andLinks = false): string {
  const raw =
    token.type === 'html' ? token.text.replace(/<!--[\s\S]*?(?:-->|$)/g, (each) => ' '.repeat(each.length)) : token.raw;
  const hidden: { start: number; end: number }[] = [];
  let from = 0;
  walkTokens([token], (inner) => {
    const isLink = andLinks && inner.type === 'link' && inner.raw.startsWith('[');
    const isHidden =
      codeTypes.has(inner.type) || isReadByDialect(inner) || (inner.type === 'html' && isComment(inner.text));
    if (!isLink && !isHidden && !(andLinks && linkTypes.has(inner.type))) return true;
    const found = raw.indexOf(inner.raw, from);
    // In a cell, bars are escaped.
    const written = found === -1 ? inner.raw.replaceAll('|', '\\|') : inner.raw;
    const start = found === -1 && written !== inner.raw ? raw.indexOf(written, from) : found;
    if (start === -1) return false;
    const end = start + written.length;
    hidden.push({ start: isLink ? Math.max(start, start + written.lastIndexOf('](')) : start, end });
    from = isLink ? start + 1 : end;
    return isLink;
  });
  let text = '';
  for (const { start, end } of hidden.sort((a, b) => a.start - b.start))
    text += raw.slice(text.length, start) + ' '.repeat(Math.max(0, end - Math.max(start, text.length)));
  return text + raw.slice(text.length);
}

const codeTypes: ReadonlySet<string> = new Set(['codespan', 'math']);

const linkTypes: ReadonlySet<string> = new Set(['image', 'escape', 'footnoteRef']);

function isReadByDialect(token: BodyToken): boolean {
  if (token.type === 'element') return token.block !== true;
  if (token.type === 'text') return !('tokens' in token) && token.raw.startsWith('{') && token.text !== token.raw;
  return (
    token.isRead === true ||
    ('label' in token && (token.type === 'link' || token.type === 'image') && token.label !== undefined)
  );
}

/** Whether raw HTML is a comment and nothing else; `--!>` ends one as well. */
export function isComment(html: string): boolean {
  return /^\s*<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->\s*$/.test(html);
}

/** Whether a token is a level-one heading of Markdown. */
export function isTitle(token: BodyToken): token is Heading {
  return token.type === 'heading' && token.depth === 1;
}

import { decodeHTMLAttribute } from 'entities/decode';
import { Lexer, type Tokens } from 'marked';
import { createTagFinder } from './find-tags.ts';
import { readAddress } from './markdown.ts';
import type { BodyToken } from './tokens.ts';
import { walkTokens } from './walk-tokens.ts';

/** An address that an author wrote: of a link or an image, of a definition that these refer to, or in raw HTML. */
export interface WrittenAddress {
  token: BodyToken;
  kind: 'image' | 'link';
  /** As its reader sees it: escapes and character references resolved. */
  address: string;
  /** Where it stands in the token's `raw`, with the quotes or angle brackets around it. */
  start: number;
  end: number;
  syntax: 'markdown' | 'html';
}

/** All written addresses in the order of the document, but for those that are their own text (`<https://…>`). */
export function findAddresses(tokens: readonly BodyToken[]): WrittenAddress[] {
  const found: WrittenAddress[] = [];
  const definitions: Tokens.Def[] = [];
  const referred = new Map<string, 'image' | 'link'>();
  const findTags = createTagFinder();
  walkTokens(tokens, (token) => {
    if (token.type === 'def') definitions.push(token);
    if (token.type === 'html') found.push(...findInHtml(token, findTags));
    if (token.type !== 'link' && token.type !== 'image') return;
    if (token.type === 'link' && token.autolink) return;
    const destination = findDestination(token.raw);
    if (destination === null)
      referred.set(token.href, token.type === 'image' ? 'image' : (referred.get(token.href) ?? 'link'));
    else found.push({ token, kind: token.type, address: readAddress(token), ...destination, syntax: 'markdown' });
  });
  for (const token of definitions) {
    const kind = referred.get(token.href);
    const destination = definition.exec(token.raw);
    if (kind === undefined || destination === null) continue;
    const start = destination[1]?.length ?? 0;
    found.push({ token, kind, address: readAddress(token), start, end: destination[0].length, syntax: 'markdown' });
  }
  return found;
}

/** In `[text](destination "title")`; null for a link by reference. */
function findDestination(raw: string): { start: number; end: number } | null {
  const match = raw.endsWith(')') ? Lexer.rules.inline.gfm.link.exec(raw) : null;
  const destination = match?.[2];
  if (destination === undefined || match?.[0] !== raw) return null;
  const opening = (raw.startsWith('!') ? 2 : 1) + (match[1]?.length ?? 0) + ']('.length;
  const start = opening + (/^[ \t\n]*/.exec(raw.slice(opening))?.[0].length ?? 0);
  return { start, end: start + destination.length };
}

const definition = /^(\s*\[(?:\\[\s\S]|[^[\]\\])+\]: *(?:\n[ \t]*)?)(?:<(?:\\.|[^\n<>\\])*>|\S+)/;

/** `<img src>` and `<a href>`. */
function findInHtml(token: Tokens.HTML | Tokens.Tag, findTags: ReturnType<typeof createTagFinder>): WrittenAddress[] {
  return findTags(token.text).flatMap(({ name, closing, start, end }) => {
    const wanted = closing ? undefined : addressAttributes.get(name);
    if (wanted === undefined) return [];
    const from = start + 1 + name.length;
    for (const match of token.text.slice(from, end).matchAll(attribute)) {
      const [whole, key, value] = match;
      if (key?.toLowerCase() !== wanted || value === undefined) continue;
      const valueEnd = from + match.index + whole.length;
      const address = decodeHTMLAttribute(value.replace(/^(["'])(.*)\1$/s, '$2'));
      const kind = name === 'img' ? 'image' : 'link';
      return [{ token, kind, address, start: valueEnd - value.length, end: valueEnd, syntax: 'html' } as const];
    }
    return [];
  });
}

const addressAttributes = new Map([
  ['img', 'src'],
  ['a', 'href'],
]);

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

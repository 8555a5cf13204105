import { decodeHTMLAttribute } from 'entities/decode';
import { Lexer, type Tokens } from 'marked';
import { toPlayer } from '../html/players.ts';
import { readAddress } from '../html/render-tokens.ts';
import { createTagFinder, decodeValue, readAttributes } from '../html/tags.ts';
import { maskStrayBackticks } from '../parse/stray-backticks.ts';
import type { BodyToken, Html, Image, Link } from '../parse/tokens.ts';

/** An address that an author wrote: of a link or an image, of a definition that these refer to, or in raw HTML. */
export interface WrittenAddress {
  token: BodyToken;
  kind: AddressKind;
  /** As its reader sees it: escapes and character references resolved. */
  address: string;
  /** Where it stands in the token's `raw`, of HTML in its `text`, with the quotes or angle brackets around it. */
  start: number;
  end: number;
  /**
   * `set`: among others in a `srcset`; `other`: of a link or an image that is not written as Markdown, which is all of
   * its token.
   */
  syntax: 'markdown' | 'html' | 'set' | 'other';
}

/** An image; audio or video; or where a link leads. */
export type AddressKind = 'image' | 'media' | 'link';

/** All written addresses in the order of the document, but for those that are their own text (`<https://…>`). */
export function findAddresses(tokens: readonly BodyToken[]): WrittenAddress[] {
  const found: WrittenAddress[] = [];
  const definitions: Tokens.Def[] = [];
  const referred = new Map<string, 'image' | 'link'>();
  const findTags = createTagFinder();
  for (const token of tokens) {
    if (token.type === 'def') definitions.push(token);
    if (token.type === 'html') for (const each of findInHtml(token, findTags)) found.push(each);
    if (token.type !== 'link' && token.type !== 'image') continue;
    if (token.type === 'link' && token.autolink) continue;
    if (token.label !== undefined) {
      found.push({
        token,
        kind: kindOf(token),
        address: readAddress(token),
        start: 0,
        end: token.raw.length,
        syntax: 'other',
      });
      continue;
    }
    const destination = findDestination(token.raw);
    if (destination === null)
      referred.set(token.href, token.type === 'image' ? 'image' : (referred.get(token.href) ?? 'link'));
    else found.push({ token, kind: kindOf(token), address: readAddress(token), ...destination, syntax: 'markdown' });
  }
  for (const token of definitions) {
    const kind = referred.get(token.href);
    const destination = definition.exec(token.raw);
    if (kind === undefined || destination === null) continue;
    const start = destination[1]?.length ?? 0;
    found.push({ token, kind, address: readAddress(token), start, end: destination[0].length, syntax: 'markdown' });
  }
  return found;
}

/** An image of audio or video is a player. */
function kindOf(token: Image | Link): AddressKind {
  return token.type === 'link' ? 'link' : toPlayer(readAddress(token)) === null ? 'image' : 'media';
}

/** In `[text](destination "title")`; null for a link by reference. */
function findDestination(raw: string): { start: number; end: number } | null {
  const match = raw.endsWith(')') ? Lexer.rules.inline.gfm.link.exec(maskStrayBackticks(raw) ?? raw) : null;
  const destination = match?.[2];
  if (destination === undefined || match?.[0].length !== raw.length) return null;
  const opening = (raw.startsWith('!') ? 2 : 1) + (match[1]?.length ?? 0) + ']('.length;
  const start = opening + (/^[ \t\n]*/.exec(raw.slice(opening))?.[0].length ?? 0);
  return { start, end: start + destination.length };
}

const definition =
  /^(\s*\[(?:\\[\s\S]|[^[\]\\])+\]:[ \t]*(?:\n[ \t]*)?)(?:<(?:\\.|[^\n<>\\])*>|\{[%{][^\n]*[%}]\}\S*|\S+)/;

/** In the attributes of `addressAttributes`. */
function findInHtml(token: Html, findTags: ReturnType<typeof createTagFinder>): WrittenAddress[] {
  const found: WrittenAddress[] = [];
  for (const { name, closing, start, end } of findTags(token.text)) {
    const wanted = closing ? undefined : addressAttributes[name];
    if (wanted === undefined) continue;
    const seen = new Set<string>();
    for (const { key, value, at } of readAttributes(token.text, start + 1 + name.length, end)) {
      const kind = wanted[key];
      // Of an attribute that stands twice, the first counts.
      if (kind === undefined || seen.has(key)) continue;
      seen.add(key);
      if (key === 'srcset') for (const each of findInSet(token, value, at)) found.push(each);
      else
        found.push({
          token,
          kind,
          syntax: 'html',
          address: decodeValue(value),
          start: at,
          end: at + value.length,
        });
    }
  }
  return found;
}

/** `a.png 1x, b.png 2x` */
function findInSet(token: Html, value: string, at: number): WrittenAddress[] {
  const found: WrittenAddress[] = [];
  const quote = /^["']/.test(value) ? 1 : 0;
  const set = value.slice(quote, value.length - quote);
  for (let next = skip(set, 0, separator); next < set.length; next = skip(set, next, separator)) {
    const end = skip(set, next, notSpace);
    let last = end;
    while (set[last - 1] === ',') last--;
    const written = set.slice(next, last);
    const start = at + quote + next;
    next = last === end ? skip(set, end, notComma) : end;
    const address = decodeHTMLAttribute(written);
    found.push({ token, kind: 'image', syntax: 'set', address, start, end: start + written.length });
  }
  return found;
}

/** Where a run of such characters ends that begins at an index. */
function skip(text: string, from: number, run: RegExp): number {
  run.lastIndex = from;
  return from + (run.exec(text)?.[0].length ?? 0);
}

// HTML standard, "parse a srcset attribute": an address up to white space, or to the comma that ends it; then what describes it.
const [separator, notSpace, notComma] = [/[\s,]*/y, /\S*/y, /[^,]*/y];

const media = { src: 'media' } as const;

/** Where elements have addresses. */
const addressAttributes: Record<string, Record<string, WrittenAddress['kind'] | undefined> | undefined> = {
  a: { href: 'link' },
  audio: media,
  img: { src: 'image', srcset: 'image' },
  source: { ...media, srcset: 'image' },
  track: media,
  video: { ...media, poster: 'image' },
};

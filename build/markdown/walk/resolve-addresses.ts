import { lazy } from '../../package/lazy.ts';
import type { Position } from '../../problems/problem.ts';
import type { BodyDialect } from '../body-dialect.ts';
import { applyEdits, type Edit } from '../edits.ts';
import { isLocalAddress } from '../html/address.ts';
import { escapeAttribute } from '../html/escape-html.ts';
import type { BodyContext } from '../parse/lexer-setting.ts';
import type { BodyToken, Html, Image, Link } from '../parse/tokens.ts';
import { findAnchors, withHeadingId } from './anchors.ts';
import type { AddressKind, WrittenAddress } from './find-addresses.ts';
import { offsetAt, type Spans } from './span.ts';

/** The new address for one that an author wrote, or null to leave it. Reports its own problems. */
export type Resolve = (address: string, kind: AddressKind, at: Position) => string | null;

/** A text, with all tokens that have a meaning, and their places. */
interface ResolvedText {
  tokens: readonly BodyToken[];
  places: () => Spans;
  toPosition(offset: number): Position;
}

interface AddressSetting extends BodyContext {
  /** The dialects of which the body has something. */
  active: readonly BodyDialect[];
  resolve: Resolve;
}

/**
 * Resolves the local addresses of a body in its tokens, and gives the edits of its Markdown: of addresses, and of links
 * and images that are written in other syntax. `resolve` is called once for each place.
 */
export function resolveAddresses(
  { tokens, places, toPosition }: ResolvedText,
  written: readonly WrittenAddress[],
  { active, resolve, ...body }: AddressSetting,
): Edit[] {
  const edits: Edit[] = [];
  const inHtml = new Map<Html, Edit[]>();
  const referred = new Map<string, string>();
  // For a problem, a place near an address is better than none.
  let nearest = 0;
  const folded = lazy(() => foldIds(tokens));
  for (const each of written) {
    const { token, address, syntax } = each;
    const meant = active.map(({ toAddress }) => toAddress?.(address, body) ?? null).find((found) => found !== null);
    if (meant !== undefined) token.isRead = true;
    const id = address.startsWith('#') ? folded().get(address.slice(1)) : undefined;
    const own = meant ?? (id ? `#${id}` : address);
    // The check of anchors sees where it leads.
    if (id) each.address = own;
    if (!isLocal(own) && own === address && syntax !== 'other') continue;
    const start = offsetOf(each, places());
    nearest = start ?? nearest;
    const resolved = (isLocal(own) ? resolve(own, each.kind, toPosition(nearest)) : null) ?? own;
    if (resolved === address && syntax !== 'other') continue;
    const target = encode(resolved, syntax === 'set' ? setEndingCharacters : endingCharacters);
    if (token.type === 'html') {
      const edit = {
        start: each.start,
        end: each.end,
        text: syntax === 'set' ? escapeAttribute(target) : toValue(target),
      };
      const known = inHtml.get(token);
      if (known === undefined) inHtml.set(token, [edit]);
      else known.push(edit);
      if (start !== null) edits.push({ start, end: start + each.end - each.start, text: edit.text });
      continue;
    }
    const href = target.replace(reference, '&amp;');
    if (token.type === 'def') referred.set(token.href, href);
    else if (token.type === 'link' || token.type === 'image') token.href = href;
    if (start === null) continue;
    const text = syntax === 'other' ? toMarkdown(token, toDestination(target)) : toDestination(target);
    edits.push({ start, end: start + each.end - each.start, text });
  }
  for (const [token, own] of inHtml) token.text = applyEdits(token.text, own).text;
  if (referred.size > 0) followReferences(tokens, written, referred);
  return edits;
}

/**
 * The ids that have several hyphens side by side, by the same id with one hyphen, which other programs make of it. Null
 * where two ids have the same short form; none where the short form is an id of the body.
 */
function foldIds(tokens: readonly BodyToken[]): ReadonlyMap<string, string | null> {
  const folded = new Map<string, string | null>();
  const ids = tokens.flatMap((token) => ('id' in token && token.id) || []);
  for (const id of ids) {
    const short = id.replace(/-{2,}/g, '-');
    if (short !== id) folded.set(short, folded.has(short) ? null : id);
  }
  if (folded.size > 0) for (const id of [...ids, ...writtenIds(tokens)]) folded.delete(id);
  return folded;
}

function writtenIds(tokens: readonly BodyToken[]): string[] {
  return tokens.flatMap((token) => (token.type === 'html' ? [...findAnchors(token.text)] : []));
}

/** Gives the links and images that refer to a definition its address. */
function followReferences(
  tokens: readonly BodyToken[],
  written: readonly WrittenAddress[],
  referred: ReadonlyMap<string, string>,
): void {
  const done = new Set(written.map(({ token }) => token));
  for (const token of tokens)
    if ((token.type === 'link' || token.type === 'image') && !done.has(token))
      token.href = referred.get(token.href) ?? token.href;
}

/** Where an address stands in the text that was parsed; null where that is not known for certain. */
function offsetOf({ token, start, end, syntax }: WrittenAddress, places: Spans): number | null {
  const place = places.get(token);
  if (place === undefined) return null;
  if (syntax === 'other') return offsetAt(place, 0);
  if (token.type !== 'html' || token.text === token.raw) return offsetAt(place, start);
  const index = token.raw.indexOf(token.text.slice(start, end));
  return index === -1 ? null : offsetAt(place, index);
}

export function isLocal(address: string): boolean {
  return isLocalAddress(address.trim()) || (address.startsWith('#') && withHeadingId(address) !== address);
}

function toMarkdown(token: BodyToken, destination: string): string {
  const { label = '', type, title, href } = token as Link | Image;
  if (type === 'link' && label === href) return `<${href}>`;
  return `${type === 'image' ? '!' : ''}[${label}](${destination}${title ? ` "${title}"` : ''})`;
}

/** In Markdown parentheses need a backslash, and what would be a character reference an escaped ampersand. */
function toDestination(address: string): string {
  return address.replace(/[()]/g, '\\$&').replace(reference, '&amp;');
}

/** What would be a character reference. */
const reference = /&(?=#?\w+;)/g;

function toValue(address: string): string {
  return `"${escapeAttribute(address)}"`;
}

/** What would end a destination, a cell or an attribute. */
const endingCharacters = /[\s<>"`|\\[\]^]/g;

/** The same in a `srcset`. */
const setEndingCharacters = /[\s<>"'`|\\[\]^,]/g;

function encode(address: string, characters: RegExp): string {
  const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return address.replace(characters, toPercent);
}

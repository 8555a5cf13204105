import type { Position } from '../../problems/problem.ts';
import { applyEdits } from '../adapt/body-dialect.ts';
import { isLocalAddress } from '../html/address.ts';
import { escapeAttribute } from '../html/escape-html.ts';
import { offsetAt } from '../marked/aligned-text.ts';
import type { Spans } from '../marked/locate.ts';
import { type Rendered, tryRead, tryRender } from '../render-markdown.ts';
import { withHeadingId } from './anchors.ts';
import { type AddressKind, findAddresses, type WrittenAddress } from './find-addresses.ts';
import { isReadAlike, withoutAddresses } from './is-read-alike.ts';

/** The new address for one that an author wrote, or null to leave it. Reports its own problems. */
export type Resolve = (address: string, kind: AddressKind, at: Position) => string | null;

/**
 * An article with its local addresses resolved, in its Markdown and so in its HTML. `resolve` is called once for each place.
 * `toPosition` says where an offset in the Markdown stands in the source. An address is left as it was only where writing another would
 * change how the text around it is read.
 */
export function rewriteAddresses(
  article: Rendered,
  trustedHtml: boolean,
  resolve: Resolve,
  { spans, toPosition }: { spans: () => Spans; toPosition: (offset: number) => Position },
): Rendered {
  const written = findAddresses(article.tokens);
  if (!written.some(isLocal)) return article;
  const offsets = locateAddresses(article.markdown, written, spans());
  const rewrites: Rewrite[] = [];
  // For a problem, a place near an address is better than none.
  let nearest = 0;
  for (const [index, each] of written.entries()) {
    if (!isLocal(each)) continue;
    const start = offsets[index] ?? -1;
    if (start >= 0) nearest = start;
    const address = resolve(each.address, each.kind, toPosition(nearest));
    if (address === null || start < 0) continue;
    rewrites.push({
      index,
      start,
      end: start + each.end - each.start,
      address: encode(address, each.syntax === 'set' ? setEndingCharacters : endingCharacters),
      syntax: each.syntax,
    });
  }
  return rewrites.length === 0 ? article : rewriteAll(article, written, rewrites, trustedHtml);
}

/** Offsets of local addresses in the Markdown; -1 for other addresses, and where the place is not certain. */
function locateAddresses(markdown: string, written: readonly WrittenAddress[], spans: Spans): number[] {
  return written.map((each) => {
    const span = isLocal(each) ? spans.get(each.token) : undefined;
    const offset = span === undefined ? -1 : offsetAt(span, each.start);
    return offset >= 0 && markdown.startsWith(each.token.raw.slice(each.start, each.end), offset) ? offset : -1;
  });
}

/** A place in a Markdown source and the address that it gets. */
interface Rewrite {
  /** Among the written addresses. */
  index: number;
  start: number;
  end: number;
  address: string;
  syntax: WrittenAddress['syntax'];
}

function isLocal({ address }: WrittenAddress): boolean {
  return isLocalAddress(address.trim()) || (address.startsWith('#') && withHeadingId(address) !== address);
}

function rewriteAll(
  article: Rendered,
  written: readonly WrittenAddress[],
  rewrites: readonly Rewrite[],
  trustedHtml: boolean,
): Rendered {
  const careful = rewrites.map((each) => ({ ...each, address: encode(each.address, emphasisCharacters) }));
  const whole = rewrite(article, written, rewrites, trustedHtml) ?? rewrite(article, written, careful, trustedHtml);
  if (whole !== null) return whole;
  let best = article;
  let fitting: Rewrite[] = [];
  let budget = maxBudget;
  const include = (some: readonly Rewrite[]): void => {
    budget -= article.markdown.length;
    if (some.length === 0 || budget < 0) return;
    const next = rewrite(article, written, [...fitting, ...some], trustedHtml);
    if (next !== null) {
      best = next;
      fitting = [...fitting, ...some];
    } else if (some.length > 1) {
      const middle = some.length >> 1;
      include(some.slice(0, middle));
      include(some.slice(middle));
    }
  };
  include(careful.slice(0, careful.length >> 1));
  include(careful.slice(careful.length >> 1));
  return best;
}

/** Characters that are rendered again, at most, to find out which addresses do not fit. Addresses not tried by then stay unchanged. */
const maxBudget = 4_000_000;

/** Null where reading the result back does not give what was meant. */
function rewrite(
  article: Rendered,
  written: readonly WrittenAddress[],
  rewrites: readonly Rewrite[],
  trustedHtml: boolean,
): Rendered | null {
  const edits = rewrites.map(({ start, end, address, syntax }) => ({ start, end, text: writers[syntax](address) }));
  const result = tryRead(applyEdits(article.markdown, edits).text, trustedHtml, article.dollars);
  if (result === null) return null;
  const wanted = written.map(({ address }) => address);
  for (const { index, address } of rewrites) wanted[index] = address;
  const read = findAddresses(result.tokens).map(({ address }) => address);
  const same = read.length === wanted.length && read.every((address, index) => address === wanted[index]);
  if (!same) return null;
  if (isReadAlike(article.tokens, result.tokens)) return result;
  const html = tryRender(result.markdown, trustedHtml, article.dollars)?.html;
  return html !== undefined && withoutAddresses(html) === withoutAddresses(article.html) ? result : null;
}

/** In Markdown parentheses need a backslash, and what would be a character reference an escaped ampersand. */
function toDestination(address: string): string {
  return address.replace(/[()]/g, '\\$&').replace(/&(?=#?\w+;)/g, '&amp;');
}

function toValue(address: string): string {
  return `"${escapeAttribute(address)}"`;
}

/** In a `srcset` the quotes stand around all addresses. */
const writers = { markdown: toDestination, html: toValue, set: escapeAttribute };

/** What would end a destination, a cell or an attribute. */
const endingCharacters = /[\s<>"`|\\[\]^]/g;

/** The same in a `srcset`. */
const setEndingCharacters = /[\s<>"'`|\\[\]^,]/g;

/** What can start emphasis: marked rarely finds it in an address, but can. */
const emphasisCharacters = /[*_~]/g;

function encode(address: string, characters: RegExp): string {
  const toPercent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return address.replace(characters, toPercent);
}

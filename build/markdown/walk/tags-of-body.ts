import { groupBy } from '../../package/group-by.ts';
import { textElements } from '../html/elements.ts';
import { fateOf } from '../html/sanitize.ts';
import { scanTags, type Tag } from '../html/tags.ts';
import type { BodyToken, Html } from '../parse/tokens.ts';
import { isLeaf, walkTokens } from '../parse/walk-tokens.ts';

/** A tag in the HTML of authors. */
export interface BodyTag extends Tag {
  token: Html;
  /** The paragraph, heading or table that it stands in, counted from 1; 0 in a block of HTML. */
  leaf: number;
  /** Whether a letter stands before it. */
  isGlued: boolean;
}

/**
 * All tags of a body, those in the text of an element such as `<title>` too: as published, or as written, in images
 * too.
 */
export function collectTags(tokens: readonly BodyToken[], as: 'text' | 'raw' = 'text'): BodyTag[] {
  const tags: BodyTag[] = [];
  let leaf = 0;
  let before = '';
  const visit = (token: BodyToken): void => {
    if (token.type === 'image' && as === 'raw') walkTokens(token.tokens, visit);
    if (token.type === 'html') {
      for (const tag of scanTags(token[as])) {
        const isGlued = endsInWord.test(tag.start === 0 ? before.slice(-2) : token[as].slice(tag.start - 2, tag.start));
        tags.push({ ...tag, token, leaf: token.block ? 0 : leaf, isGlued });
      }
    } else if (isLeaf(token)) leaf++;
    before = isLeaf(token) ? '' : token.raw;
  };
  walkTokens(tokens, visit);
  return tags;
}

const endsInWord = /[\p{L}\p{N}_]$/u;

/** How the tags of a body belong together. Tags inside of an element that is removed are in none of the lists. */
interface TagPairs {
  /** Start tags without an end tag, those that need none too. */
  unclosed: BodyTag[];
  /** End tags without a start tag. */
  stray: BodyTag[];
  /** Elements that are removed with what they hold. */
  removed: (readonly [start: BodyTag, end: BodyTag])[];
  /** The index of the end tag for that of each start tag which has one. */
  partners: ReadonlyMap<number, number>;
}

/**
 * Pairs start tags with end tags, in time linear in their number. What is removed with its content ends in the same
 * paragraph, or began on a line of its own.
 */
export function pairTags(tags: readonly BodyTag[]): TagPairs {
  const partners = new Map<number, number>();
  const open = new Map<string, number[]>();
  const closers = closersOf(tags);
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at];
    if (tag === undefined || tag.empty) continue;
    const { name } = tag;
    if (tag.closing) {
      const start = popOpen(open.get(name) ?? [], tags, tag);
      if (start !== undefined) partners.set(start, at);
    } else if (textElements.has(name)) {
      // What seems to be tags in it is text.
      const end = nextCloser(closers.get(name), at);
      const closer = end === undefined ? undefined : tags[end];
      if (end === undefined || closer === undefined || !reaches(tag, closer)) continue;
      partners.set(at, end);
      at = end;
    } else {
      const stack = open.get(name);
      if (stack === undefined) open.set(name, [at]);
      else stack.push(at);
    }
  }
  return toPairs(tags, partners);
}

function toPairs(tags: readonly BodyTag[], partners: ReadonlyMap<number, number>): TagPairs {
  const pairs: TagPairs = { unclosed: [], stray: [], removed: [], partners };
  const ended = new Set(partners.values());
  for (let at = 0; at < tags.length; at++) {
    const tag = tags[at];
    if (tag === undefined || tag.empty) continue;
    const end = partners.get(at);
    const closer = end === undefined ? undefined : tags[end];
    if (tag.closing) {
      if (!ended.has(at)) pairs.stray.push(tag);
    } else if (end === undefined || closer === undefined) pairs.unclosed.push(tag);
    else if (fateOf(tag.name) === 'removed') {
      pairs.removed.push([tag, closer]);
      at = end;
    }
  }
  return pairs;
}

/** The last start tag that an end tag can belong to. */
function popOpen(stack: number[], tags: readonly BodyTag[], closer: BodyTag): number | undefined {
  for (let start = stack.pop(); start !== undefined; start = stack.pop()) {
    const tag = tags[start];
    if (tag !== undefined && reaches(tag, closer)) return start;
  }
  return undefined;
}

function reaches(start: BodyTag, end: BodyTag): boolean {
  if (start.token === end.token || fateOf(start.name) !== 'removed') return true;
  if (start.leaf !== 0) return start.leaf === end.leaf;
  return /^[ \t]*(?:\n|$)/.test(start.token.text.slice(start.end, start.end + maxWhitespace));
}

const maxWhitespace = 100;

/** The places of end tags by name, and the last one that was used. */
interface Closers {
  indexes: number[];
  next: number;
}

function closersOf(tags: readonly BodyTag[]): Map<string, Closers> {
  const closing = [...tags.entries()].filter(([, tag]) => tag.closing && textElements.has(tag.name));
  const byName = groupBy(closing, ([, { name }]) => name);
  return new Map(Array.from(byName, ([name, all]) => [name, { indexes: all.map(([index]) => index), next: 0 }]));
}

function nextCloser(closers: Closers | undefined, from: number): number | undefined {
  if (closers === undefined) return undefined;
  while ((closers.indexes[closers.next] ?? Number.POSITIVE_INFINITY) < from) closers.next++;
  return closers.indexes[closers.next];
}

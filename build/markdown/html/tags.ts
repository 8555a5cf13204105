import { decodeHTMLAttribute } from 'entities/decode';
import { createCloseFinder } from '../linear-text.ts';
import { textElements } from './elements.ts';

/** A tag of HTML. */
export interface Tag {
  /** In lower case. */
  name: string;
  closing: boolean;
  /** Written as an element that holds nothing, `<x />`. */
  empty: boolean;
  /** Where it stands in the text it was found in. */
  start: number;
  end: number;
}

/** The tags of HTML, at most `most` of them, in time linear in its length. What is no tag is added to `comments`. */
export function scanTags(html: string, most = Number.POSITIVE_INFINITY, comments: [number, number][] = []): Tag[] {
  const tags: Tag[] = [];
  const findEnd = createEndFinder(html);
  const findInstructionEnd = createCloseFinder(html, ['?>']);
  const findDataEnd = createCloseFinder(html, [']]>']);
  for (let start = nextOpening(html, 0); start !== -1 && tags.length < most; ) {
    let next = start + 1;
    if (html.startsWith('<!--', start)) {
      next = endOfComment(html, start);
      comments.push([start, next]);
    } else if (html[next] === '!' || html[next] === '?') {
      const instruction = html[next] === '?' ? findInstructionEnd(start) + '?>'.length : Number.POSITIVE_INFINITY;
      const data = html.startsWith('<![CDATA[', start) ? findDataEnd(start) + ']]>'.length : Number.POSITIVE_INFINITY;
      next = Math.min(instruction, data);
      if (next === Number.POSITIVE_INFINITY) next = html.indexOf('>', start) + 1;
      comments.push([start, next === 0 ? html.length : next]);
      // No `>` follows, so no tag ends either.
      if (next === 0) break;
    } else {
      const tag = readTag(html, start, findEnd);
      if (tag !== null) tags.push(tag);
      next = tag?.end ?? next;
    }
    start = nextOpening(html, next);
  }
  return tags;
}

function nextOpening(html: string, from: number): number {
  opening.lastIndex = from;
  return opening.test(html) ? opening.lastIndex - 2 : -1;
}

const opening = /<(?:[!?a-z]|\/(?=[a-z]))/gi;

/** The index after a comment; an unclosed one lasts to the end of the text. */
function endOfComment(html: string, start: number): number {
  const short = /^<!---?>/.exec(html.slice(start, start + '<!--->'.length));
  if (short !== null) return start + short[0].length;
  commentEnd.lastIndex = start + '<!--'.length;
  return commentEnd.exec(html) === null ? html.length : commentEnd.lastIndex;
}

const commentEnd = /--!?>/g;

function readTag(html: string, start: number, findEnd: (from: number) => number | null): Tag | null {
  const closing = html[start + 1] === '/';
  const nameStart = start + (closing ? 2 : 1);
  const [written = ''] = tagName.exec(html.slice(nameStart, nameStart + maxNameLength)) ?? [];
  // A quote is part of a name only if nothing closes it.
  for (
    let name = written;
    name !== '';
    name = name.slice(0, Math.max(0, ...[...'"\''].map((q) => name.lastIndexOf(q))))
  ) {
    const end = findEnd(nameStart + name.length);
    if (end === null) continue;
    const empty = !closing && isEmpty(html.slice(start, end));
    return { name: name.toLowerCase(), closing, empty, start, end };
  }
  return null;
}

const tagName = /^[^\s/>]*/;

/** No known element has a longer name. */
const maxNameLength = 100;

/** In a value without quotes the slash is part of the value. */
function isEmpty(tag: string): boolean {
  if (!tag.endsWith('/>')) return false;
  const [last = ''] = tag.split(/[\s"'}]/).slice(-1);
  return !last.includes('=');
}

/** For the index where a tag's name ends, the index after the first `>` outside of quotes; null if there is none. */
function createEndFinder(html: string): (from: number) => number | null {
  // Quotes after which no tag ends: each is searched once, however many tags come before it.
  let dead: Set<number> | null = null;
  let known = { from: 0, at: -1 };

  function nextSpecial(from: number): number {
    if (known.from <= from && from <= known.at) return known.at;
    special.lastIndex = from;
    known = { from, at: special.test(html) ? special.lastIndex - 1 : html.length };
    return known.at;
  }

  return (from) => {
    const quotes: number[] = [];
    for (let at = from; ; ) {
      const next = nextSpecial(at);
      if (html[next] === '>') return next + 1;
      const close = next === html.length || dead?.has(next) ? -1 : html.indexOf(html[next] ?? '', next + 1);
      quotes.push(next);
      if (close === -1) {
        dead ??= new Set();
        for (const quote of quotes) dead.add(quote);
        return null;
      }
      at = close + 1;
    }
  };
}

const special = /[>"']/g;

/** The live tags of an article's HTML, parts of which stand between Markdown. Call it for the parts in their order. */
export function createTagFinder(): (html: string) => Tag[] {
  let textOnly: string | null = null;
  return (html) =>
    scanTags(html).filter(({ name, closing, empty }) => {
      if (textOnly !== null && !(closing && name === textOnly)) return false;
      textOnly = !closing && !empty && textElements.has(name) ? name : null;
      return true;
    });
}

/** What browsers show nobody: comments, declarations and instructions, but not in the text of a script or the like. */
export function findComments(html: string): [number, number][] {
  if (!/<[!?]/.test(html)) return [];
  const comments: [number, number][] = [];
  const texts: [number, number][] = [];
  let open: Tag | null = null;
  for (const tag of scanTags(html, Number.POSITIVE_INFINITY, comments)) {
    if (open !== null && tag.closing && tag.name === open.name) {
      texts.push([open.end, tag.start]);
      open = null;
    } else if (open === null && !tag.closing && !tag.empty && textElements.has(tag.name)) open = tag;
  }
  if (open !== null) texts.push([open.end, html.length]);
  return texts.length === 0
    ? comments
    : comments.filter(([start]) => !texts.some(([from, to]) => from <= start && start < to));
}

/** False only for a text without tags whose names begin so. */
export function hasTag(text: string, letter = /[a-z]/i): boolean {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (letter.test(text[at + 1] ?? '')) return true;
  }
  return false;
}

/** An attribute of a tag. */
interface Attribute {
  /** In lower case. */
  key: string;
  /** As written, with its quotes; '' where it has none. */
  value: string;
  /** Where the value stands in the text. */
  at: number;
}

/** The attributes of a tag; `start` is behind its name. */
export function readAttributes(html: string, start: number, end: number): Attribute[] {
  const found: Attribute[] = [];
  for (const { 0: whole, 1: key = '', 2: value = '', index } of html.slice(start, end).matchAll(attribute)) {
    found.push({ key: key.toLowerCase(), value, at: start + index + whole.length - value.length });
  }
  return found;
}

/** The value of an attribute as its reader sees it. */
export function decodeValue(value: string): string {
  return decodeHTMLAttribute(value.replace(/^(["'])(.*)\1$/s, '$2'));
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g;

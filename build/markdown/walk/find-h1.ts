import type { Token } from 'marked';
import { collapse } from '../../../src/core/collapse.ts';
import { endless, formatting, unseenElements } from '../html/elements.ts';
import { createTagFinder, type Tag } from '../html/tags.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { bodyTokens, inlineText } from '../parse/walk-tokens.ts';
import { htmlText } from './excerpt.ts';

/** A place inside a token. */
export interface TokenPoint {
  token: BodyToken;
  /** Into its `raw`. */
  index: number;
}

/** A level-one heading, or the tag of one that is never closed. */
export interface H1 {
  start: TokenPoint;
  end: TokenPoint;
  /** Plain text. */
  text: string;
}

/**
 * False only for Markdown without level-one headings, in tokens or HTML: it has neither `#` by itself, nor a line that
 * ends in `=`, nor the tag.
 */
export function mayHaveH1(markdown: string): boolean {
  return /(?:^|[\s>])#(?:\s|$)|=[ \t]*(?:[\r\n]|$)|<h1/i.test(markdown);
}

/**
 * All level-one headings in the order of the document, of Markdown and of raw HTML. Raw ones end where a parser of HTML
 * ends them. A heading inside another is part of that one.
 */
export function findH1(markdown: string, tokens: readonly Token[]): H1[] {
  const { found, open } = scan(tokens, rawH1.test(markdown));
  if (open !== null) found.push({ start: open.start, end: open.tagEnd, text: '' });
  return found;
}

/** Ends an unclosed raw heading with the block that it begins in: the rest of the article is no heading. */
export function closeH1(tokens: readonly Token[]): void {
  const { open } = scan(tokens, true);
  const token = open?.start.token;
  if (token?.type !== 'html') return;
  const text = token.text.trimEnd();
  token.text = `${text}</h1>${token.text.slice(text.length)}`;
}

/** A raw heading that has begun. */
interface OpenH1 {
  start: TokenPoint;
  tagEnd: TokenPoint;
  text: string;
  /** How many elements are open around it. */
  depth: number;
}

const rawH1 = /<h1/i;

/** Without raw headings, all others are blocks, and nothing else matters. */
function scan(tokens: readonly Token[], hasRaw: boolean): { found: H1[]; open: OpenH1 | null } {
  const found: H1[] = [];
  const findTags = createTagFinder();
  const elements: string[] = [];
  /** The element that shows no text. */
  let unseen: string | null = null;
  let open: OpenH1 | null = null;

  const closeTo = (depth: number, end: TokenPoint) => {
    elements.length = depth;
    if (open === null || open.depth < depth) return;
    found.push({ start: open.start, end, text: collapse(open.text) });
    open = null;
  };
  /** A heading ends an open heading that would otherwise be its parent. */
  const beginHeading = (at: TokenPoint) => {
    if (isHeading(elements.at(-1))) closeTo(elements.length - 1, at);
  };
  const meetTag = (token: BodyToken, { name, closing, empty, start, end }: Tag) => {
    const before = { token, index: start };
    const after = { token, index: end };
    if (closing) {
      // The end tag of any heading ends any other.
      const depth = isHeading(name) ? elements.findLastIndex(isHeading) : elements.lastIndexOf(name);
      if (depth === -1) return;
      if (!formatting.has(name)) closeTo(depth, isHeading(name) ? after : before);
      else if (open === null || depth >= open.depth) elements.length = depth;
      else {
        // An end tag for formatting that began before the heading does not end the heading.
        elements.splice(depth, 1);
        open.depth--;
      }
      return;
    }
    if (isHeading(name)) beginHeading(before);
    if (name === 'h1' && open === null) open = { start: before, tagEnd: after, text: '', depth: elements.length };
    if (empty && name === 'h1') closeTo(elements.length, after);
    else if (!empty && !endless.has(name) && elements.length < deepest) elements.push(name);
  };
  const readHtml = (token: BodyToken & { text: string }) => {
    let from = 0;
    for (const tag of findTags(token.text)) {
      if (open !== null && unseen === null) open.text += ` ${htmlText(token.text.slice(from, tag.start))}`;
      if (tag.closing ? tag.name === unseen : unseen === null && unseenElements.has(tag.name))
        unseen = tag.closing || tag.empty ? null : tag.name;
      meetTag(token, tag);
      from = tag.end;
    }
    if (open !== null && unseen === null) open.text += ` ${htmlText(token.text.slice(from))}`;
    if ('block' in token && token.block) unseen = null;
  };
  /** What is left open inside of a quote, an item or a cell ends with it. */
  const visitInside = (inner: readonly Token[]) => {
    const depth = elements.length;
    visit(inner);
    const last = bodyTokens(inner).at(-1);
    if (last !== undefined && elements.length > depth) closeTo(depth, { token: last, index: last.raw.length });
  };
  const visit = (blocks: readonly Token[]): void => {
    for (const token of bodyTokens(blocks)) {
      if (token.type === 'html' && hasRaw) readHtml(token);
      else if (token.type === 'heading') {
        beginHeading({ token, index: 0 });
        if (open !== null) open.text += inlineText(token.tokens);
        else if (token.depth === 1) {
          const end = { token, index: token.raw.length };
          found.push({ start: { token, index: 0 }, end, text: collapse(inlineText(token.tokens)) });
        } else visitInside(token.tokens);
      } else if (token.type === 'element' && token.block === true && token.isInline !== true) visitInside(token.tokens);
      else if (token.type === 'list') for (const item of token.items) visitInside(item.tokens);
      else if (token.type === 'blockquote' || token.type === 'footnote') visitInside(token.tokens);
      else if (!hasRaw) continue;
      else if (token.type === 'table') {
        for (const cell of [token.header, ...token.rows].flat()) visitInside(cell.tokens);
      } else if (token.type !== 'image' && 'tokens' in token && token.tokens) visit(token.tokens);
      else if (open !== null) open.text += inlineText([token]);
    }
  };
  visit(tokens);
  return { found, open };
}

function isHeading(name: string | undefined): boolean {
  return name !== undefined && /^h[1-6]$/.test(name);
}

/** Deeper HTML is never published. Each end tag searches the open elements, so their number is bounded. */
const deepest = 500;

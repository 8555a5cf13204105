import type { Token } from 'marked';
import { createTagFinder, type Tag } from './find-tags.ts';
import { inlineText } from './inline-text.ts';
import { collapse, htmlText } from './plain-text.ts';
import type { BodyToken } from './tokens.ts';
import { walkTokens } from './walk-tokens.ts';

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
 * False only for Markdown without level-one headings, in tokens or HTML: it has neither `#` by itself, nor a line that ends in
 * `=`, nor the tag.
 */
export function mayHaveH1(markdown: string): boolean {
  return /(?:^|[\s>])#(?:\s|$)|=[ \t]*(?:[\r\n]|$)|<h1/i.test(markdown);
}

/** All level-one headings in the order of the document: of Markdown, and of raw HTML from `<h1>` to the next `</h1>`. */
export function findH1(tokens: readonly Token[]): H1[] {
  const found: H1[] = [];
  const findTags = createTagFinder();
  let open: { start: TokenPoint; tagEnd: TokenPoint; text: string } | null = null;

  const closeUnpaired = () => {
    if (open !== null) found.push({ start: open.start, end: open.tagEnd, text: '' });
    open = null;
  };
  const meetTag = (token: BodyToken, tag: Tag) => {
    const start = { token, index: tag.start };
    const end = { token, index: tag.end };
    if (!tag.closing) {
      closeUnpaired();
      open = { start, tagEnd: end, text: '' };
      return;
    }
    // An end tag without a beginning is ignored by every parser.
    if (open !== null) found.push({ start: open.start, end, text: collapse(open.text) });
    open = null;
  };

  walkTokens(tokens, (token) => {
    if (token.type === 'html') {
      let from = 0;
      for (const tag of findTags(token.text)) {
        if (tag.name !== 'h1') continue;
        if (open !== null) open.text += ` ${htmlText(token.text.slice(from, tag.start))}`;
        meetTag(token, tag);
        from = tag.end;
      }
      if (open !== null) open.text += ` ${htmlText(token.text.slice(from))}`;
    } else if (open !== null) {
      if (!('tokens' in token) || token.tokens === undefined) open.text += inlineText([token]);
    } else if (token.type === 'heading' && token.depth === 1) {
      const end = { token, index: token.raw.length };
      found.push({ start: { token, index: 0 }, end, text: collapse(inlineText(token.tokens)) });
    }
  });
  closeUnpaired();
  return found;
}

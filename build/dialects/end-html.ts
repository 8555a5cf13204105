import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { voidElements } from '../markdown/html/elements.ts';
import { scanTags } from '../markdown/html/tags.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';

/**
 * Ends HTML where kramdown and Python-Markdown end it. A blank line goes behind HTML whose elements have all ended, so that the text on
 * the next line is Markdown. Those in a paragraph or an item of HTML go, so that it lasts to its end tag.
 */
export function endHtml({ rendered: { markdown, tokens }, spans }: CurrentBody): Edit[] {
  if (!/^ {0,3}<[^\n]*>[ \t]*\n[ \t]*[^\s<]/m.test(markdown) && !/<(?:p|li)[\s>]/i.test(markdown)) return [];
  return tokens.flatMap((token) => {
    const span = token.type === 'html' ? spans().get(token) : undefined;
    if (span === undefined || /^ {0,3}<(?:[!?]|(?:pre|script|style|textarea)\b)/i.test(token.raw)) return [];
    let depth = 0;
    let last = '';
    for (const { name, closing, empty, end } of scanTags(token.raw)) {
      // End tags of what a blank line interrupted come first.
      if (!empty && !voidElements.has(name)) depth = Math.max(0, depth + (closing ? -1 : 1));
      if (blocks.test(name)) last = closing ? '' : name;
      textBelow.lastIndex = end;
      if (depth > 0 || !textBelow.test(token.raw)) continue;
      const start = offsetAt(span, token.raw.indexOf('\n', end));
      return [{ start, end: start, text: '\n' }];
    }
    return /^(?:p|li)$/.test(last) ? joinText(markdown, offsetAt(span, token.raw.trimEnd().length), last) : [];
  });
}

const textBelow = /[ \t]*\n[ \t]*[^\s<]/y;

/** Takes the blank lines out of the rest of an element that has its end tag, and no other block in it. */
function joinText(markdown: string, from: number, name: string): Edit[] {
  blockTag.lastIndex = from;
  const next = blockTag.exec(markdown);
  if (next?.[0].toLowerCase() !== `</${name}`) return [];
  return Array.from(markdown.slice(from, next.index).matchAll(/\n(?:[ \t]*\n)+/g), ({ 0: { length }, index }) => {
    return { start: from + index, end: from + index + length, text: '\n' };
  });
}

const blocks =
  /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|t[dhr]|ul)$/;

const blockTag = new RegExp(`</?(?:${blocks.source.slice(4, -2)})\\b`, 'gi');

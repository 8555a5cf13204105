import type { Tokens } from 'marked';
import { voidElements } from '../html/elements.ts';
import { scanTags } from '../html/tags.ts';

/**
 * A block of HTML as the oldest programs for Markdown read it: it ends with the line on which all its elements have ended, so that the text on
 * the next line is Markdown; a paragraph or an item of HTML goes on over blank lines to its end tag.
 */
export function endHtml(source: string, token: Tokens.HTML): Tokens.HTML {
  const { raw } = token;
  if (/^ {0,3}<(?:[!?]|(?:pre|script|style|textarea)\b)/i.test(raw)) return token;
  let depth = 0;
  let last = '';
  for (const { name, closing, empty, end } of scanTags(raw)) {
    // End tags of what a blank line interrupted come first.
    if (!empty && !voidElements.has(name)) depth = Math.max(0, depth + (closing ? -1 : 1));
    if (blocks.test(name)) last = closing ? '' : name;
    textBelow.lastIndex = end;
    if (depth > 0 || !textBelow.test(raw)) continue;
    const above = raw.slice(0, raw.indexOf('\n', end) + 1);
    return { ...token, raw: above, text: above };
  }
  return /^(?:p|li)$/.test(last) ? joinText(source, token, last) : token;
}

const textBelow = /[ \t]*\n[ \t]*[^\s<]/y;

/** Takes the blank lines out of the rest of an element that has its end tag, and no other block in it. */
function joinText(source: string, token: Tokens.HTML, name: string): Tokens.HTML {
  const from = token.raw.trimEnd().length;
  blockTag.lastIndex = from;
  const next = blockTag.exec(source);
  if (next?.[0].toLowerCase() !== `</${name}`) return token;
  const text = source.slice(0, from) + source.slice(from, next.index).replace(/\n(?:[ \t]*\n)+/g, '\n');
  const [rest = ''] = /^[\s\S]*?(?:\n(?=[ \t]*\n)|$)/.exec(source.slice(next.index)) ?? [];
  return { ...token, raw: source.slice(0, next.index + rest.length), text: text + rest };
}

const blocks =
  /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|t[dhr]|ul)$/;

const blockTag = new RegExp(`</?(?:${blocks.source.slice(4, -2)})\\b`, 'gi');

import { decodeHTML } from 'entities/decode';
import type { Token } from 'marked';
import { collapse } from '../../../src/core/collapse.ts';
import { cutText } from '../edits.ts';
import { unseenElements } from '../html/elements.ts';
import { findComments } from '../html/tags.ts';
import { createCloseFinder } from '../linear-text.ts';
import type { Blockquote, BodyToken } from '../parse/tokens.ts';
import { bodyTokens, inlineText } from '../parse/walk-tokens.ts';

/** How long an excerpt is at most without a `more` comment. */
const excerptLength = 200;

/**
 * The text before a `more` comment, else the first paragraph with words, cut at a word. Plain text; '' where there is
 * none.
 */
export function findExcerpt(tokens: readonly BodyToken[]): string {
  const paragraphs: Paragraph[] = [];
  const marked = collectParagraphs(tokens, paragraphs);
  const texts: string[] = [];
  let isWorded = false;
  for (const paragraph of paragraphs) {
    const text = toPlainText(paragraph);
    if (text === '' || isModuleLine.test(text)) continue;
    const isProse = hasWords(paragraph);
    if (!marked && isProse) return cutAtWord(text);
    isWorded ||= isProse;
    texts.push(text);
  }
  if (!marked) return cutAtWord(texts[0] ?? findHtmlText(tokens));
  const end = tokens.findIndex((token) => token.type === 'html' && moreComment.test(token.text));
  if (isWorded || end === -1) return texts.join(' ');
  // There is only HTML above it, or nothing.
  const above = tokens.slice(0, end + 1).flatMap((token) => (token.type === 'html' ? token.text : []));
  return (
    htmlText(above.join(' ').split(moreComment, 1).join('')) || texts.join(' ') || findExcerpt(tokens.slice(end + 1))
  );
}

/** The text of raw HTML. */
export function htmlText(html: string): string {
  return collapse(
    decodeHTML(
      withoutUnseen(cutText(html, findComments(html)))
        .replace(blockTag, ' ')
        .replace(/<\/?[a-z][^>]*(>?)/gi, (tag, end) => (end === '' ? tag : '')),
    ),
  );
}

/** HTML without elements that show no text. */
export function withoutUnseen(html: string): string {
  return html.replace(unseenHtml, ' ');
}

/** The inline tokens of a paragraph. */
type Paragraph = readonly Token[];

const moreComment = /<!--\s*(?:more|truncate|excerpt|teaser_end|end_teaser)(?:\s*|:[^>]{0,200})-->/i;

/** Where a new line begins. */
export const blockTag = /<\/?(?:br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|summary|table|td|th|tr|ul)(?=[\s/>])[^<>]*>/gi;

const unseenHtml = new RegExp(`<(${[...unseenElements].join('|')})(?![\\w-])[\\s\\S]*?(?:<\\/\\1\\s*>|$)`, 'gi');

/** `import X from 'x'` and `export …`. */
const isModuleLine = /^(?:import\s.+\sfrom\s+["']|import\s+["']|export\s+(?:const|default|function)\s)/;

/** What templates begin with, and the end of each. */
const placeholders: Record<string, string> = { '{%': '%}', '{{': '}}', '{/*': '*/}' };

/** Characters between the delimiters. */
const maxPlaceholderLength = 500;

/** Adds the paragraphs up to a `more` comment to `into`, in document order. Returns whether there is one. */
function collectParagraphs(tokens: readonly Token[], into: Paragraph[]): boolean {
  let isCaption = false;
  return bodyTokens(tokens).some((token) => {
    if (token.isUnseen) return false;
    switch (token.type) {
      case 'html':
        isCaption = /<figcaption[^<>]*>$/i.test(token.text.trimEnd());
        return moreComment.test(token.text);
      case 'blockquote':
        return collectParagraphs(token.tokens.slice(isTitled(token) ? 1 : 0), into);
      case 'list':
        return token.items.some((item) => collectParagraphs(item.tokens, into));
      case 'paragraph':
      case 'text':
        return !isCaption && collectParagraph(token.tokens ?? [token], into);
      case 'element':
        if (token.block !== true || beside.test(token.raw)) return false;
        return (token.isInline === true ? collectParagraph : collectParagraphs)(token.tokens, into);
      default:
        return false;
    }
  });
}

/** Elements whose text stands beside that of the article. */
const beside = /^\s*<(?:aside|figure|footer|header|nav)(?![\w-])/i;

/** Whether an alert begins with its title, and has more. */
function isTitled({ alert, tokens }: Blockquote): boolean {
  const [first, next] = bodyTokens(tokens);
  if (alert === undefined || next === undefined || first?.type !== 'paragraph') return false;
  return first.tokens.length === 1 && first.tokens[0]?.type === 'strong';
}

function collectParagraph(tokens: Paragraph, into: Paragraph[]): boolean {
  const more = tokens.findIndex((token) => token.type === 'html' && moreComment.test(token.raw));
  into.push(more === -1 ? tokens : tokens.slice(0, more));
  return more !== -1;
}

/**
 * Whether it says more than formulas, tags such as `#a` or `tags: #a`, fields `name:: value`, addresses, and links to
 * its headings.
 */
export function hasWords(paragraph: Paragraph): boolean {
  const others = bodyTokens(paragraph).filter(
    (token) => token.type !== 'math' && !(token.type === 'link' && token.href.startsWith('#')),
  );
  return /\p{L}/u.test(toPlainText(others).replace(wordless, ''));
}

const wordless = /^(?:tags?:+(?=\s+#)|[^:]{1,60}::\s.*)|(?<!\S)(?:#|https?:\/\/|www\.)\S+/gi;

/** Plain text of inline tokens, without links that lead nowhere, and without a first line of tags such as `#a`. */
export function toPlainText(paragraph: Paragraph): string {
  const text = linkedText(paragraph).replace(/^(?:#\p{L}[^\s#]*[ \t]*)+\n/u, '');
  // A link to a placeholder is no link of Markdown.
  return collapse(withoutPlaceholders(text).replace(/\[([^[\]]{0,500})\]\( +\)/g, '$1'));
}

/** Plain text of inline tokens, without images, with the names of links that lead nowhere. */
export function linkedText(paragraph: Paragraph): string {
  return inlineText(paragraph.map(withoutBrokenLinks), false);
}

/** The text of links that lead nowhere; an image or a file that would be embedded has none. */
function withoutBrokenLinks(token: Token): Token {
  if (token.type !== 'text' || !/\[\[|\]\(/.test(token.raw)) return token;
  return { ...token, text: keepNames(token.text).replace(spacedLink, keepText) };
}

/** The text of links by name, `[[name]]` and `[[name|text]]`, in place of each. */
export function keepNames(text: string): string {
  return text.replace(namedLink, keepText);
}

function keepText(_: string, bang: string, text: string): string {
  return bang ? '' : text;
}

const spacedLink = /(!?)\[([^[\]]{0,500})\]\((?=[^()]{0,500} )[^()]{1,500}\)/g;

const namedLink = /(!?)\[\[(?=[^[\]\n]{0,500}\p{L})(?:[^[\]|\n]{0,500}\|)?(?!\s)([^[\]|\n]{1,500})(?<!\s)\]\]/gu;

/** Puts a space in place of each placeholder. */
function withoutPlaceholders(text: string): string {
  const finders = new Map<string, (from: number) => number>();
  const opening = /\{(?:[%{]|\/\*)/g;
  let result = '';
  let from = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [open] = found;
    const close = placeholders[open] ?? '';
    const find = finders.get(open) ?? createCloseFinder(text, [close]);
    finders.set(open, find);
    const end = find(opening.lastIndex);
    if (end - opening.lastIndex > maxPlaceholderLength) {
      opening.lastIndex = found.index + 1;
      continue;
    }
    result += `${text.slice(from, found.index)} `;
    from = end + close.length;
    opening.lastIndex = from;
  }
  return result + text.slice(from);
}

/** For bodies that are nothing but HTML. */
function findHtmlText(tokens: readonly BodyToken[]): string {
  for (const token of tokens) {
    const text = token.type === 'html' ? htmlText(token.text) : '';
    if (text !== '') return text;
  }
  return '';
}

function cutAtWord(text: string): string {
  if (text.length <= excerptLength) return text;
  const cut = text.slice(0, excerptLength - 1).replace(/[\ud800-\udbff]$/, '');
  const space = text[cut.length] === ' ' ? cut.length : cut.lastIndexOf(' ');
  // Scripts without spaces are cut anywhere.
  return `${(space > excerptLength / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}

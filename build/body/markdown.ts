import { decodeHTMLStrict } from 'entities/decode';
import { Marked, type MarkedToken, type RendererObject, type Token } from 'marked';
import { cleanAddress, isSafeAddress } from './address.ts';
import { escapeAttribute, escapeText } from './escape-html.ts';
import { inlineText } from './inline-text.ts';
import { tokenizer } from './tokenizer.ts';

/** The tokens of GitHub Flavored Markdown. Throws where marked does. */
export function lexMarkdown(markdown: string): MarkedToken[] {
  return markedTokens(safe.lexer(markdown));
}

/** Tokens as HTML, serialised as the HTML standard does it, so that a parser and back changes nothing. HTML of authors is in it as they wrote it. */
export function renderTokens(tokens: readonly MarkedToken[], trustedHtml: boolean): string {
  return (trustedHtml ? trusted : safe).parser([...tokens]);
}

/** Without extensions every token is one of marked's own. */
export function markedTokens(tokens: readonly Token[]): MarkedToken[] {
  return tokens as MarkedToken[];
}

/** Whether raw HTML is a comment and nothing else; `--!>` ends one as well. */
export function isComment(html: string): boolean {
  return /^\s*<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->\s*$/.test(html);
}

/** The address of a link or an image as its reader sees it: marked leaves character references in it. */
export function readAddress(token: { href: string; autolink?: boolean }): string {
  return token.autolink ? token.href : decodeHTMLStrict(token.href);
}

const safe = createMarkdown(false);
const trusted = createMarkdown(true);

function createMarkdown(trustedHtml: boolean): Marked {
  const renderer: RendererObject = {
    code({ text, lang }) {
      const language = /^\S*/.exec(decodeHTMLStrict(lang ?? ''))?.[0];
      const open = language ? `<code class="language-${escapeAttribute(language)}">` : '<code>';
      return `<pre>${open}${text === '' ? '' : `${escapeText(text.replace(/\n$/, ''))}\n`}</code></pre>\n`;
    },
    codespan({ text }) {
      return `<code>${escapeText(text)}</code>`;
    },
    html({ text }) {
      return !trustedHtml && isComment(text) ? '' : text;
    },
    image(token) {
      const address = encodeAddress(readAddress(token));
      const source = trustedHtml || isSafeAddress(address, 'image') ? toAttribute('src', address) : '';
      return `<img${source}${toAttribute('alt', inlineText(token.tokens))}${toTitle(token.title)}>`;
    },
    link(token) {
      const address = encodeAddress(readAddress(token));
      const target = trustedHtml || isSafeAddress(address, 'link') ? toAttribute('href', address) : '';
      const content = token.autolink ? escapeText(token.text) : this.parser.parseInline(token.tokens);
      return `<a${target}${toTitle(token.title)}>${content}</a>`;
    },
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      if ('escaped' in token && token.escaped) return token.text;
      return escapeText(token.type === 'escape' ? token.text : decodeHTMLStrict(token.text));
    },
  };
  return new Marked({ gfm: true, renderer, tokenizer });
}

/** Percent-encoded where an author left it out, never twice; a lone surrogate cannot be encoded at all. */
function encodeAddress(address: string): string {
  return cleanAddress(encodeURI(address.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%25', '%'));
}

function toAttribute(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`;
}

function toTitle(title: string | null | undefined): string {
  return title ? toAttribute('title', decodeHTMLStrict(title)) : '';
}

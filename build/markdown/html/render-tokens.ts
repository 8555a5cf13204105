import { Marked, type RendererExtension, type RendererObject } from 'marked';
import { cutText } from '../edits.ts';
import { renderFootnotes, renderRef } from '../parse/footnotes.ts';
import type {
  Blockquote,
  BodyToken,
  Element,
  FootnoteRef,
  Footnotes,
  Heading,
  Image,
  MathText,
} from '../parse/tokens.ts';
import { inlineText } from '../parse/walk-tokens.ts';
import { cleanAddress, isSafeAddress } from './address.ts';
import { decodeReferences, escapeText, toAttribute } from './escape-html.ts';
import { toPlayer } from './players.ts';
import { findComments } from './tags.ts';
import { ownPrefix } from './unique-ids.ts';

/**
 * Tokens as HTML, serialised as the HTML standard does it, so that a parser and back changes nothing. HTML of authors
 * is in it as they wrote it.
 */
export function renderTokens(tokens: readonly BodyToken[], trustedHtml: boolean): string {
  return (trustedHtml ? trusted : safe).parser([...tokens]);
}

/** The same for HTML that is going to be sanitised, with `ownPrefix` before the ids of headings and footnotes. */
export function renderMarked(tokens: readonly BodyToken[]): string {
  return marked.parser([...tokens]);
}

/** The address of a link or an image as its reader sees it: marked leaves character references in it. */
export function readAddress(token: { href: string }): string {
  return decodeReferences(token.href);
}

function toRenderers(prefix: string): RendererExtension[] {
  return [
    {
      name: 'math',
      renderer(token) {
        const { text, isDisplay } = token as MathText;
        // MathJax displays what stands between `$$`, whatever its class.
        const written = isDisplay ? text : text.replace(/^\$\$([\s\S]*)\$\$$/, '\\($1\\)');
        return `<span class="math ${isDisplay ? 'display' : 'inline'}">${escapeText(written)}</span>`;
      },
    },
    { name: 'footnote', renderer: () => '' },
    {
      name: 'element',
      renderer(token) {
        const { name, id, block, isInline, tokens } = token as Element;
        const content = block && !isInline ? this.parser.parse(tokens) : this.parser.parseInline(tokens);
        if (name === '') return content;
        const start = `<${name}${id ? toAttribute('id', id) : ''}>`;
        return `${start}${block && !isInline ? '\n' : ''}${content}</${name}>${block ? '\n' : ''}`;
      },
    },
    {
      name: 'footnoteRef',
      renderer(token) {
        const ref = token as FootnoteRef;
        return ref.number === undefined ? escapeText(ref.raw) : renderRef(ref, prefix);
      },
    },
    {
      name: 'footnotes',
      renderer(token) {
        return renderFootnotes(token as Footnotes, (note) => this.parser.parse(note.tokens), prefix);
      },
    },
  ];
}

const safe = createMarkdown(false);
const trusted = createMarkdown(true);
const marked = createMarkdown(false, ownPrefix);

function createMarkdown(trustedHtml: boolean, prefix = ''): Marked {
  const renderer: RendererObject = {
    blockquote({ alert, tokens }: Blockquote) {
      const content = this.parser.parse(tokens);
      if (alert === undefined) return `<blockquote>\n${content}</blockquote>\n`;
      const title = alert.charAt(0).toUpperCase() + alert.slice(1);
      const start = `<div class="markdown-alert markdown-alert-${alert}">\n<p class="markdown-alert-title">${title}</p>`;
      return `${start}\n${content}</div>\n`;
    },
    code({ text, lang }) {
      const info = decodeReferences(lang ?? '');
      const [before = '', language = ''] = languageOf.exec(info) ?? [];
      const title = titleOf.exec(info.slice(before.length))?.find((each, index) => index > 0 && each);
      const name = language === '' ? '' : toAttribute('class', `language-${language}`);
      const open = `<pre${title ? toAttribute('title', title) : ''}><code${name}>`;
      return `${open}${text === '' ? '' : `${escapeText(text.replace(/\n$/, ''))}\n`}</code></pre>\n`;
    },
    codespan({ text }) {
      return `<code>${escapeText(text)}</code>`;
    },
    heading({ depth, id, tokens }: Heading) {
      return `<h${depth}${id ? toAttribute('id', prefix + id) : ''}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    html({ text }) {
      const comments = trustedHtml ? [] : findComments(text);
      const shown = comments.length === 0 ? text : cutText(text, comments);
      return comments.length > 0 && shown.trim() === '' ? '' : shown;
    },
    image(token: Image) {
      const text = inlineText(token.tokens);
      const player = toPlayer(readAddress(token), text, decodeReferences(token.title ?? ''));
      if (player !== null) return player;
      const address = encodeAddress(readAddress(token));
      const source = trustedHtml || isSafeAddress(address, 'image') ? toAttribute('src', address) : '';
      return `<img${source}${toAttribute('alt', text)}${toSides(token)}${toTitle(token.title)}>`;
    },
    link(token) {
      const address = encodeAddress(readAddress(token));
      const target = trustedHtml || isSafeAddress(address, 'link') ? toAttribute('href', address) : '';
      const content = token.autolink ? escapeText(decodeReferences(token.text)) : this.parser.parseInline(token.tokens);
      return `<a${target}${toTitle(token.title)}>${content}</a>`;
    },
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      if ('escaped' in token && token.escaped) return token.text;
      return escapeText(token.type === 'escape' ? token.text : decodeReferences(token.text));
    },
  };
  return new Marked({ gfm: true, renderer, extensions: toRenderers(prefix) });
}

/** Percent-encoded where the author did not do so, never twice; a lone surrogate cannot be encoded at all. */
function encodeAddress(address: string): string {
  return cleanAddress(encodeURI(address.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%25(?=[\da-f]{2})/gi, '%'));
}

function toSides({ width, height }: Image): string {
  return (width ? toAttribute('width', width) : '') + (height ? toAttribute('height', height) : '');
}

function toTitle(title: string | null | undefined): string {
  return title ? toAttribute('title', decodeReferences(title)) : '';
}

/** Of fenced code: `js{4-6}`, `{.js #id}`, `{r, echo=FALSE}`, `rust,ignore`, `js=`, `js=101`. */
const languageOf = /^(?:\{[ \t]*(?:#\S+[ \t]+)?\.?)?((?![\w-]+=(?!\d*\+?(?:\s|$)))[^\s{}:,[\]=]*)/;

/**
 * What programs show above it, behind its language: `:app.js`, `title="app.js"`, `[app.js]`. A colon begins options of
 * VuePress, too.
 */
const titleOf =
  /^:(?!(?:no-)?(?:line-numbers|v-pre|collapsed-lines)\b|[\w-]+=)([^\s{]+)|(?:^|[\s{,:])(?:title|filename|name|caption)=(?:"([^"]+)"|'([^']+)'|([^\s"',}]+))|(?:^|[\s}])\[([^[\]]+)\]/i;

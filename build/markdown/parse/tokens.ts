import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeReferences } from '../html/escape-html.ts';

/** A token of an article: marked's own, with what other syntax adds to it, and some that marked has not. */
export type BodyToken =
  | (Exclude<MarkedToken, { type: 'heading' | 'blockquote' | 'link' | 'image' | 'html' }> & Reported)
  | ((Html | Heading | Blockquote | Link | Image | Element | Footnote | FootnoteRef | Footnotes | MathText) & Reported);

/** What is reported of a token: that it is not known, or not complete. */
export interface Reported {
  warning?: Warning;
  /** A link or an image by a name that no file has. */
  unnamed?: { written: string; isImage: boolean };
  /** Whether a dialect read its address. */
  isRead?: true;
  /** Why readers see nothing of it. */
  hidden?: HiddenKind;
  /** Whether it stands in an element of HTML that shows no text. */
  isUnseen?: true;
}

/** What is reported of a part of a text that readers do not see. */
export interface HiddenKind {
  /** What hides it, in Markdown, without any of its text. */
  name: string;
  /** Whether readers would need a password. */
  isSecret?: true;
  /** The label of a footnote that nothing refers to: of these each is reported. */
  footnote?: string;
}

/** Syntax of another program of which something is lost. */
export interface Warning {
  /** The syntax. */
  written: string;
  /** What became of it. */
  fate: string;
  /** What it is; "a directive" by default. */
  kind?: string;
}

/** HTML of an author. `text` is what is published of it: `raw`, or what mended it. */
export interface Html {
  type: 'html';
  raw: string;
  text: string;
  block: boolean;
  pre: boolean;
  /** The tags that were taken away. */
  lost?: LostTag[];
}

export interface LostTag {
  /** Of the element. */
  name: string;
  /** What is reported of it. */
  found: string;
  /** Where it stands in `raw`. */
  index: number;
}

/** A link. One that is not written as Markdown has its text in Markdown as `label`. */
export interface Link extends Tokens.Link {
  label?: string;
}

/** The same of an image; its sides are in pixels. */
export interface Image extends Tokens.Image {
  label?: string;
  width?: string | undefined;
  height?: string | undefined;
}

/** An element of HTML that other syntax names, such as `mark` for `==…==`; with the name '', what it holds and nothing around it. */
export interface Element {
  type: 'element';
  raw: string;
  name: string;
  id?: string;
  tokens: Token[];
  /** Whether it is a block; what it holds are blocks, unless `isInline` says so. */
  block?: boolean;
  isInline?: boolean;
  /** Of its own lines, the one at which its blocks begin; 0 by default. */
  contentLine?: number;
}

export interface Heading extends Tokens.Heading {
  /** '' where its text has nothing that an id can be made of. */
  id?: string;
  /** The id that its author gave it in other syntax than `{#id}`. */
  ownId?: string;
}

export interface Blockquote extends Tokens.Blockquote {
  alert?: Alert;
  /** Of its own lines, the one at which the text begins; 0 by default. */
  contentLine?: number;
}

/** GitHub's kinds of alerts. */
export type Alert = 'note' | 'tip' | 'important' | 'warning' | 'caution';

/** A formula in TeX, with the characters around it, such as `$`. */
export interface MathText {
  type: 'math';
  raw: string;
  /** Without the escapes of Markdown that are in `raw`. */
  text: string;
  isDisplay: boolean;
}

/** `[^label]: …`, where it stands in the source. It is rendered among the footnotes. */
export interface Footnote {
  type: 'footnote';
  raw: string;
  label: string;
  tokens: Token[];
  /** Absent where nothing refers to it. */
  number?: number;
  refs: FootnoteRef[];
}

/** `[^label]`. */
export interface FootnoteRef {
  type: 'footnoteRef';
  raw: string;
  label: string;
  /** Of its footnote; absent where that is not there. */
  number?: number;
  id: string;
  /** The footnote, where it is written in the line. */
  note?: Footnote;
  /** Whether it stands in a level-one heading, or in a footnote that only those refer to. */
  isOnlyInH1: boolean;
}

/** The footnotes that something refers to, in the order of their numbers: the last token of an article that has any. */
export interface Footnotes {
  type: 'footnotes';
  raw: '';
  notes: Footnote[];
}

export function bodyTokens(tokens: readonly Token[]): BodyToken[] {
  return tokens as BodyToken[];
}

/**
 * Visits tokens in the order of the document, each before those inside it; `false` skips these. The text of an image is an
 * attribute, so it is not visited.
 */
export function walkTokens(tokens: readonly Token[], visit: (token: BodyToken) => unknown): void {
  for (const token of bodyTokens(tokens)) {
    if (visit(token) === false) continue;
    if (token.type === 'list') for (const item of token.items) walkTokens(item.tokens, visit);
    else if (token.type === 'table')
      for (const cell of [token.header, ...token.rows].flat()) walkTokens(cell.tokens, visit);
    else if (token.type !== 'image' && 'tokens' in token && token.tokens) walkTokens(token.tokens, visit);
  }
}

/** All tokens that `walkTokens` visits, but for text and blank lines: for steps that each go over them all. */
export function tokensWithMeaning(tokens: readonly BodyToken[]): readonly BodyToken[] {
  const all: BodyToken[] = [];
  walkTokens(tokens, (token) => {
    if (token.type !== 'space' && (token.type !== 'text' || 'tokens' in token || token.warning || token.unnamed))
      all.push(token);
  });
  return all;
}

/** What inline tokens say, as plain text: without markup, character references decoded, white space as written. */
export function inlineText(tokens: readonly Token[], images = true): string {
  return tokens.map((token) => textOf(token as BodyToken, images)).join('');
}

function textOf(token: BodyToken, images: boolean): string {
  if (token.isUnseen) return '';
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineText(token.tokens, images) : decodeReferences(token.text);
    case 'escape':
    case 'codespan':
    case 'math':
      return token.text;
    case 'br':
      return '\n';
    case 'link':
      return token.autolink ? decodeReferences(token.text) : inlineText(token.tokens, images);
    case 'image':
      return images ? inlineText(token.tokens, images) : '';
    case 'strong':
    case 'em':
    case 'del':
    case 'element':
      return inlineText(token.tokens, images);
    default:
      return '';
  }
}

/** A block that holds no other blocks. */
export function isLeaf(token: BodyToken): boolean {
  if (token.type === 'html') return token.block === true;
  if (token.type === 'text') return 'tokens' in token;
  if (token.type === 'element') return token.block === true && token.isInline === true;
  return token.type === 'paragraph' || token.type === 'heading' || token.type === 'table';
}

/**
 * The source of a block, with spaces for code spans, formulas and comments; with `andLinks` also for images, escapes, and all of links
 * but their text.
 */
export function withoutCode(token: BodyToken, andLinks = false): string {
  const raw =
    token.type === 'html' ? token.text.replace(/<!--[\s\S]*?(?:-->|$)/g, (each) => ' '.repeat(each.length)) : token.raw;
  const hidden: { start: number; end: number }[] = [];
  let from = 0;
  walkTokens([token], (inner) => {
    const isLink = andLinks && inner.type === 'link' && inner.raw.startsWith('[');
    const isHidden =
      codeTypes.has(inner.type) || isReadByDialect(inner) || (inner.type === 'html' && isComment(inner.text));
    if (!isLink && !isHidden && !(andLinks && linkTypes.has(inner.type))) return true;
    const found = raw.indexOf(inner.raw, from);
    // In a cell, bars are escaped.
    const written = found === -1 ? inner.raw.replaceAll('|', '\\|') : inner.raw;
    const start = found === -1 && written !== inner.raw ? raw.indexOf(written, from) : found;
    if (start === -1) return false;
    const end = start + written.length;
    hidden.push({ start: isLink ? Math.max(start, start + written.lastIndexOf('](')) : start, end });
    from = isLink ? start + 1 : end;
    return isLink;
  });
  let text = '';
  for (const { start, end } of hidden.sort((a, b) => a.start - b.start))
    text += raw.slice(text.length, start) + ' '.repeat(Math.max(0, end - Math.max(start, text.length)));
  return text + raw.slice(text.length);
}

const codeTypes: ReadonlySet<string> = new Set(['codespan', 'math']);

const linkTypes: ReadonlySet<string> = new Set(['image', 'escape', 'footnoteRef']);

function isReadByDialect(token: BodyToken): boolean {
  if (token.type === 'element') return token.block !== true;
  if (token.type === 'text') return !('tokens' in token) && token.raw.startsWith('{') && token.text !== token.raw;
  return (
    token.isRead === true ||
    ('label' in token && (token.type === 'link' || token.type === 'image') && token.label !== undefined)
  );
}

/** Whether raw HTML is a comment and nothing else; `--!>` ends one as well. */
export function isComment(html: string): boolean {
  return /^\s*<!--(?!-?>)(?:(?!--!?>)[\s\S])*-->\s*$/.test(html);
}

/** Whether a token is a level-one heading of Markdown. */
export function isTitle(token: BodyToken): token is Heading {
  return token.type === 'heading' && token.depth === 1;
}

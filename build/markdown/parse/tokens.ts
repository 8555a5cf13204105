import type { MarkedToken, Token, Tokens } from 'marked';

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

/**
 * An element of HTML that other syntax names, such as `mark` for `==…==`; with the name '', what it holds and nothing
 * around it.
 */
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

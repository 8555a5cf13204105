import type { MarkedToken, Token, Tokens } from 'marked';

/** A token of an article: marked's own, save that headings have ids and quotes may be alerts, and those of footnotes. */
export type BodyToken =
  | Exclude<MarkedToken, { type: 'heading' | 'blockquote' }>
  | Heading
  | Blockquote
  | Footnote
  | FootnoteRef
  | Footnotes;

export interface Heading extends Tokens.Heading {
  /** '' where its text has nothing that an id can be made of. */
  id?: string;
}

export interface Blockquote extends Tokens.Blockquote {
  alert?: Alert;
}

/** GitHub's kinds of alerts. */
export type Alert = 'note' | 'tip' | 'important' | 'warning' | 'caution';

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
  /** Whether it stands in a level-one heading, or in a footnote that only those refer to. */
  leavesWithH1: boolean;
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

/** How front matter is written; `lines` is the `Key: value` of Pelican and MultiMarkdown, whose values are bare text. */
export type Syntax = 'yaml' | 'toml' | 'json' | 'lines';

/** What stands at the top of a text; lines are 1-based. */
export type Fence =
  | { kind: 'none' }
  /** Front matter that never ends. */
  | { kind: 'unclosed'; line: number; fence: string }
  /** A language that is refused, since it would have to be run or nobody knows it. */
  | { kind: 'language'; line: number; language: string }
  | Doubtful
  | Header;

/** What looks like front matter and cannot be told from text for certain. */
export interface Doubtful {
  kind: 'doubtful';
  line: number;
  found: string;
  /** Whether it is hardly anything else. */
  isSure: boolean;
  /** Whether a line follows that could close it. */
  isClosed: boolean;
}

export interface Header {
  kind: 'header';
  syntax: Syntax;
  /** Where it begins: with its fence, if it has one. */
  line: number;
  /** The lines of the front matter, each with its line end, without fences. */
  header: string;
  headerLine: number;
  /** The text after it. */
  body: string;
  bodyLine: number;
}

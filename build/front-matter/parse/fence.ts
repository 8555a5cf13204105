/** How front matter is written; `lines` is `Key: value` lines, whose values are bare text. */
export type Syntax = 'yaml' | 'toml' | 'json' | 'lines';

/** What stands at the top of a text; lines are 1-based. */
export type Fence =
  | { kind: 'none' }
  /** Front matter without a closing fence; `line` is the last that looks like a part of it, where one does. */
  | { kind: 'unclosed'; line: number; fence: string; lastLine?: string }
  /** A language that is refused, because it is code or unknown. */
  | { kind: 'language'; line: number; language: string }
  | Doubtful
  | Fenced
  | Header;

/** What looks like front matter but may be text. */
export interface Doubtful {
  kind: 'doubtful';
  line: number;
  found: string;
  /** Whether it is almost certainly front matter. */
  isSure: boolean;
  /** Whether a line below could be its closing fence. */
  isClosed: boolean;
}

/** Front matter between two fences of one kind, which gray-matter splits and parses. */
export interface Fenced {
  kind: 'fenced';
  syntax: Syntax;
  /** The word after the opening fence; '' without one. */
  language: string;
  /** Where it begins: the line of the opening fence. */
  line: number;
  /** The text from the opening fence to its end. */
  text: string;
  /** The opening fence without its language, and the whole line of the closing one. */
  delimiters: readonly [string, string];
  /** Where in `text` the lines of the front matter begin and end. */
  range: readonly [number, number];
}

/** Front matter without fences, or with fences that gray-matter does not know. */
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

/** Finds front matter of a kind of its own at the top of a text without empty lines before it; `line` is the first of the text. */
export type FindHeader = (text: string, line: number) => Header | null;

/** Front matter from one place of a text to another; its body begins at a third. `line` is the first of the text. */
export function toHeader(
  text: string,
  line: number,
  syntax: Syntax,
  places: readonly [number, number, number],
): Header {
  const [start, end, bodyStart] = places;
  const header = `${text.slice(start, end).replace(/\n$/, '')}\n`;
  // As if the last line had an end, too.
  const lineOf = (offset: number): number =>
    line + text.slice(0, offset).split('\n').length - (offset > text.length ? 0 : 1);
  const [headerLine, bodyLine] = [lineOf(start), lineOf(bodyStart)];
  return { kind: 'header', syntax, line, header, headerLine, body: text.slice(bodyStart), bodyLine };
}

/** The line that begins at an offset of a text, without its end. */
export function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

/** How front matter is written; `lines` is `Key: value` lines, whose values are bare text. */
export type Syntax = 'yaml' | 'toml' | 'json' | 'lines';

/** What stands at the top of a text; lines are 1-based. */
export type Fence =
  | { kind: 'none' }
  /** Front matter without a closing fence; `line` is the last that looks like a part of it, where one does. */
  | { kind: 'unclosed'; line: number; fence: string; lastLine?: string }
  /** A language that is refused, because it is code or unknown. */
  | { kind: 'language'; line: number; language: string }
  /** What looks like front matter with a broken fence, but may be text. */
  | { kind: 'doubtful'; line: number; found: string }
  | Header;

/** Front matter, and the text after it. */
export interface Header {
  kind: 'header';
  syntax: Syntax;
  /** Where it begins: with its fence, if it has one. */
  line: number;
  /** The lines of the front matter, each with its line end, without fences. */
  header: string;
  headerLine: number;
  body: string;
  bodyLine: number;
  fences?: Fences;
}

/** The two fences of front matter. */
export interface Fences {
  /** Each as a whole line. */
  opening: string;
  closing: string;
  /** The opening one without the language after it, and that language; '' without one. */
  delimiter: string;
  language: string;
}

/** Finds front matter of a kind of its own at the top of a text without empty lines before it; `line` is the first of the text. */
export type FindHeader = (text: string, line: number) => Header | null;

/** Front matter from one place of a text to another; its body begins at a third. `line` is the first of the text. */
export function toHeader(
  text: string,
  line: number,
  syntax: Syntax,
  places: readonly [number, number, number],
  fences?: Fences,
): Header {
  const [start, end, bodyStart] = places;
  const written = text.slice(start, end).replace(/\n$/, '');
  // As if the last line had an end, too.
  const lineOf = (offset: number): number =>
    line + text.slice(0, offset).split('\n').length - (offset > text.length ? 0 : 1);
  return {
    kind: 'header',
    syntax,
    line,
    header: start === end ? '' : `${written}\n`,
    headerLine: lineOf(start),
    body: text.slice(bodyStart),
    bodyLine: lineOf(bodyStart),
    ...(fences && { fences }),
  };
}

/** The line that begins at an offset of a text, without its end. */
export function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

/** The line on which a problem stands. */
export interface SourceLine {
  text: string;
  /** Columns of a terminal before the place of the problem. */
  indent: number;
}

/** Replaces what a terminal would obey instead of print. */
export function toPrintable(text: string): string {
  return (
    text
      .replaceAll('\t', ' ')
      // Control characters and those that turn the direction of writing.
      .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
  );
}

import type { MathText } from './tokens.ts';

/** How a body is read. */
export interface LexerSetting {
  /** Whether each line of a paragraph breaks at its end. */
  lineBreaks?: boolean;
  /** Of the work that a body may take, the share for this parse: 1 by default. */
  share?: number;
  /** What separates words for `*` besides spaces and punctuation; null for nothing. */
  wordEnd: RegExp | null;
  /** The formulas of a text by where they begin; null where there are none. */
  toFormulas: ((text: string, isInLink: boolean) => ReadonlyMap<number, MathText>) | null;
}

/** What extensions know of the body that is parsed. */
export interface BodyContext {
  /** Its source. */
  source: string;
  /** The path of its file from the content folder on. */
  path: string;
  /** The path from the content folder on of the file that a name stands for; null for none. */
  findNamed(name: string): string | null;
}

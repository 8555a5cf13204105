import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';

/** A fault of front matter, at its place in the text that was parsed, whose line 1 is the one before the first key. */
export interface HeaderFault extends Position {
  /** Of the package that parsed it, or `NOT_A_MAPPING`, `TOO_DEEP`, `TOO_LARGE`, `DUPLICATE_KEY`. */
  code: string;
  /** A sentence without its full stop. */
  message: string;
  /** Of a key that stands twice: the key, and where it stands first. */
  twin: { key: string; first: Position } | null;
}

/** Front matter that was parsed. */
export interface ReadHeader {
  /** Keys that stand twice, in any mapping; of those the last value counts. */
  twins: HeaderFault[];
  /** Top-level keys, each with its plain data and place; `lineOffset` is added to every line. */
  read(lineOffset: number): Map<string, FrontMatterValue>;
}

/** Front matter, or why it cannot be read. */
export type HeaderResult = ReadHeader | { faults: HeaderFault[] };

/** Of a text that holds nothing, or comments alone. */
export const emptyHeader: ReadHeader = { twins: [], read: () => new Map() };

/** What a NUL and half surrogate pairs, which escapes can smuggle in, become. */
export function cleanText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';

/** What is wrong with the syntax of front matter, and where in the file. */
export interface SyntaxProblem extends Position {
  /** Of the package that parsed it, or `NOT_A_MAPPING`, `TOO_DEEP`, `TOO_LARGE`, `DUPLICATE_KEY`. */
  code: string;
  /** A sentence without its full stop. */
  message: string;
  /** Of a key that stands twice: the key, and the line on which it stands first. */
  duplicate: { key: string; firstLine: number; isEqual: boolean } | null;
  /** What the line should be, where it was read as its author meant it. */
  corrected?: string;
}

/** Front matter as a parser gives it: its top-level keys, or why it cannot be read. */
export type ParsedFrontMatter =
  | {
      values: Map<string, FrontMatterValue>;
      /** Keys that stand twice, in any mapping, of which the last value counts; and lines that were corrected. */
      doubts: SyntaxProblem[];
    }
  | { problems: SyntaxProblem[] };

/** A key that stands a second time at a place. */
export function duplicateKey(key: string, at: Position, first: Position, isEqual: boolean): SyntaxProblem {
  const message = `the key \`${key}\` stands here a second time`;
  const { line, column } = at;
  return { code: 'DUPLICATE_KEY', message, duplicate: { key, firstLine: first.line, isEqual }, line, column };
}

/** Replaces NUL and lone surrogates, which escapes in quoted text can give. */
export function cleanText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

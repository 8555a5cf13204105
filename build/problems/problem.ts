import type { Facts, Others } from './sentences/sentences.ts';

/** Everything that can be wrong with content; each code is documented in the guide. */
export const problemCodes = [
  'unreadable',
  'symbolic-link',
  'unread-extension',
  'encoding',
  'too-large',
  'failed',
  'front-matter-unclosed',
  'front-matter-too-large',
  'front-matter-syntax',
  'front-matter-unfenced',
  'front-matter-language',
  'front-matter-not-a-mapping',
  'duplicate-key',
  'misspelt-key',
  'wrong-type',
  'bad-id',
  'bad-slug',
  'bad-date',
  'far-date',
  'no-date',
  'duplicate-id',
  'duplicate-slug',
  'slug-clash',
  'id-clash',
  'alias-clash',
  'moved-slug',
  'removed-article',
  'missing-image',
  'missing-root-image',
  'broken-link',
  'broken-anchor',
  'unused-footnote',
  'unclosed',
  'empty-article',
  'html-removed',
  'hidden-text',
  'markdown-in-html',
  'template-syntax',
  'too-deep',
  'too-long',
  'too-much-html',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Where something stands in a source file. */
export interface Position {
  /** 1-based. */
  line: number;
  /** 1-based, in UTF-16 code units, as editors count. */
  column: number;
}

/**
 * What can be written into a file without a person's decision: in front matter its id, former slugs, a date in place of a slip; in the
 * body the address of a file that was renamed.
 */
export interface Autofix {
  id?: number;
  aliases?: string[];
  date?: string;
  link?: { from: string; to: string };
}

/** A problem of one file, on which its author can act. An error stops the build; a warning does not. */
export interface Problem extends Position {
  code: ProblemCode;
  severity: 'error' | 'warning';
  /** Relative to the content folder, with `/`. */
  path: string;
  /** What it is about. `toWords` says it, when it is printed. */
  facts: Facts;
  /** Problems of which only this one is kept; absent where it stands for itself. */
  others?: Others;
  /** The path of the file that a link leads to and that is not there, relative to the content folder; absent in other problems. */
  target?: string;
  /** What `galley check --fix` does about it; absent where it is for a person to decide. */
  autofix?: Autofix;
  /** Of problems with the same text here, a build reports the first, with the number of the others, and without it. */
  alike?: string;
  /** A line of galley.config.yaml that fixes it in all files; absent where there is none. */
  setting?: string;
}

/** What a function made, and the problems that it found. */
export interface Result<Value> {
  value: Value;
  problems: Problem[];
}

/** The order in which problems are reported: by file, then by position, then by code. */
export function compareProblems(a: Problem, b: Problem): number {
  return comparePlaces(a, b) || compareText(a.code, b.code);
}

type FilePosition = Pick<Problem, 'path' | 'line' | 'column'>;

/** By file, then by position. */
export function comparePlaces(a: FilePosition, b: FilePosition): number {
  return compareText(a.path, b.path) || a.line - b.line || a.column - b.column;
}

/** By UTF-16 code unit: the same order in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

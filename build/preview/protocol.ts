import type { Problem } from '../problems/problem.ts';

/** A Markdown file, as the page of `galley dev` lists it. */
export interface FileRow {
  /** Relative to the content folder, with `/`. */
  path: string;
  /** Of an article, the clock says whether it is due; `hidden` is kept back or no article; `faulty` has errors of its own. */
  kind: 'article' | 'hidden' | 'faulty';
  /** Why it is hidden, in words. */
  reason: string | null;
  /** Null until it was read, and where it cannot be. */
  title: string | null;
  /** Seconds since 1970-01-01T00:00:00Z; null where there is no date, or none was read yet. */
  publishAt: number | null;
  slug: string | null;
  aliases: readonly string[];
  errors: number;
  warnings: number;
}

/** What the page is told at once: a message of the stream of events. */
export interface Update {
  /** On the first message of a stream: what was told before is void. */
  begin: { site: string; version: string } | null;
  /** Files that are new or changed. */
  rows: FileRow[];
  /** Paths of files that are gone. */
  gone: string[];
  /** Counts builds. 0 before the first is done. */
  build: number;
  errors: number;
  warnings: number;
  /** Why the last build did not come to an end: a disk that is full, a folder that is gone. */
  failure: string | null;
}

/** A problem with the line that it is in. */
export interface ShownProblem extends Problem {
  /** As the author wrote it, from `from` on; null where it cannot be read. */
  source: string | null;
  /** The column, 1-based, with which `source` begins: of a long line only a part is shown. */
  from: number;
}

/** Problems of the last build, the most pressing first. */
export interface ShownProblems {
  total: number;
  problems: ShownProblem[];
}

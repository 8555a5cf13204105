import type { Problem } from '../problems/problem.ts';

/** A Markdown file, as the page of `galley dev` lists it. */
export interface FileRow {
  /** Relative to the content folder, with `/`. */
  path: string;
  /** `article` may be scheduled; `hidden` is a draft, expired or no article; `faulty` has errors of its own. */
  kind: 'article' | 'hidden' | 'faulty';
  /** Why it is hidden, in words. */
  reason: string | null;
  /** Null until the file was read, and where it cannot be read. */
  title: string | null;
  /** Seconds since 1970-01-01T00:00:00Z; null where there is no date, or the file was not read yet. */
  publishAt: number | null;
  slug: string | null;
  aliases: readonly string[];
  errors: number;
  warnings: number;
}

/** One message of the stream of events. */
export interface Update {
  /** On the first message of a stream, which replaces all before it. */
  begin: { site: string; version: string } | null;
  /** Files that are new or changed. */
  rows: FileRow[];
  /** Paths of files that are gone. */
  gone: string[];
  /** The number of builds; 0 until the first is done. */
  build: number;
  errors: number;
  warnings: number;
  /** Why the last build did not finish, such as a full disk or a missing folder. */
  failure: string | null;
  /** Paths of some files that were saved since `galley dev` runs, the newest first. */
  saved: readonly string[];
}

/** A problem with the line that it is in. */
export interface ShownProblem extends Problem {
  /** As the author wrote it, from `from` on; null where it cannot be read. */
  source: string | null;
  /** The column, 1-based, at which `source` begins: only a part of a long line is shown. */
  from: number;
}

/** Problems of the last build, the most important first. */
export interface ShownProblems {
  total: number;
  problems: ShownProblem[];
}

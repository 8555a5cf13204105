import type { Problem } from '../problems/problem.ts';

/** A Markdown file, as the page of `galley dev` lists it. */
export interface FileRow {
  /** Relative to the content folder, with `/`. */
  path: string;
  /** `article` may be scheduled; `hidden` is a draft, expired or no article; `invalid` has errors of its own. */
  kind: 'article' | 'hidden' | 'invalid';
  /** Why it is hidden, in words; of an invalid file, what readers have. */
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
  begin: Begin | null;
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

/** What does not change while `galley dev` runs. */
export interface Begin {
  site: string;
  /** Opens a file in the editor, once its path is in the place of `{file}`. */
  edit: string;
  version: string;
  /** Whether readers get nothing new while a file has errors. */
  stopsAtErrors: boolean;
}

/** A problem with the line that it is in, and where more can be done about it. */
export interface ShownProblem extends Problem {
  /** Whether the last save is about it. */
  isFresh: boolean;
  /** As the author wrote it, from `from` on; null where it cannot be read. */
  source: string | null;
  /** The column, 1-based, at which `source` begins: only a part of a long line is shown. */
  from: number;
  /** Opens its place in the editor. */
  editor: string;
  /** The page of the guide. */
  guide: string;
}

/** Problems of the last build, the most important first. */
export interface ShownProblems {
  total: number;
  problems: ShownProblem[];
}

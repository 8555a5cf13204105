import type { GitDates } from './git-dates.ts';

/** A Markdown file that was found: the result of `discover`. */
export interface SourceFile {
  /** Relative to the content folder, with `/`, NFC. */
  path: string;
  /** Where it is on this machine: its real path. */
  file: string;
  /** Where git is asked for dates, those of the file; null for one that was never committed. */
  gitDates?: GitDates | null;
}

import type { GitDates } from './git-dates.ts';

/** A Markdown file that was found: the result of `discover`. */
export interface SourceFile {
  /** Relative to the content folder, with `/`, NFC. */
  path: string;
  /** Where it is on this machine: its real path. */
  file: string;
  /** Where git is asked for dates, those of the file; null for one that was never committed. */
  gitDates?: GitDates | null;
  /** Present where it is found again and again: if it cannot be opened, that is its problem, and not a change under way. */
  isCertain?: true;
}

/** The settings that say which files are read. */
export interface SourceOptions {
  /** The folders in the content folder that articles and assets lie in; '' is the content folder itself. */
  folders: readonly string[];
  /** Globs, relative to the content folder, of what is no content. */
  exclude: readonly string[];
  /** Whether git says when an article was published and updated, where front matter and path do not. */
  gitDates: boolean;
  /** The largest file that is read, in bytes. */
  maxFileSize: number;
}

export const defaultSourceOptions: SourceOptions = {
  folders: [''],
  exclude: [],
  gitDates: false,
  maxFileSize: 5_000_000,
};

/** Names of files that are read as Markdown. */
export const markdownName = /\.(?:md|markdown|mdx)$/i;

/**
 * The path of the page or asset that a link by name in the file at `from` stands for; null for none. Paths are relative
 * to the content folder.
 */
export type FindNamed = (name: string, from: string) => string | null;

/** The state of a file on disk. */
interface FileStats {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  isFile(): boolean;
}

/** How coarse the times of files can be, in milliseconds: a tick of the kernel; two seconds on disks that keep whole seconds. */
const [tick, coarseTick] = [20, 2000];

/**
 * What changes when a file does, as in git's index: its size, times and inode. '' where that cannot be relied on: there
 * is no such file, or it was changed so shortly before `since` (milliseconds, a time that all reading follows) that one
 * more change could leave its times as they are.
 */
export function stateOf(stats: FileStats | undefined, since: number): string {
  if (!stats?.isFile()) return '';
  const { size, mtimeMs, ctimeMs, ino } = stats;
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  const isSettled = Math.max(mtimeMs, ctimeMs) < since - (isCoarse ? coarseTick : tick);
  return isSettled ? `${size} ${mtimeMs} ${ctimeMs} ${ino}` : '';
}

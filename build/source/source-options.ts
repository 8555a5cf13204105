/** The settings that say which files are read. */
export interface SourceOptions {
  /** The folders in the content folder that articles and pictures lie in; '' is the content folder itself. */
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

import type { FieldName } from './field-names.ts';

/** Names under which fields are read besides those that are known. */
export type FieldNames = Readonly<Partial<Record<FieldName, readonly string[]>>>;

/** The settings that say what files mean. */
export interface Reading {
  /** The folders in the content folder that articles and pictures lie in; '' is the content folder itself. */
  folders: readonly string[];
  /** Globs, relative to the content folder, of what is no content. */
  exclude: readonly string[];
  frontMatter: FieldNames;
  /** IANA name of the zone of dates that name none. */
  timeZone: string;
  /** Whether git says when an article was published and updated, where front matter and path do not. */
  gitDates: boolean;
  /** The largest file that is read, in bytes. */
  maxFileSize: number;
}

/** What holds where nothing is configured. */
export const plainReading: Reading = {
  folders: [''],
  exclude: [],
  frontMatter: {},
  timeZone: 'UTC',
  gitDates: false,
  maxFileSize: 5_000_000,
};

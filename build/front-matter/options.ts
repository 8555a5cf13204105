import { defaultSourceOptions, type SourceOptions } from '../source/source-file.ts';
import type { DeclaredField } from './declared-fields.ts';
import { type DetailName, type FieldName, foldName } from './field-names.ts';

/** Names under which fields and details are read besides those that are known. */
export type FieldNames = Readonly<Partial<Record<FieldName | DetailName, readonly string[]>>>;

/** The settings that say which files are read and what they mean. */
export interface ContentOptions extends SourceOptions {
  frontMatter: FieldNames;
  /** Fields of authors that readers get, in this order. */
  fields: readonly DeclaredField[];
  /** IANA name of the zone of dates that name none. */
  timeZone: string;
  /** Whether moments with seconds that stand without quotes are in UTC all the same. */
  plainInUtc?: true;
  /** Folders of templates, which are no articles: names of folders, or paths in the content folder. */
  templates: readonly string[];
  /** Whether a program makes files of those in a folder called `Templates`. */
  hasTemplates: boolean;
  /** The rule by which an `index.md` makes resources of all else in its folder and below; null for none. */
  bundles: string | null;
  /**
   * Paths of the files whose names, and those of their folders, may begin with a number that only orders them; null for
   * none.
   */
  numbered: RegExp | null;
  /** Rules that hide nothing: keys of front matter, and names of `hidingFolders`. */
  notHiding: readonly string[];
  /** Present for a release of drafts, which has what its authors hide until it is done. */
  drafts?: true;
}

/** Whether a rule hides files. */
export function isHiding(rule: string, { notHiding }: ContentOptions): boolean {
  return notHiding.length === 0 || !notHiding.some((name) => foldName(name) === foldName(rule));
}

/** What holds where nothing is configured. */
export const defaultContentOptions: ContentOptions = {
  ...defaultSourceOptions,
  frontMatter: {},
  fields: [],
  timeZone: 'UTC',
  templates: ['_templates'],
  hasTemplates: false,
  bundles: null,
  numbered: null,
  notHiding: [],
};

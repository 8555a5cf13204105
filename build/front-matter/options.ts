import { defaultSourceOptions, type SourceOptions } from '../source/source-file.ts';
import { type DetailName, type FieldName, foldName } from './field-names.ts';

/** Names under which fields and details are read besides those that are known. */
export type FieldNames = Readonly<Partial<Record<FieldName | DetailName, readonly string[]>>>;

/** Texts by what stands for them in the name of a file. */
export type NameSigns = Readonly<Record<string, string>>;

/** The settings that say which files are read and what they mean. */
export interface ContentOptions extends SourceOptions {
  frontMatter: FieldNames;
  /** IANA name of the zone of dates that name none. */
  timeZone: string;
  /** Folders of templates, which are no articles: names of folders, or paths in the content folder. `Templates` always is one. */
  templates: readonly string[];
  /** What stands for characters in names of files, which are percent-encoded otherwise; such a name is the title. Null where it is not. */
  nameSigns: NameSigns | null;
  /** Paths of the files whose names, and those of their folders, may begin with a number that only orders them; null for none. */
  numbered: RegExp | null;
  /** Rules that hide nothing: keys of front matter, and names of `hidingFolders`. */
  notHiding: readonly string[];
}

/** Whether a rule hides files. */
export function isHiding(rule: string, { notHiding }: ContentOptions): boolean {
  return notHiding.length === 0 || !notHiding.some((name) => foldName(name) === foldName(rule));
}

/** What holds where nothing is configured. */
export const defaultContentOptions: ContentOptions = {
  ...{ ...defaultSourceOptions, frontMatter: {}, timeZone: 'UTC' },
  templates: ['_templates'],
  nameSigns: null,
  numbered: null,
  notHiding: [],
};

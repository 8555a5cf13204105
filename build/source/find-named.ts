/**
 * The path of the page, picture or recording that a link by name in the file at `from` stands for; null for none. Paths are relative
 * to the content folder.
 */
export type FindNamed = (name: string, from: string) => string | null;

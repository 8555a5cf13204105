import { readdirSync } from 'node:fs';

/** What shows with which programs a content folder was written. */
export interface FolderFacts {
  /** The names of files and folders at its top. */
  names: ReadonlySet<string>;
}

/** Reads the content folder itself: nothing above it, and nothing in the folders in it. A folder that is missing has no names. */
export function readFolderFacts(content: string): FolderFacts {
  try {
    return { names: new Set(readdirSync(content)) };
  } catch {
    return { names: new Set() };
  }
}

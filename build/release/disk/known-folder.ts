import { statSync } from 'node:fs';
import { join } from 'node:path';
import { articleFolder } from '../../../src/core/format.ts';

/** Folders of a release. Those below `articles` are made when they are needed. */
export const releaseFolders = ['articles', 'pages', 'lookup', 'open'];

export const articleFolders = Array.from({ length: 256 }, (_, i) => articleFolder(i.toString(16).padStart(2, '0')));

/** A release folder that holds the files of kept releases and no other, as a build left it. */
export interface KnownFolder {
  /** The current one. */
  release: string;
  /** Changes when a name is added or removed. */
  state: string;
}

export function toKnownFolder(directory: string, release: string): KnownFolder {
  return { release, state: stateOfFolders(directory) };
}

/** Whether no name was added or removed since that build. */
export function isAsKnown(directory: string, { state }: KnownFolder): boolean {
  return stateOfFolders(directory) === state;
}

function stateOfFolders(directory: string): string {
  const states = [...releaseFolders, ...articleFolders].map((folder) => {
    const stats = statSync(join(directory, folder), { throwIfNoEntry: false });
    return stats && `${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
  });
  return states.join();
}

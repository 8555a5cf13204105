import { readdirSync, type Stats, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { articleFolder } from '../../../src/core/format.ts';

/** Folders of a release. Those below `articles` are made when they are needed. */
export const releaseFolders = ['articles', 'pages', 'lookup', 'open', 'changes', 'terms'];

/** These, and those below `articles` that there are: 256 of a large release, few of a small one. */
export function foldersOf(directory: string): string[] {
  return [...releaseFolders, ...articleFolders(directory)];
}

function articleFolders(directory: string): string[] {
  try {
    const names = readdirSync(join(directory, 'articles')).filter((name) => /^[0-9a-f]{2}$/.test(name));
    return names.sort().map(articleFolder);
  } catch {
    return [];
  }
}

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
  const states = foldersOf(directory).map((folder) => {
    const stats = statSync(join(directory, folder), { throwIfNoEntry: false });
    return stats && `${folder} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
  });
  return states.join();
}

/** Whether a file may have been changed since it was checked. */
export type IsChanged = (stats: Stats) => boolean;

/**
 * The moment that the file system gives to what is changed now, in milliseconds; its clock may be another than ours.
 * Null where it does not say. `folder` keeps its other times.
 */
export function fileClock(folder: string): number | null {
  try {
    const { atime, mtime } = statSync(folder);
    utimesSync(folder, atime, mtime);
    return statSync(folder).ctimeMs;
  } catch {
    return null;
  }
}

/**
 * By the time of the last change of a file, content or not, which nobody sets. Files were checked at `moment` of the
 * same clock; where that is unknown, or lies in the future because the clock was set back, all may have been changed.
 */
export function changedSince(folder: string, moment: number | null): IsChanged {
  const now = fileClock(folder);
  if (moment === null || now === null || moment > now) return () => true;
  // The clock goes on in steps, so a later change may have the same time.
  return ({ ctimeMs }) => ctimeMs >= moment;
}

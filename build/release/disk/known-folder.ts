import { type Stats, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { articleFolder } from '../../../src/core/format.ts';

/** Folders of a release. Those below `articles` are made when they are needed. */
export const releaseFolders = ['articles', 'pages', 'lookup', 'open', 'changes', 'terms'];

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

/** Whether a file may have been changed since it was checked. */
export type IsChanged = (stats: Stats) => boolean;

/**
 * The moment that the file system gives to what is changed now, in milliseconds; its clock may be another than ours. Null where
 * it does not say. `folder` keeps its other times.
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
 * By the time of the last change of a file, content or not, which nobody sets. Files were checked at `moment` of the same clock;
 * where that is unknown, or lies in the future because the clock was set back, all may have been changed.
 */
export function changedSince(folder: string, moment: number | null): IsChanged {
  const now = fileClock(folder);
  if (moment === null || now === null || moment > now) return () => true;
  // The clock goes on in steps, so a later change may have the same time.
  return ({ ctimeMs }) => ctimeMs >= moment;
}

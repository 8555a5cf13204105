import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatch {
  /** Watches these folders and no others. True where some of them were not watched before. */
  update(folders: readonly string[]): boolean;
  close(): void;
}

/** Something happened to a name in a folder. `change`: the file is still the same inode. */
export type FolderEvent = { folder: string; name: string | null; kind: 'change' | 'rename' };

/**
 * Reports what is saved, added or removed in folders, by Node's own watch (https://nodejs.org/api/fs.html#caveats), which
 * costs nothing while nothing happens. Libraries that watch each file read a whole folder again at each save, which takes
 * longer than the build, and lose a file that an editor replaces by another.
 */
export function watchFolders(onEvent: (event: FolderEvent) => void, onFault: (error: unknown) => void): FolderWatch {
  // By path and inode, so that a folder that replaces another is watched as well.
  const watchers = new Map<string, FSWatcher>();
  return { update, close };

  function update(folders: readonly string[]): boolean {
    const wanted = new Map(folders.flatMap((folder) => toKey(folder) ?? []));
    for (const [key, watcher] of watchers) {
      if (wanted.has(key)) continue;
      watcher.close();
      watchers.delete(key);
    }
    let hasNew = false;
    for (const [key, folder] of wanted) {
      if (watchers.has(key)) continue;
      hasNew = true;
      try {
        const watcher = watch(folder, (kind, name) => onEvent({ folder, name, kind }));
        watcher.on('error', onFault);
        watchers.set(key, watcher);
      } catch (error) {
        onFault(error);
      }
    }
    return hasNew;
  }

  function close(): void {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }
}

function toKey(folder: string): [key: string, folder: string][] | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() ? [[`${stats.ino} ${folder}`, folder]] : null;
}

/** Whether a file or folder is there. */
export function isThere(folder: string, name: string): 'file' | 'folder' | null {
  const stats = statSync(join(folder, name), { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isDirectory() ? 'folder' : 'file';
}

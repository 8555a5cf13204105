import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';

export interface FolderWatch {
  /** Watches these folders, and no others; whether some were not watched before. */
  update(folders: readonly string[]): boolean;
  close(): void;
}

/** What happened to a name in a folder: `change` where the file is the same one as before. */
export type FolderEvent = { folder: string; name: string | null; kind: 'change' | 'rename' };

/**
 * Tells what is saved, comes or goes in folders, by Node's own watch of each (https://nodejs.org/api/fs.html#caveats): it
 * costs nothing while nothing happens. Libraries that watch every file, too, read a folder anew at each save in it, which
 * takes them longer than the build; and their watch of a file ends when an editor puts another in its place.
 */
export function watchFolders(onEvent: (event: FolderEvent) => void, onFault: (error: unknown) => void): FolderWatch {
  // By path and inode: another folder under the same name is watched anew.
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

import { type FSWatcher, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Builder } from '../pipeline/builder.ts';
import { otherNames } from '../source/report-unread.ts';
import { markdownName } from '../source/source-file.ts';
import { tryStat } from '../source/try-stat.ts';
import type { Output } from './output.ts';
import { configFile } from './settings.ts';

/** Paths of all that was saved, relative to the content folder; null where files were added or removed. */
export type Changed = readonly string[] | null;

/** Something happened to a name in a folder. `change`: the file is still the same inode. */
interface FolderEvent {
  folder: string;
  name: string | null;
  kind: 'change' | 'rename';
}

/** Asks for a build whenever a Markdown file or an image is saved, added or removed. Call `update` after each build. */
export function watchContent(
  content: string,
  ask: (changed: Changed) => void,
  output: Output,
): { update(builder: Builder): void; close(): void } {
  const onError = (error: unknown): void => output.printError(`Not every change can be noticed: ${error}.`);
  const folders = watchFolders((event) => {
    const changed = toChanged(content, event);
    if (changed !== undefined) ask(changed);
  }, onError);
  const settings = watchFolders(({ name }) => {
    if (name === configFile) output.printError(`${configFile} was changed. Start galley dev again to use it.`);
    else if (name !== null && otherSettings.test(name)) ask([name]);
  }, onError);
  settings.update(['.']);
  return {
    update(builder) {
      // Something may have been saved before its folder was watched.
      if (folders.update(builder.folders().map((path) => join(content, path)))) ask(null);
    },
    close() {
      folders.close();
      settings.close();
    },
  };
}

/** Files at the top of the project by which other programs may hide articles. */
const otherSettings = /ignore$|\.(?:[cm]?[jt]s|py|ya?ml|toml|json)$/;

/** Undefined where no build is needed. */
function toChanged(content: string, { folder, name, kind }: FolderEvent): Changed | undefined {
  if (name === null) return null;
  // Ignore files of other programs hide articles.
  if ((name.startsWith('.') && !name.endsWith('ignore')) || name === 'node_modules') return undefined;
  if (otherNames.test(name)) return null;
  const isFile = tryStat(join(folder, name))?.isDirectory() === false;
  // Editors replace a file by another of the same name: that is a change. A name that is gone needs a new listing.
  if (!isFile && (kind === 'rename' || !markdownName.test(name))) return null;
  return [relative(content, join(folder, name)).replaceAll(sep, '/')];
}

/**
 * Reports what is saved, added or removed in folders, by Node's own watch (https://nodejs.org/api/fs.html#caveats),
 * which costs nothing while nothing happens. Libraries that watch each file read a whole folder again at each save,
 * which takes longer than the build, and lose a file that an editor replaces by another.
 */
function watchFolders(
  onEvent: (event: FolderEvent) => void,
  onError: (error: unknown) => void,
): {
  /** Watches these folders and no others. True where some of them were not watched before. */
  update(folders: readonly string[]): boolean;
  close(): void;
} {
  // By path and inode, so that a folder that replaces another is watched as well.
  const watchers = new Map<string, FSWatcher>();
  return { update, close: () => update([]) };

  function update(folders: readonly string[]): boolean {
    const wanted = new Map(folders.flatMap((folder) => toKey(folder) ?? []));
    for (const [key, watcher] of watchers) {
      if (wanted.has(key)) continue;
      watcher.close();
      watchers.delete(key);
    }
    const added = [...wanted].filter(([key]) => !watchers.has(key));
    for (const [key, folder] of added) {
      try {
        const watcher = watch(folder, (kind, name) => onEvent({ folder, name, kind }));
        watchers.set(key, watcher.on('error', onError));
      } catch (error) {
        onError(error);
      }
    }
    return added.length > 0;
  }
}

function toKey(folder: string): [key: string, folder: string][] | null {
  const stats = tryStat(folder);
  return stats?.isDirectory() ? [[`${stats.ino} ${folder}`, folder]] : null;
}

import { lstatSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { articleFolder, pagePath } from '../../../src/core/format.ts';
import { type CurrentRelease, readArticlePaths } from './read-current.ts';

/** Folders of a release. Those below `articles` are made when they are needed. */
export const releaseFolders = ['articles', 'pages', 'lookup'];

const articleFolders = Array.from({ length: 256 }, (_, i) => articleFolder(i.toString(16).padStart(2, '0')));

/** The content of a release folder after a build. */
export interface KnownFolder {
  release: string;
  /** Changes when a name is added or removed. */
  state: string;
  /** Paths of files that only the release before it names. */
  earlier: string[];
}

/** Whether no name was added or removed since that build. */
export function isAsKnown(directory: string, { state }: KnownFolder): boolean {
  return stateOfFolders(directory) === state;
}

/**
 * Removes the files that are part neither of a release, which has `names`, nor of the one before it. Looks through the whole
 * folder where `known` is null.
 */
export async function removeUnused(
  directory: string,
  release: string,
  names: ReadonlySet<string>,
  before: CurrentRelease | null,
  known: KnownFolder | null,
): Promise<KnownFolder | null> {
  // The same release again: the one before it stays the same as well.
  if (known?.release === release) return { ...known, state: stateOfFolders(directory) };
  const gone = before?.pages.filter((page) => !names.has(pagePath(page)));
  const articles = gone === undefined ? null : await readArticlePaths(directory, gone);
  // Nothing is removed where the release before cannot be read: it may be the one that is served.
  if (before === null || articles === null) return null;
  const kept = new Set([...before.names, ...articles]);
  for (const path of known === null ? await listFiles(directory) : known.earlier) {
    if (!names.has(path) && !kept.has(path)) removeFile(join(directory, path));
  }
  const earlier = [...kept].filter((path) => !names.has(path));
  return { release, state: stateOfFolders(directory), earlier };
}

async function listFiles(directory: string): Promise<string[]> {
  const paths = (await readdir(directory)).filter((name) => /^index\.[0-9a-f]+\.json$/.test(name));
  for (const folder of [...releaseFolders, ...articleFolders]) {
    const names = await readdir(join(directory, folder)).catch(() => []);
    paths.push(...names.map((name) => `${folder}/${name}`));
  }
  return paths;
}

function removeFile(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) rmSync(file, { force: true });
}

function stateOfFolders(directory: string): string {
  const states = [...releaseFolders, ...articleFolders].map((folder) => {
    const stats = statSync(join(directory, folder), { throwIfNoEntry: false });
    return stats && `${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
  });
  return states.join();
}

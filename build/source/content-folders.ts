import { readdirSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { readRegular } from '../../src/adapters/node/disk/read-regular.ts';
import { TooLarge } from './read-real.ts';

/** The folders of Markdown. */
export interface ContentFolders {
  /** The one that was given; of several, the nearest that holds them all. Paths of files are relative to it. */
  root: string;
  /** The folders that were given, relative to `root`, with `/`; '' is `root` itself. */
  folders: string[];
}

export function toContentFolders(given: readonly string[]): ContentFolders {
  const [first = '.'] = given;
  if (given.length < 2) return { root: first, folders: [''] };
  const full = given.map((folder) => resolve(folder));
  let root = resolve(first);
  while (!full.every((folder) => isIn(folder, root))) root = dirname(root);
  const folders = full.map((folder) => relative(root, folder).replaceAll(sep, '/'));
  return { root: relative('', root) || '.', folders: [...new Set(folders)] };
}

/** Whether a path is that of a folder, or of what is in it. */
export function isIn(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && inside !== path;
}

/** The content folder, and the folders above it up to `project`, if that holds it. */
export function foldersUpTo(content: string, project: string): string[] {
  const folders = [content];
  const top = resolve(project);
  for (let folder = resolve(content); folder !== top && isIn(folder, top); ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** The names of files and folders in a folder itself, hidden ones too; none where it is missing. */
export function namesAtTop(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return new Set();
  }
}

/** The settings of another program, from a file in JSON; none where it is missing, or no mapping. */
export function readJsonObject(file: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(readSettings(file)) };
  } catch {
    return {};
  }
}

/**
 * The same as a text; '' where it is missing, no file, not in UTF-8, or so large that it holds data. So is a link that
 * leads out of `top`.
 */
export function readSettings(file: string, top?: string): string {
  try {
    if (top !== undefined && !isIn(realpathSync(file), realpathSync(top))) return '';
    const bytes = readRegular(file, (_, { size }) => {
      if (size > 1_000_000) throw new TooLarge(size);
    });
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

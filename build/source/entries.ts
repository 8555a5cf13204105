import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memoize } from '../package/memoize.ts';
import { tryStat } from './try-stat.ts';

/** What lies in a folder. What has a name that is not UTF-8 cannot be opened by it; the bytes of that name are escaped. */
export type Entry = Dirent & { isNamed: boolean };

/** Entries that were read with their names as bytes. */
export function toEntries(found: readonly Dirent<Buffer>[]): Entry[] {
  return found.map((entry) => {
    const isNamed = isUtf8(entry.name);
    const name = isNamed ? entry.name.toString() : escapeBytes(entry.name);
    return Object.assign(entry as unknown as Dirent, { name, isNamed });
  });
}

/** `caf\xE9.md`, so that no two names become the same. */
function escapeBytes(name: Buffer): string {
  return name
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The entries of a folder. Throws what the disk says. */
export function readEntries(folder: string): Entry[] {
  return toEntries(readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }));
}

/** The first file that a build writes into a release, and words in it that no other file by its name has. */
export const releaseMark = { file: 'web.config', words: 'Written by galley build' };

/** Whether a folder holds a release, which is never content: whatever the folder is called, and whichever way leads there. */
export function holdsRelease(folder: string): boolean {
  const file = join(folder, 'api', releaseMark.file);
  try {
    return tryStat(file)?.isFile() === true && readFileSync(file, 'utf8').includes(releaseMark.words);
  } catch {
    return false;
  }
}

/** Makes what finds whether a folder below one of `tops` is in one that holds a release. */
export function releaseFinder(tops: readonly string[]): (folder: string) => boolean {
  const isInRelease = memoize((folder: string): boolean => {
    return !tops.includes(folder) && (holdsRelease(folder) || isInRelease(dirname(folder)));
  });
  return isInRelease;
}

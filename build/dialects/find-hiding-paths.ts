import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runWithin } from '../package/run-within.ts';
import { namesAtTop, readSettings } from '../source/content-folders.ts';
import { hashBytes } from '../source/hash-bytes.ts';
import { stateOf } from '../source/source-file.ts';
import { tryStat } from '../source/try-stat.ts';
import type { Dialect, FoundDialects } from './dialect.ts';
import type { DialectFolder, HiddenPaths } from './hiding.ts';

/** What the programs of a content folder hide, and what shows whether it still holds; the next build is given it. */
export interface HidingPaths extends HiddenPaths {
  /** Paths in the content folder that may hold settings, and states of what was read. */
  of: { files: readonly string[]; read: Readonly<Record<string, string>> };
}

/**
 * Asks the dialects that were detected what their programs hide. Nothing is read where what was read for `earlier` is as it was. `files`
 * are paths in the content folder; `since` as in `stateOf`. A program whose settings take longer than some milliseconds is given up.
 */
export async function findHidingPaths(
  dialects: readonly Dialect[],
  { detected, off, folders = {}, above = '', within = '' }: FoundDialects,
  content: string,
  { files, since, earlier }: { files: readonly string[]; since: number; earlier: HidingPaths | null },
  limit = 10_000,
): Promise<HidingPaths> {
  const hiding = dialects.filter(
    ({ name, hides, hidesBy }) =>
      hides !== undefined &&
      (detected.includes(name) ||
        (!off.includes(name) && hidesBy && files.some((path) => hidesBy.test(posix.join(within, path))))),
  );
  if (hiding.length === 0) return { rules: [], unread: [], of: { files: [], read: {} } };
  const toDisk = (path: string): string =>
    path === within || path.startsWith(within === '' ? '' : `${within}/`)
      ? join(content, path.slice(within === '' ? 0 : within.length + 1))
      : join(content, above, path);
  const stateNow = (key: string): string => {
    const path = toDisk(key.slice(1));
    if (key.startsWith('/')) return hashBytes(Buffer.from([...namesAtTop(path)].sort().join('/')));
    const stats = tryStat(path);
    return stats === undefined ? 'none' : stateOf(stats, since);
  };
  if (earlier !== null && isDeepStrictEqual(earlier.of.files, files)) {
    if (Object.entries(earlier.of.read).every(([key, state]) => state !== '' && stateNow(key) === state))
      return earlier;
  }
  const read: Record<string, string> = {};
  const note = (key: string): void => {
    read[key] ??= stateNow(key);
  };
  const names = (path: string): ReadonlySet<string> => {
    note(`/${path}`);
    return namesAtTop(toDisk(path));
  };
  const own = files.map((path) => toTop(posix.join(within, path)));
  const toFolder = (name: string): DialectFolder => ({
    content: within,
    folder: toTop(posix.join(within, folders[name] ?? '')),
    files: own,
    names,
    filesFrom(end) {
      const above: string[] = [];
      for (let at = within; at !== end && at.startsWith(end); ) {
        at = toTop(posix.dirname(at));
        above.push(...Array.from(names(at), (name) => posix.join(at, name)));
      }
      return [...above, ...own];
    },
    find(some) {
      for (let at = within; ; at = toTop(posix.dirname(at))) {
        const here = names(at);
        const name = some.find((each) => here.has(each));
        if (name !== undefined) return toTop(posix.join(at, name));
        if (at === '') return null;
      }
    },
    read(path) {
      note(` ${path}`);
      last = path;
      const stats = tryStat(toDisk(path));
      if (stats === undefined) return null;
      const text = readSettings(toDisk(path), toDisk(''));
      if (text === '' && (stats.size > 0 || !stats.isFile())) leave(path);
      return text;
    },
  });
  const found: HiddenPaths = { rules: [], unread: [] };
  const leave = (file: string): number => found.unread.push({ file, setting: posix.basename(file) });
  let last = '';
  for (const { name, hides } of hiding) {
    const module = await hides?.();
    const own = module && runWithin(limit, () => module.hides(toFolder(name)));
    if (own === null) leave(last);
    found.rules.push(...(own?.rules ?? []));
    found.unread.push(...(own?.unread ?? []));
  }
  return { ...found, of: { files, read } };
}

function toTop(path: string): string {
  return path === '.' ? '' : path;
}

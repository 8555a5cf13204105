import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runWithin } from '../package/run-within.ts';
import { namesAtTop } from '../source/content-folders.ts';
import { hashBytes } from '../source/hash-bytes.ts';
import { stateOf } from '../source/source-file.ts';
import { tryStat } from '../source/try-stat.ts';
import type { Dialect, FoundDialects } from './dialect.ts';
import type { HiddenPaths } from './hiding.ts';

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
    ({ name, hides }) =>
      hides !== undefined &&
      (detected.includes(name) ||
        (!off.includes(name) && hides.by && files.some((path) => hides.by?.test(posix.join(within, path))))),
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
  const [{ collectRules }, { openFolder }] = await Promise.all([
    import('./collect-rules.ts'),
    import('./open-folder.ts'),
  ]);
  const all: HiddenPaths[] = [];
  for (const { name, hides } of hiding) {
    const module = await hides?.load();
    const found = collectRules();
    const folder = openFolder({ content: within, shown: folders[name] ?? '', files, toDisk, note }, found);
    if (module && runWithin(limit, () => module.hides(folder, found) ?? true) === null)
      found.leave(Object.keys(read).at(-1)?.slice(1) ?? '', name);
    all.push(found);
  }
  const [rules, unread] = [all.flatMap((each) => each.rules), all.flatMap((each) => each.unread)];
  return { rules, unread, of: { files, read } };
}

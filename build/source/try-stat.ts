import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * What lies at a path, as `statSync` says it; undefined where nothing can. With `throwIfNoEntry` that throws below a file, for a name
 * that is too long, and in a circle of links: addresses that people write, and folders that become files, lead there.
 */
export function tryStat(path: string): Stats | undefined {
  return tryWith(statSync, path);
}

/** The same of a link itself. */
export function tryLstat(path: string): Stats | undefined {
  return tryWith(lstatSync, path);
}

function tryWith(stat: typeof statSync, path: string): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false });
  } catch (error) {
    if (noEntry.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const noEntry: ReadonlySet<string> = new Set(['ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

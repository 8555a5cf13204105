import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * What lies at a path, as `statSync` says it; undefined where the disk does not say it. With `throwIfNoEntry` that
 * throws below a file, for a name that is too long, in a circle of links, and where nobody may look.
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
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

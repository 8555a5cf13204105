import { type Stats, statSync, utimesSync } from 'node:fs';

/** Whether a file may have been changed since it was checked. */
export type IsChanged = (stats: Stats) => boolean;

/**
 * The moment that the file system gives to what is changed now, in milliseconds; its clock may be another than ours. Null where
 * it does not say. `folder` keeps its other times.
 */
export function fileClock(folder: string): number | null {
  try {
    const { atime, mtime } = statSync(folder);
    utimesSync(folder, atime, mtime);
    return statSync(folder).ctimeMs;
  } catch {
    return null;
  }
}

/**
 * By the time of the last change of a file, content or not, which nobody sets. Files were checked at `moment` of the same clock;
 * where that is unknown, or lies in the future because the clock was set back, all may have been changed.
 */
export function changedSince(folder: string, moment: number | null): IsChanged {
  const now = fileClock(folder);
  if (moment === null || now === null || moment > now) return () => true;
  // The clock goes on in steps, so a later change may have the same time.
  return ({ ctimeMs }) => ctimeMs >= moment;
}

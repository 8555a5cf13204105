/** What the disk says of a file. */
interface FileStats {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  isFile(): boolean;
}

/** How coarse the times of files can be, in milliseconds: a tick of the kernel; two seconds on disks that keep whole seconds. */
const [tick, coarseTick] = [20, 2000];

/**
 * What changes when a file does, as in git's index: its size, times and inode. '' where that cannot be relied on: there is
 * no such file, or it was changed so shortly before `since` (milliseconds, a time that all reading follows) that one more
 * change could leave its times as they are.
 */
export function stateOf(stats: FileStats | undefined, since: number): string {
  if (!stats?.isFile()) return '';
  const { size, mtimeMs, ctimeMs, ino } = stats;
  const isCoarse = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0;
  const isSettled = Math.max(mtimeMs, ctimeMs) < since - (isCoarse ? coarseTick : tick);
  return isSettled ? `${size} ${mtimeMs} ${ctimeMs} ${ino}` : '';
}

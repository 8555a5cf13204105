import { posix } from 'node:path';
import { groupBy } from '../package/group-by.ts';
import { editDistance } from './near-word.ts';

/** Finds the path of a list that is nearest to one that is not in it; null where none is near. */
export type FindNearPath = (path: string) => string | null;

/** Products of lengths that are compared for all paths together. */
const maxComparisons = 2_000_000;

/**
 * Finds among `paths` one that differs in case alone, else the same file name in another folder, the nearest first,
 * else a similar name in the same folder.
 */
export function createPathFinder(paths: readonly string[]): FindNearPath {
  const byName = groupBy(paths, (path) => posix.basename(path).toLowerCase());
  const byFolder = groupBy(paths, (path) => posix.dirname(path).toLowerCase());
  let budget = maxComparisons;
  return (path) => {
    const same = (byName.get(posix.basename(path).toLowerCase()) ?? []).filter((other) => other !== path);
    return least(same, (other) => distanceOf(path, other)) ?? findSimilar(path);
  };

  function findSimilar(path: string): string | null {
    const name = posix.basename(path).toLowerCase();
    // Short names are all alike.
    const maxSteps = Math.min(3, Math.floor(posix.parse(name).name.length / 3));
    const near = (byFolder.get(posix.dirname(path).toLowerCase()) ?? []).filter((other) => {
      const own = posix.basename(other).toLowerCase();
      if (budget-- < 0 || Math.abs(own.length - name.length) > maxSteps) return false;
      budget -= own.length * name.length;
      return editDistance(own, name) <= maxSteps;
    });
    return least(near, (other) => editDistance(posix.basename(other).toLowerCase(), name));
  }
}

/** Folders to leave and to enter on the way; less than 1 where only the case differs. */
function distanceOf(path: string, other: string): number {
  if (path.toLowerCase() === other.toLowerCase()) return 0;
  return 1 + posix.relative(posix.dirname(path), posix.dirname(other)).split('/').length;
}

function least(paths: readonly string[], costOf: (path: string) => number): string | null {
  let best: { path: string; cost: number } | null = null;
  for (const path of paths) {
    const cost = costOf(path);
    if (best === null || cost < best.cost) best = { path, cost };
  }
  return best?.path ?? null;
}

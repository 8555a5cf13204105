import { MissingFile } from '../../core/file-errors.ts';
import { Pointer, pointerPath } from '../../core/format.ts';
import { newestKept } from '../../core/newest-kept.ts';
import { readJson } from '../../core/read-json.ts';
import { openRelease, type Release } from '../../core/release.ts';
import type { Storage } from '../../core/storage.ts';
import { toReleaseProblem } from '../../to-release-problem.ts';

export interface FollowedPointer {
  /** The release at `now` (seconds); null before there is one. */
  current(now: number): Release | null | Promise<Release | null>;
  /** A sentence for anybody where there is a newer one that cannot be opened; else null. */
  problem(): string | null;
}

/**
 * Gives the release that the pointer names, and null before there is one. Reads the pointer again where the last reading
 * is `seconds` old. A release that cannot be opened goes to `onFault`, and the one before it stays; where there is none yet, the
 * newest kept one is taken that can be opened.
 */
export function followPointer(storage: Storage, seconds: number, onFault: (error: unknown) => void): FollowedPointer {
  let current: Release | null = null;
  let problem: string | null = null;
  let looked = Number.NEGATIVE_INFINITY;
  let begun = 0;
  let applied = 0;
  // Each request waits for its own reading alone: some platforms forbid to wait for what another request began.
  return { current: follow, problem: () => problem };

  function follow(now: number): Release | null | Promise<Release | null> {
    // Also where the clock was set back: else nothing new would be seen until it is as late again.
    if (current !== null && now >= looked && now < looked + seconds) return current;
    looked = now;
    return look();
  }

  async function look(): Promise<Release | null> {
    const number = ++begun;
    try {
      const { release } = await readJson(storage, pointerPath, Pointer);
      const isOpen = release === current?.id && current.excluded.size === 0;
      const found = isOpen ? current : await openRelease(release, storage);
      // A look that began later may have ended before this one.
      if (number > applied) {
        applied = number;
        current = found;
        problem = null;
      }
    } catch (error) {
      const kept = current === null ? await newestKept(storage).catch(() => null) : null;
      // Before the first build there is no pointer, and that is no fault.
      if (!(error instanceof MissingFile && error.path === pointerPath && current === null && kept === null)) {
        problem = toReleaseProblem(error);
        onFault(error);
      }
      current ??= kept;
    }
    return current;
  }
}

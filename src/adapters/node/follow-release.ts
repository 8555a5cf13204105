import { MissingFile } from '../../core/file-errors.ts';
import { Pointer, pointerPath } from '../../core/format.ts';
import { newestKept } from '../../core/newest-kept.ts';
import { readJson } from '../../core/read-json.ts';
import { openRelease, type Release } from '../../core/release.ts';
import type { Storage } from '../../core/storage.ts';
import { toReleaseProblem } from '../../to-release-problem.ts';
import type { FollowedState } from './follow-state.ts';
import type { Source } from './source.ts';

/** The release that is served. */
export interface FollowedRelease extends FollowedState {
  /** Null before there is one. */
  current(): Release | null;
  /** A sentence for anybody where there is a newer one that cannot be opened; else null. */
  problem(): string | null;
}

/** Says which release is served; calls `onChange` with each new one, and `onFault` where one cannot be opened. */
export type FollowRelease = (
  source: Pick<Source, 'release' | 'followPointer'>,
  onChange: (release: Release) => void,
  onFault: (error: unknown) => void,
) => Promise<FollowedRelease>;

/**
 * The release that the pointer of `source` names, kept up to date; what is served stays where a new one fails. Where the first
 * one fails, the newest kept release is served that can be opened.
 */
export const followRelease: FollowRelease = async ({ release: storage, followPointer }, onChange, onFault) => {
  let current: Release | null = null;
  let problem: string | null = null;
  const followed = await followPointer({
    onChange: open,
    onAbsent: noteAbsence,
    onFault(error) {
      problem = toReleaseProblem(error);
      onFault(error);
    },
    onFixed() {
      problem = null;
    },
  });
  return { ...followed, current: () => current, problem: () => problem };

  async function open(): Promise<void> {
    try {
      const release = await readPointer(storage);
      if (release !== current?.id || current.excluded.size > 0) take(await openRelease(release, storage));
      problem = null;
    } catch (error) {
      // Where this throws, the change is tried again.
      await openKept().catch(() => {});
      throw error;
    }
  }

  async function noteAbsence(): Promise<void> {
    await openKept();
    // Before the first build there is no pointer, and that is no fault.
    if (current === null) return;
    const error = new MissingFile(pointerPath);
    problem = toReleaseProblem(error);
    onFault(error);
  }

  async function openKept(): Promise<void> {
    const kept = current === null ? await newestKept(storage) : null;
    if (kept !== null) take(kept);
  }

  function take(release: Release): void {
    onChange(release);
    current = release;
  }
};

/** The id of the release that is current. Throws where the pointer cannot be read. */
export async function readPointer(storage: Storage): Promise<string> {
  return (await readJson(storage, pointerPath, Pointer)).release;
}

import { join } from 'node:path';
import { MissingFile } from '../core/file-errors.ts';
import { Pointer, pointerPath } from '../core/format.ts';
import { newestKept } from '../core/newest-kept.ts';
import { readJson } from '../core/read-json.ts';
import type { Reader } from '../core/reader.ts';
import { openRelease, type Release } from '../core/release.ts';
import { toReleaseProblem } from '../to-release-problem.ts';
import { type FollowedFile, followFile } from './disk/follow-file.ts';

/** The release that is served. */
export interface FollowedRelease extends FollowedFile {
  /** Null before there is one. */
  current(): Release | null;
  /** A sentence for anybody where there is a newer one that cannot be opened; else null. */
  problem(): string | null;
}

/** Says which release is served; calls `onChange` with each new one, and `onFault` where one cannot be opened. */
export type FollowRelease = (
  directory: string,
  reader: Reader,
  onChange: (release: Release) => void,
  onFault: (error: unknown) => void,
) => Promise<FollowedRelease>;

/**
 * The release that the pointer in `directory` names, kept up to date; what is served stays where a new one fails. Where the first
 * one fails, the newest kept release is served that can be opened.
 */
export const followRelease: FollowRelease = async (directory, reader, onChange, onFault) => {
  let current: Release | null = null;
  let problem: string | null = null;
  const followed = await followFile(
    join(directory, pointerPath),
    open,
    noteAbsence,
    (error) => {
      problem = toReleaseProblem(error);
      onFault(error);
    },
    () => {
      problem = null;
    },
  );
  return { ...followed, current: () => current, problem: () => problem };

  async function open(): Promise<void> {
    try {
      const release = await readPointer(reader);
      if (release !== current?.id) take(await openRelease(release, reader));
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
    const kept = current === null ? await newestKept(reader) : null;
    if (kept !== null) take(kept);
  }

  function take(release: Release): void {
    onChange(release);
    current = release;
  }
};

/** The id of the release that is current. Throws where the pointer cannot be read. */
export async function readPointer(reader: Reader): Promise<string> {
  return (await readJson(reader, pointerPath, Pointer)).release;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pointer, pointerPath } from '../core/format.ts';
import type { Reader } from '../core/reader.ts';
import { openRelease, type Release } from '../core/release.ts';
import { type FollowedFile, followFile } from './disk/follow-file.ts';

/** The release that is served. */
export interface FollowedRelease extends FollowedFile {
  /** Null before there is one. */
  current(): Release | null;
  /** Whether there is a newer one that cannot be opened. */
  hasProblem(): boolean;
}

/** Says which release is served; calls `onChange` with each new one, and `onFault` where one cannot be opened. */
export type FollowRelease = (
  directory: string,
  reader: Reader,
  onChange: (release: Release) => void,
  onFault: (error: unknown) => void,
) => Promise<FollowedRelease>;

/** The release that the pointer in `directory` names, kept up to date; what is served stays where a new one fails. */
export const followRelease: FollowRelease = async (directory, reader, onChange, onFault) => {
  let current: Release | null = null;
  let hasProblem = false;
  const followed = await followFile(
    join(directory, pointerPath),
    open,
    () => {},
    (error) => {
      hasProblem = true;
      onFault(error);
    },
    () => {
      hasProblem = false;
    },
  );
  return { ...followed, current: () => current, hasProblem: () => hasProblem };

  async function open(): Promise<void> {
    const release = await readPointer(directory);
    if (release === current?.id) return;
    const opened = await openRelease(release, reader);
    // Where this throws, the change is tried again.
    onChange(opened);
    current = opened;
  }
};

/** The id of the release that is current in `directory`. Throws where the pointer cannot be read. */
export async function readPointer(directory: string): Promise<string> {
  return Pointer.parse(JSON.parse(await readFile(join(directory, pointerPath), 'utf8'))).release;
}

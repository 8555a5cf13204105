import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pointer, pointerPath } from '../core/format.ts';
import type { Reader } from '../core/reader.ts';
import { openRelease, type Release } from '../core/release.ts';
import { type FollowedFile, followFile } from './follow-file.ts';

/** The release that the pointer in `directory` names, kept up to date; what is served stays where a new one fails. */
export async function followRelease(
  directory: string,
  reader: Reader,
  onChange: (release: Release) => void,
  onFault: (error: unknown) => void,
): Promise<FollowedFile & { current(): Release | null }> {
  const pointer = join(directory, pointerPath);
  let current: Release | null = null;
  const followed = await followFile(pointer, open, () => {}, onFault);
  return { ...followed, current: () => current };

  async function open(): Promise<void> {
    const { release } = Pointer.parse(JSON.parse(await readFile(pointer, 'utf8')));
    if (release === current?.id) return;
    current = await openRelease(release, reader);
    onChange(current);
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { indexPath, pointerPath } from '../core/format.ts';
import { pathsOfIndex } from '../core/paths-of-index.ts';
import type { Release } from '../core/release.ts';
import { mediumState } from '../public-files/medium-state.ts';
import type { DiskReader } from '../readers/disk.ts';
import { verifyFile } from '../readers/verify-file.ts';
import { type DamagedFiles, damagedFiles } from './damaged-files.ts';
import { mediaFolder, verifyMedium } from './disk/verify-medium.ts';
import { readPointer } from './follow-release.ts';
import { shareDamage } from './workers/share-damage.ts';

/** The damaged files of what lies in `out`; those of all workers together in a worker. */
export function watchRelease(
  out: string,
  disk: DiskReader,
  current: () => Release | null,
  log: (error: unknown) => void,
  isWorker: boolean,
): DamagedFiles {
  const shared = isWorker ? shareDamage((path) => damage.suspect(path)) : null;
  const locate = (path: string): string => join(out, path.startsWith(mediaFolder) ? '' : join('api', 'v1'), path);
  const damage = damagedFiles({ verify, isServed, locate, log, onFound: shared?.tell });
  return damage;

  async function verify(path: string): Promise<void> {
    if (path.startsWith(mediaFolder)) await verifyMedium(locate(path), path);
    else if (path === pointerPath) await readPointer(disk);
    else await verifyFile(disk, path);
  }

  async function isServed(path: string): Promise<boolean> {
    const release = current();
    if (release === null || path === pointerPath) return true;
    if (path.startsWith(mediaFolder)) {
      const name = path.slice(mediaFolder.length).replace(/\.gz$/, '');
      return (await mediumState(release, name, Math.floor(Date.now() / 1000))) === 'due';
    }
    if (path === indexPath(release.id) || pathsOfIndex(release).includes(path)) return true;
    // Crawls need the order of kept releases.
    return existsSync(locate(path)) && /^index\.|\.table$|^releases\.json$/.test(path);
  }
}

import { assetFolder, assetNameAt } from '../../core/asset-name.ts';
import { MissingFile } from '../../core/file-errors.ts';
import { indexPath, pathsOfIndex, pointerPath } from '../../core/format.ts';
import type { Release } from '../../core/release.ts';
import { readPointer } from '../../follow-release.ts';
import { isOpenAsset } from '../../public-files/public-assets.ts';
import { verifyFile } from '../../storage/verify-file.ts';
import { type DamagedFiles, damagedFiles } from './damaged-files.ts';
import type { Source } from './source.ts';
import { shareDamage } from './workers/follow-primary.ts';

/** The damaged files of `source`; those of all workers together in a worker. */
export function watchRelease(
  source: Source,
  current: () => Release | null,
  log: (error: unknown) => void,
  isWorker: boolean,
): DamagedFiles {
  const onFound = isWorker ? shareDamage((path) => damage.suspect(path)) : undefined;
  const damage = damagedFiles({ verify, isServed, mark: source.markDamaged, log, onFound });
  return damage;

  async function verify(path: string): Promise<void> {
    if (path.startsWith(assetFolder)) await verifyAsset(path);
    else if (path === pointerPath) await readPointer(source.release);
    else await verifyFile(source.release, path);
  }

  async function isServed(path: string): Promise<boolean> {
    const release = current();
    if (release === null || path === pointerPath) return true;
    if (path.startsWith(assetFolder)) {
      return (await isOpenAsset(release, assetNameAt(path), Math.floor(Date.now() / 1000))) === true;
    }
    if (path === indexPath(release.id) || pathsOfIndex(release).includes(path)) return true;
    // The pointer may name it, and changes are read from the ledger.
    return /^index\.|^releases\.json$/.test(path) && source.isThere(path);
  }

  async function verifyAsset(path: string): Promise<void> {
    if (source.verifyAsset !== undefined) await source.verifyAsset(path);
    else if ((await source.folder.size?.(path)) === null) throw new MissingFile(path);
  }
}

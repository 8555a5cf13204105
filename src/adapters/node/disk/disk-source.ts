import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { assetFolder } from '../../../core/asset-name.ts';
import { pointerPath } from '../../../core/format.ts';
import { diskStorage, refuseLink } from '../../../storage/disk.ts';
import { followFile } from '../follow-state.ts';
import type { Source } from '../source.ts';
import { assetFiles } from './asset-files.ts';
import { verifyAsset } from './verify-asset.ts';

/** The folder that `galley build` wrote. */
export function diskSource(out: string): Source {
  const directory = join(out, 'api', 'v1');
  const release = diskStorage(directory);
  const folder = diskStorage(out);
  const assets = assetFiles(join(out, assetFolder));
  const locate = (path: string): string => join(path.startsWith(assetFolder) ? out : directory, path);
  return {
    name: out,
    release,
    // Opens no file for longer than it reads it.
    folder: {
      ...folder,
      size: (path) =>
        path.startsWith(assetFolder) && !assets.has(path.slice(assetFolder.length))
          ? null
          : (folder.size?.(path) ?? null),
    },
    followPointer(events) {
      const onChange = (): unknown => {
        assets.refresh();
        return events.onChange();
      };
      return followFile(join(directory, pointerPath), { ...events, onChange });
    },
    verifyAsset: (path) => verifyAsset(locate(path), path),
    serveAsset: ({ path, ...range }, response) =>
      assets.serve(path.slice(assetFolder.length), range, response).catch((error) => refuseLink(path, error)),
    isThere: async (path) => existsSync(locate(path)),
    async markDamaged(path) {
      const now = new Date();
      await utimes(locate(path), now, now);
    },
    close: release.close,
  };
}

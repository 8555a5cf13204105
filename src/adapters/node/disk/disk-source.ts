import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { assetFolder } from '../../../core/asset-name.ts';
import { pointerPath } from '../../../core/format.ts';
import { diskStorage, refuse } from '../../../storage/disk.ts';
import type { Source } from '../source.ts';
import { followFile } from './follow-file.ts';
import { mediaFiles } from './media-files.ts';
import { verifyMedium } from './verify-medium.ts';

/** The folder that `galley build` wrote. */
export function diskSource(out: string): Source {
  const directory = join(out, 'api', 'v1');
  const release = diskStorage(directory);
  const folder = diskStorage(out);
  const media = mediaFiles(join(out, assetFolder));
  const locate = (path: string): string => join(path.startsWith(assetFolder) ? out : directory, path);
  return {
    name: out,
    release,
    // Opens no file for longer than it reads it.
    folder: {
      ...folder,
      size: (path) =>
        path.startsWith(assetFolder) && !media.has(path.slice(assetFolder.length))
          ? null
          : (folder.size?.(path) ?? null),
    },
    followPointer(events) {
      const onChange = (): Promise<void> => {
        media.refresh();
        return events.onChange();
      };
      return followFile(join(directory, pointerPath), { ...events, onChange });
    },
    verifyMedium: (path) => verifyMedium(locate(path), path),
    serveMedium: ({ path, ...range }, response) =>
      media.serve(path.slice(assetFolder.length), range, response).catch((error) => refuse(path, error)),
    isThere: async (path) => existsSync(locate(path)),
    async markDamaged(path) {
      const now = new Date();
      await utimes(locate(path), now, now);
    },
    close: release.close,
  };
}

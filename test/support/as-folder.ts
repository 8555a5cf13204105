import type { Storage } from '../../src/core/storage.ts';

/** The folder that `galley build` would have written around a release, without open files. */
export function asFolder(release: Storage): Storage {
  return {
    read: (path, start, end) =>
      path.startsWith('api/v1/') ? release.read(path.slice('api/v1/'.length), start, end) : null,
  };
}

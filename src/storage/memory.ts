import type { Storage } from '../core/storage.ts';

/** Reads from files that are in memory already, by path. */
export function memoryStorage(files: ReadonlyMap<string, Uint8Array>): Storage {
  return {
    read(path, start = 0, end) {
      const bytes = files.get(path);
      if (bytes === undefined || (end ?? 0) > bytes.length) return null;
      return bytes.subarray(start, end ?? bytes.length);
    },
    size: (path) => files.get(path)?.length ?? null,
  };
}

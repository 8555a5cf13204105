import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader } from '../core/reader.ts';

/** Reads files below `root` by positioned reads. */
export function diskReader(root: string): Reader {
  return {
    async read(path, start = 0, end) {
      const file = await open(join(root, path)).catch(nullIfAbsent);
      if (file === null) return null;
      try {
        const length = (end ?? (await file.stat()).size) - start;
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, start);
        return bytesRead === length ? bytes : null;
      } finally {
        await file.close();
      }
    },
  };
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

import { crc32 } from 'node:zlib';
import { assetFolder, checksumOfAsset } from '../../../core/asset-name.ts';
import { FailedRead } from '../../../core/file-errors.ts';
import type { Storage } from '../../../core/storage.ts';
import { decompress } from '../../../storage/read-stream.ts';
import { bytesByPath } from './bytes-by-path.ts';

/** Bytes of memory for them. */
const budget = 32 * 1024 * 1024;

/**
 * Keeps media that are read whole, once they were found as their names say. The store is still asked each time whether one is there, so
 * that what was removed is gone at once; where it gives nothing, those that are kept are there.
 */
export function rememberMedia(storage: Pick<Required<Storage>, 'read' | 'size'>): Storage {
  const kept = bytesByPath(budget);
  return {
    ...storage,
    async size(path) {
      try {
        const size = await storage.size(path);
        if (size === null) kept.delete(path);
        return size;
      } catch (error) {
        const known = error instanceof FailedRead ? kept.get(path) : undefined;
        if (known === undefined) throw error;
        return known.length;
      }
    },
    async read(path, start, end) {
      if (start !== undefined || end !== undefined) return storage.read(path, start, end);
      const known = kept.get(path);
      if (known !== undefined) return known;
      const bytes = await storage.read(path);
      if (bytes !== null && (await isAsNamed(path, bytes))) kept.set(path, bytes);
      return bytes;
    },
  };
}

async function isAsNamed(path: string, bytes: Uint8Array): Promise<boolean> {
  const named = path.startsWith(assetFolder) ? checksumOfAsset(path) : null;
  if (named === null) return false;
  const content = named.isGzip ? await decompress(bytes).catch(() => null) : bytes;
  return content !== null && crc32(content) === named.crc;
}

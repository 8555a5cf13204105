import { crc32 } from 'node:zlib';
import { assetFolder, checksumOfAsset } from '../../../core/asset-name.ts';
import { FailedRead } from '../../../core/file-errors.ts';
import type { Storage } from '../../../core/storage.ts';
import { type ByteCache, byteCache } from '../../../storage/byte-cache.ts';
import { crcOfGzip } from '../../../storage/read-stream.ts';
import { verifyFile } from '../../../storage/verify-file.ts';

/** Bytes of memory for tables and lookup shards, and for assets. */
const budget = 32 * 1024 * 1024;

/** Of the release: what several releases share, and each response needs. */
const shared = /^(?:lookup\/|pages\/\w+\.table$)/;

/**
 * Keeps tables and lookup shards that were found as they were written, whichever release they are of: a new one that
 * most of them belong to finds them, though the store gives nothing at that moment.
 */
export function rememberChecked(storage: Storage): Storage {
  const isAsWritten = (path: string, bytes: Uint8Array): Promise<boolean> =>
    verifyFile({ read: () => bytes }, path).then(
      () => true,
      () => false,
    );
  const read = rememberRead(
    storage,
    byteCache<Uint8Array>(budget, ({ length }) => length),
    isAsWritten,
  );
  return {
    ...storage,
    read: (path, start, end) => (shared.test(path) ? read(path, start, end) : storage.read(path, start, end)),
  };
}

/**
 * Keeps assets that are read whole, once they were found as their names say. The store is still asked each time whether
 * one is there, so that what was removed is gone at once; where it gives nothing, those that are kept are there.
 */
export function rememberAssets(storage: Pick<Required<Storage>, 'read' | 'size'>): Storage {
  const kept = byteCache<Uint8Array>(budget, ({ length }) => length);
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
    read: rememberRead(storage, kept, isAsNamed),
  };
}

async function isAsNamed(path: string, bytes: Uint8Array): Promise<boolean> {
  const named = path.startsWith(assetFolder) ? checksumOfAsset(path) : null;
  if (named === null) return false;
  return (named.isGzip ? await crcOfGzip(bytes) : crc32(bytes)) === named.crc;
}

/** Pages that need no key, at most one of each and its compressed form, which are few and lie at the top: as they were read last. */
export function rememberPages(storage: Storage): Storage {
  const pages = new Map<string, Uint8Array>();
  return {
    ...storage,
    async read(path, start, end) {
      if (path.includes('/')) return storage.read(path, start, end);
      try {
        const bytes = await storage.read(path, start, end);
        if (bytes === null) pages.delete(path);
        else pages.set(path, bytes);
        return bytes;
      } catch (error) {
        const known = pages.get(path);
        if (known === undefined || !(error instanceof FailedRead)) throw error;
        return known;
      }
    },
  };
}

/** Reads by `storage`. Keeps files that are read whole and are right. */
function rememberRead(
  storage: Pick<Storage, 'read'>,
  kept: ByteCache<Uint8Array>,
  isRight: (path: string, bytes: Uint8Array) => Promise<boolean>,
): Storage['read'] {
  return async (path, start, end) => {
    if (start !== undefined || end !== undefined) return storage.read(path, start, end);
    const known = kept.get(path);
    if (known !== undefined) return known;
    const bytes = await storage.read(path);
    if (bytes !== null && (await isRight(path, bytes))) kept.set(path, bytes);
    return bytes;
  };
}

import type { Storage } from '../../../core/storage.ts';
import { verifyFile } from '../../../storage/verify-file.ts';
import { bytesByPath } from './bytes-by-path.ts';

/** Bytes of memory for them. */
const budget = 32 * 1024 * 1024;

/** Of the release: what several releases share, and each answer needs. */
const wanted = /^(?:lookup\/|pages\/\w+\.table$)/;

/**
 * Keeps tables and lookup shards that were found as they were written, whichever release they are of: a new one that most of them
 * belong to finds them, though the store gives nothing at that moment.
 */
export function rememberChecked(storage: Storage): Storage {
  const kept = bytesByPath(budget);
  return {
    ...storage,
    async read(path, start, end) {
      if (start !== undefined || end !== undefined || !wanted.test(path)) return storage.read(path, start, end);
      const known = kept.get(path);
      if (known !== undefined) return known;
      const bytes = await storage.read(path);
      if (bytes !== null && (await isWhole(path, bytes))) kept.set(path, bytes);
      return bytes;
    },
  };
}

function isWhole(path: string, bytes: Uint8Array): Promise<boolean> {
  return verifyFile({ read: () => bytes }, path).then(
    () => true,
    () => false,
  );
}

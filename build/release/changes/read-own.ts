import { gunzipSync } from 'node:zlib';
import { articlePath, maxWholeBytes } from '../../../src/core/format.ts';
import type { Storage } from '../../../src/core/storage.ts';

/** The JSON of an article from its own file, unchecked; null where that is missing or no gzip member. */
export async function readOwn(storage: Storage, id: number, hash: string): Promise<Buffer | null> {
  const zipped = await storage.read(articlePath(id, hash));
  try {
    return zipped && gunzipSync(zipped, { maxOutputLength: maxWholeBytes });
  } catch {
    return null;
  }
}

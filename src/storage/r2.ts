import type { Storage } from '../core/storage.ts';
import { attemptRead } from './attempt-read.ts';

/** What is used of an R2 bucket that is bound to a Worker. */
export interface Bucket {
  get(key: string, options?: { range: { offset: number; length?: number } }): Promise<BucketObject | null>;
  head(key: string): Promise<{ size: number } | null>;
}

export interface BucketObject {
  /** Bytes of the whole object. */
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads what `galley build` wrote from an R2 bucket, below `prefix`, which is empty or ends with a slash. What the
 * bucket fails at is tried three times; then `read` rejects with `FailedRead`.
 */
export function r2Storage(bucket: Bucket, prefix = ''): Storage {
  return {
    noSharedWaits: true,
    read: (path, start = 0, end) => attemptRead(path, () => readRange(`${prefix}${path}`, start, end)),
    size: (path) => attemptRead(path, async () => (await bucket.head(`${prefix}${path}`))?.size ?? null),
  };

  async function readRange(key: string, start: number, end: number | undefined): Promise<Uint8Array | null> {
    if (start === end) return (await sizeOf(key)) >= end ? new Uint8Array() : null;
    const object = await get(key, start, end);
    if (object === null || (end ?? 0) > object.size) return null;
    const bytes = new Uint8Array(await object.arrayBuffer());
    const wanted = (end ?? object.size) - start;
    if (bytes.length !== wanted) throw new Error(`${bytes.length} of ${wanted} bytes came`);
    return bytes;
  }

  async function get(key: string, start: number, end: number | undefined): Promise<BucketObject | null> {
    if (start === 0 && end === undefined) return bucket.get(key);
    try {
      return await bucket.get(key, { range: { offset: start, ...(end !== undefined && { length: end - start }) } });
    } catch (error) {
      // R2 refuses a range that begins behind the end of the object.
      if ((await sizeOf(key)) <= start) return null;
      throw error;
    }
  }

  /** -1 where there is no such object. */
  async function sizeOf(key: string): Promise<number> {
    return (await bucket.head(key))?.size ?? -1;
  }
}

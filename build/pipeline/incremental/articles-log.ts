import { fstatSync, readSync, writeSync } from 'node:fs';

/** Thrown where the store does not hold what its manifest says; the build is then made without it. */
export class DamagedStore extends Error {
  override name = 'DamagedStore';
}

/** The file that holds the articles of a build, and of builds before it. All threads append to it. */
export interface ArticlesLog {
  descriptor: number;
  /** Its bytes, at index 0: shared memory. */
  size: BigInt64Array<SharedArrayBuffer>;
}

export function openLog(descriptor: number): ArticlesLog {
  const size = new BigInt64Array(new SharedArrayBuffer(8));
  size[0] = BigInt(fstatSync(descriptor).size);
  return { descriptor, size };
}

/** Puts bytes at the end of the log; returns where they stand. Throws `DamagedStore`. */
export function append({ descriptor, size }: ArticlesLog, bytes: Uint8Array): number {
  const at = Number(Atomics.add(size, 0, BigInt(bytes.length)));
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    }
  } catch (cause) {
    throw new DamagedStore('The articles log cannot be written.', { cause });
  }
  return at;
}

/** Throws `DamagedStore` where there are fewer bytes. */
export function readAt({ descriptor }: ArticlesLog, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(descriptor, bytes, 0, length, at) !== length) throw new DamagedStore(`There is no record at ${at}.`);
  return bytes;
}

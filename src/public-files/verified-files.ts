import type { Storage } from '../core/storage.ts';

/** Files that were found as they were written, so that they are not checked again while they stay as they are. */
export interface VerifiedFiles {
  /** What says that a file is still the same; '' where the storage cannot tell, and it is taken to be. */
  stampOf(path: string): Promise<string>;
  has(path: string, stamp: string): boolean;
  add(path: string, stamp: string): void;
}

/** How many are remembered. */
const most = 4096;

export function verifiedFiles(storage: Storage): VerifiedFiles {
  const stamps = new Map<string, string>();
  return {
    stampOf: async (path) => (await storage.stamp?.(path)) ?? '',
    has: (path, stamp) => stamps.get(path) === stamp,
    add(path, stamp) {
      if (stamps.size >= most) stamps.clear();
      stamps.set(path, stamp);
    },
  };
}

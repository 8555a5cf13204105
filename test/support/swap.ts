import fs, { renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Puts a link to `target` in the place of a file or folder; `undo` puts back what was there. */
export function replaceByLink(path: string, target: string): { undo(): void } {
  // A hidden name, which no build reads.
  const kept = join(dirname(path), '.kept');
  renameSync(path, kept);
  symlinkSync(target, path);
  return {
    undo() {
      unlinkSync(path);
      renameSync(kept, path);
    },
  };
}

/** Calls `work` before, or after, the first call by which the disk is asked for a path that ends so. */
export function onCall(
  name: 'openSync' | 'statSync' | 'readdir',
  end: string,
  work: { before?: () => void; after?: () => void },
): void {
  const original = fs[name] as (path: unknown, ...others: unknown[]) => unknown;
  let isDone = false;
  put((path, ...others) => {
    const isFirst = !isDone && String(path).endsWith(end);
    if (isFirst) isDone = true;
    if (isFirst) work.before?.();
    try {
      return original(path, ...others);
    } finally {
      if (isFirst) work.after?.();
    }
  });
  onTestFinished(() => put(original));

  function put(call: typeof original): void {
    Object.assign(fs, { [name]: call });
    syncBuiltinESMExports();
  }
}

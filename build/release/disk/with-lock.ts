import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskStore } from '../store/disk-store.ts';
import type { FileStore } from '../store/file-store.ts';
import { maxLeaseAge } from '../store/lease.ts';
import { holdLock } from '../store/lock.ts';

/**
 * Runs `work` while nobody else holds `lock`, a file; throws `UsageError` where somebody does and goes on doing so for
 * `timeout` milliseconds. `what` is what the holder is doing.
 */
export async function withLock<T>(lock: string, what: string, timeout: number, work: () => Promise<T>): Promise<T> {
  const folder = dirname(lock);
  mkdirSync(folder, { recursive: true });
  const store = diskStore(folder, folder, false);
  await removeLeftOver(store, lock);
  const toMessage = ({ pid, host }: { pid: number; host: string }): string =>
    // It may have ended since.
    `Another process (${pid === 0 ? 'unknown' : `${pid} on ${host}`}) is ${what}. ` +
    `Wait for it to end. If there is none, try again in a minute, or delete ${lock}.`;
  const write = writeOrLink(store, folder);
  return holdLock({ ...store, write }, basename(lock), { timeout, toMessage }, () => work());
}

/** On a full disk there is room for a short link, though not for a file: what frees it has to take the lock. */
function writeOrLink(store: FileStore, folder: string): FileStore['write'] {
  return async (path, bytes, before) => {
    try {
      return await store.write(path, bytes, before);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || before !== null) throw error;
    }
    try {
      symlinkSync(Buffer.from(bytes).toString(), join(folder, path));
      return await store.find(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
      throw error;
    }
  };
}

/** Removes what processes left that were killed while they waited for the lock or took it over. */
async function removeLeftOver(store: FileStore, lock: string): Promise<void> {
  const left = readdirSync(dirname(lock)).filter((name) => name.startsWith(`${basename(lock)}-`));
  if (left.length === 0) return;
  const now = await store.time();
  for (const name of left) {
    const file = join(dirname(lock), name);
    const { mtimeMs = now * 1000 } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (now - mtimeMs / 1000 > maxLeaseAge) rmSync(file, { recursive: true, force: true });
  }
}

import { open } from 'node:fs/promises';

/** Files that are flushed at the same time. */
const together = 16;

/** Puts the content of files on the disk. */
export async function flushFiles(files: readonly string[]): Promise<void> {
  const waiting = [...files];
  const lane = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await flush(file);
  };
  for (const { status, ...rest } of await Promise.allSettled(Array.from({ length: together }, lane))) {
    if (status === 'rejected') throw 'reason' in rest ? rest.reason : null;
  }
}

/** Puts the names in folders on the disk, which flushing the files does not. */
export async function flushFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    try {
      await flush(folder);
    } catch (error) {
      // Windows opens no folder, some network disks flush none, and a folder above may not be ours to open.
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['EACCES', 'EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'].includes(code)) throw error;
    }
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { inLanes } from '../../package/in-lanes.ts';
import type { ReleaseFile } from '../layout/page-files.ts';

/** Holds files until they are whole. */
export const draftFolder = '.draft';

/** Writes files below `directory`, each whole or not at all. With `durable` they survive a power cut. */
export async function writeFiles(directory: string, files: readonly ReleaseFile[], durable: boolean): Promise<void> {
  await inLanes(files.length, files, ({ path, bytes }) => {
    const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
    return writeWhole(join(directory, path), draft, bytes, { durable });
  });
}

/** Runs `work`, which may use `writeFiles`. Removes what a killed process left of its drafts. */
export async function withDrafts<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const drafts = join(directory, draftFolder);
  rmSync(drafts, { recursive: true, force: true });
  mkdirSync(drafts, { recursive: true });
  try {
    return await work();
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}

/**
 * Writes articles by themselves below `directory`. They are written in place, since they are many and no server that
 * reads pages reads them: the next build finds a partial one by its size, and writes it again. Call it in one thread
 * alone: two that create files at once take twice as long for each, and four ten times (ext4).
 */
export function writeArticles(directory: string, articles: readonly ReleaseFile[]): void {
  for (const { path, bytes } of articles) writeArticle(join(directory, path), bytes);
}

function writeArticle(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') mkdirSync(dirname(file), { recursive: true });
    // Its size is wrong, so it is not whole. A process that has it open keeps its bytes.
    else if (code === 'EEXIST') rmSync(file);
    else throw error;
    writeFileSync(file, bytes, { flag: 'wx' });
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

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/node/disk/write-whole.ts';
import type { ReleaseFile } from '../layout/page-files.ts';

/** Holds files until they are whole. */
export const draftFolder = '.draft';

/**
 * Writes files below `directory`, each whole or not at all. Articles by themselves are written in place, since they are many
 * and no server that reads pages reads them: the next build finds a partial one by its size, and writes it again.
 */
export async function writeFiles(directory: string, files: readonly ReleaseFile[], durable: boolean): Promise<void> {
  const waiting: Promise<void>[] = [];
  for (const { path, bytes } of files) {
    const file = join(directory, path);
    const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
    if (path.startsWith('articles/')) writeArticle(file, bytes);
    else waiting.push(writeWhole(file, draft, bytes, { durable }));
  }
  // Waits for all, so that no write goes on after an error is thrown.
  for (const { status, ...rest } of await Promise.allSettled(waiting)) {
    if (status === 'rejected') throw 'reason' in rest ? rest.reason : null;
  }
}

function writeArticle(file: string, bytes: Buffer): void {
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

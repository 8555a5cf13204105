import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/node/disk/write-whole.ts';
import type { ReleaseFile } from '../layout/page-files.ts';

/** Drafts of files, until they are whole. */
export const draftFolder = '.draft';

/**
 * Writes files below `directory`, each whole or not at all; save articles by themselves, which are many and which no
 * server reads that reads pages: one of which a kill leaves a part is found by its size, and written again.
 */
export async function writeFiles(directory: string, files: readonly ReleaseFile[], durable: boolean): Promise<void> {
  const waiting: Promise<void>[] = [];
  for (const { path, bytes } of files) {
    const file = join(directory, path);
    const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
    if (path.startsWith('articles/')) writeArticle(file, bytes);
    else waiting.push(writeWhole(file, draft, bytes, { durable }));
  }
  // None goes on behind the back of a caller that has given up.
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
    // Of another size, so not whole; who holds it may keep it.
    else if (code === 'EEXIST') rmSync(file);
    else throw error;
    writeFileSync(file, bytes, { flag: 'wx' });
  }
}

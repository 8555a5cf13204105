import { join } from 'node:path';
import { writeWhole, writeWholeSync } from '../../src/node/write-whole.ts';
import type { ReleaseFile } from './lay-out.ts';

/** Drafts of files, until they are whole. */
export const draftFolder = '.draft';

/** Writes files below `directory`, each whole or not at all. */
export async function writeFiles(directory: string, files: readonly ReleaseFile[], durable: boolean): Promise<void> {
  const waiting: Promise<void>[] = [];
  for (const { path, bytes } of files) {
    const file = join(directory, path);
    const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
    // Articles by themselves are many, and read by no server that reads pages.
    if (path.startsWith('articles/')) writeWholeSync(file, draft, bytes);
    else waiting.push(writeWhole(file, draft, bytes, { durable }));
  }
  // None goes on behind the back of a caller that has given up.
  for (const { status, ...rest } of await Promise.allSettled(waiting)) {
    if (status === 'rejected') throw 'reason' in rest ? rest.reason : null;
  }
}

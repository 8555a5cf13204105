import { join } from 'node:path';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import type { ReleaseFile } from '../layout/page-files.ts';

/** Holds files until they are whole. */
export const draftFolder = '.draft';

/** Writes files below `directory`, each whole or not at all. With `durable` they survive a power cut. */
export async function writeFiles(directory: string, files: readonly ReleaseFile[], durable: boolean): Promise<void> {
  const waiting = files.map(({ path, bytes }) => {
    const draft = join(directory, draftFolder, path.replaceAll('/', '-'));
    return writeWhole(join(directory, path), draft, bytes, { durable });
  });
  // Waits for all, so that no write goes on after an error is thrown.
  for (const { status, ...rest } of await Promise.allSettled(waiting)) {
    if (status === 'rejected') throw 'reason' in rest ? rest.reason : null;
  }
}

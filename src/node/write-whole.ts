import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file that appears whole or not at all. `draft` is where it grows: another name on the same disk. With
 * `durable`, its content is on the disk before its name is, so that not even a power cut leaves a name without content.
 */
export async function writeWhole(
  file: string,
  draft: string,
  content: string | Uint8Array,
  { durable, mode = 0o666 }: { durable: boolean; mode?: number },
): Promise<void> {
  try {
    const handle = await open(draft, 'w', mode);
    try {
      await handle.writeFile(content);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The same at once and not durable: for small files that are many. */
export function writeWholeSync(file: string, draft: string, content: string | Uint8Array): void {
  try {
    const descriptor = openSync(draft, 'w');
    try {
      writeFileSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

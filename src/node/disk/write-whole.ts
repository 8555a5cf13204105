import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

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
    if (durable) await writeDurable(draft, content, mode);
    else writeFileSync(draft, content, { mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Waits for the disk, which is the only wait that is worth a turn of the event loop. */
async function writeDurable(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'w', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';

/** Chunks are for files that may be longer than memory. Each is valid until the next one is asked for. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Writes a file that appears whole or not at all. `draft` is where it grows: another name on the same disk, at which
 * what stands is removed, and no link is followed. With `durable`, and where it comes in chunks, its content is on the
 * disk before its name is, so that not even a power cut leaves a name without content. With `isNew` it throws `EEXIST`
 * where something has that name.
 */
export async function writeWhole(
  file: string,
  draft: string,
  content: Content,
  { durable, isNew = false, mode = 0o666 }: { durable: boolean; isNew?: boolean; mode?: number },
): Promise<void> {
  try {
    const isHere = typeof content === 'string' || content instanceof Uint8Array;
    if (durable || !isHere) await writeDurable(draft, content, mode);
    else await create(draft, () => writeFileSync(draft, content, { mode, flag: 'wx' }));
    if (isNew) {
      linkSync(draft, file);
      rmSync(draft);
    } else renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** A file that a killed process left is in the way, and so is a link that somebody put there. */
async function create<T>(draft: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    rmSync(draft);
    return make();
  }
}

/** Waits for the disk, which is the only wait that is worth a turn of the event loop. */
async function writeDurable(file: string, content: Content, mode: number): Promise<void> {
  const handle = await create(file, () => open(file, 'wx', mode));
  try {
    await writeFile(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

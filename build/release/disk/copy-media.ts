import { mkdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { writeWhole } from '../../../src/node/disk/write-whole.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import type { Medium } from '../../source/media.ts';
import type { IsChanged } from './file-clock.ts';

/** Compressing a shorter text gains nothing. */
const leastForGzip = 1000;
const texts = new Set(['.svg', '.vtt']);

/**
 * Copies missing pictures and those that were changed, and writes a compressed form of those that are text. Each appears whole or not
 * at all. Returns how many were copied.
 */
export async function copyMedia(media: readonly Medium[], out: string, isChanged: IsChanged): Promise<number> {
  if (media.length === 0) return 0;
  const folder = join(out, 'media');
  await mkdir(folder, { recursive: true });
  let copied = 0;
  for (const { name, file, size } of media) {
    const target = join(folder, name);
    const zipped = texts.has(extname(name)) && size >= leastForGzip ? `${name}.gz` : null;
    const [isThere, isZippedThere] = await Promise.all([
      stat(target).then(
        async (state) => state.size === size && (!isChanged(state) || names(name, await readFile(target))),
        () => false,
      ),
      zipped === null ||
        stat(join(folder, zipped)).then(
          async (state) => !isChanged(state) || namesZipped(name, await readFile(join(folder, zipped))),
          () => false,
        ),
    ]);
    if (isThere && isZippedThere) continue;
    const bytes = await readFile(file);
    // A picture that changed since it was hashed would be kept forever under a wrong name.
    if (!names(name, bytes)) throw new UsageError(`${file} was changed during the build. Build again.`);
    const write = (as: string, content: Buffer): Promise<void> =>
      writeWhole(join(folder, as), join(folder, `.draft-${as}`), content, { durable: true });
    if (zipped !== null) await write(zipped, gzipSync(bytes, { level: 9 }));
    if (isThere) continue;
    await write(name, bytes);
    copied++;
  }
  return copied;
}

/** Whether it is the name of these bytes. */
function names(name: string, bytes: Uint8Array): boolean {
  return name.includes(`.${hashBytes(bytes)}.`);
}

function namesZipped(name: string, bytes: Uint8Array): boolean {
  try {
    return names(name, gunzipSync(bytes));
  } catch {
    return false;
  }
}

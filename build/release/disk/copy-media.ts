import { realpathSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { verifyAsset } from '../../../src/adapters/node/disk/verify-asset.ts';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { isTextAsset } from '../../../src/core/asset-name.ts';
import { maxWholeBytes } from '../../../src/core/format.ts';
import { hashParts } from '../../source/hash-bytes.ts';
import type { Asset } from '../../source/media.ts';
import { changedMeanwhile, readRealParts } from '../../source/read-real.ts';
import type { IsChanged } from './known-folder.ts';
import { flushFolders } from './write-files.ts';

/** Compressing a shorter text gains nothing. */
const leastForGzip = 1000;

/**
 * Copies missing assets and those that were changed, and writes a compressed form of those that are text. Each appears
 * whole or not at all. Returns how many were copied.
 */
export async function copyMedia(media: readonly Asset[], out: string, isChanged: IsChanged): Promise<number> {
  if (media.length === 0) return 0;
  const folder = join(out, 'media');
  await mkdir(folder, { recursive: true });
  let copied = 0;
  let written = 0;
  for (const { name, file, size } of media) {
    const zipped = isTextAsset(name) && size >= leastForGzip && size <= maxWholeBytes ? `${name}.gz` : null;
    const isThere = await isWhole(name, size);
    const isZippedThere = zipped === null || (await isWhole(zipped));
    if (isThere && isZippedThere) continue;
    const write = (as: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
      written++;
      return writeWhole(join(folder, as), join(folder, `.draft-${as}`), content, { durable: true });
    };
    if (zipped !== null) {
      await pipeline(readNamed(name, file, size), createGzip({ level: 9 }), (content) => write(zipped, content));
    }
    if (isThere) continue;
    await write(name, readNamed(name, file, size));
    copied++;
  }
  if (written > 0) await flushFolders([folder]);
  return copied;

  /** Whether a copy is there, of that size where it is given, and as its name says where it may have been changed. */
  async function isWhole(name: string, size?: number): Promise<boolean> {
    const state = await stat(join(folder, name)).catch(() => null);
    if (!state?.isFile() || state.size !== (size ?? (state.size || -1))) return false;
    if (!isChanged(state)) return true;
    return verifyAsset(join(folder, name), name).then(
      () => true,
      () => false,
    );
  }
}

/** The parts of an asset. Throws where it changed since it was hashed: it would be kept forever under a wrong name. */
async function* readNamed(name: string, file: string, size: number): AsyncGenerator<Buffer, void> {
  const hash = hashParts();
  try {
    for (const part of readRealParts(realpathSync(file), size)) {
      hash.add(part);
      yield Buffer.from(part);
    }
  } catch {
    throw changedMeanwhile(file);
  }
  if (!name.includes(`.${hash.name()}.`)) throw changedMeanwhile(file);
}

import { closeSync, fstatSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../src/node/disk/lock.ts';
import { DamagedCache } from './damaged-store.ts';
import { type Memory, nothing, type PackFile, readMemory } from './manifest.ts';
import { nextPack, saveCache } from './save-store.ts';

/** What a build has of earlier ones, and where it leaves what it made. */
export interface Cache {
  memory: Memory;
  /** Descriptor of the pack: the file of records. */
  pack: number;
  /** Puts bytes at the end of the pack; returns where they stand. */
  append(bytes: Uint8Array): number;
  /** A time in milliseconds, by the clock of the disk, that all reading follows. */
  since: number;
  /** Leaves `memory` to the next build; the records of its entries are in the pack. */
  save(memory: Memory): void;
}

type Work<T> = (cache: Cache) => Promise<T>;

/** The name of the file that says what the pack holds. */
const memoryName = 'memory';

/**
 * Runs `work` with the cache in `folder`; `key` is what that must be for. A cache that is damaged is begun anew. Where
 * another build has it, or it cannot be written, an empty one in the folder for temporary files stands in for it.
 */
export async function withCache<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  let isOurs = false;
  try {
    return await withLock(join(folder, 'lock'), `using ${folder}`, 0, () => {
      isOurs = true;
      return useAgain(folder, key, work);
    });
  } catch (error) {
    if (isOurs && !(error instanceof DamagedCache)) throw error;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'galley-'));
  try {
    return await use(temporary, key, work);
  } catch (error) {
    throw error instanceof DamagedCache ? error.cause : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function useAgain<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  try {
    return await use(folder, key, work);
  } catch (error) {
    if (!(error instanceof DamagedCache)) throw error;
    await rm(join(folder, memoryName), { force: true });
    return use(folder, key, work);
  }
}

async function use<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  const found = readMemory(join(folder, memoryName), key);
  const { since, pack, name, isNew } = open(folder, found?.pack ?? null);
  const known = isNew ? null : found;
  let size = fstatSync(pack).size;
  try {
    return await work({
      memory: known?.memory ?? nothing,
      pack,
      since,
      append(bytes) {
        const at = size;
        writeAll(pack, bytes, at);
        size += bytes.length;
        return at;
      },
      save: (memory) => saveCache(folder, { file: memoryName, key, pack, name, size }, memory, known?.blocks ?? []),
    });
  } finally {
    closeSync(pack);
  }
}

/** Opens the pack that is named, or where it is not whole a new one. */
function open(folder: string, known: PackFile | null): { since: number; pack: number; name: string; isNew: boolean } {
  try {
    const stamp = join(folder, 'stamp');
    writeFileSync(stamp, '.');
    const since = statSync(stamp).mtimeMs;
    const size = known === null ? null : statSync(join(folder, known.name), { throwIfNoEntry: false })?.size;
    if (known !== null && size !== undefined && size !== null && size >= known.size) {
      return { since, pack: openSync(join(folder, known.name), 'r+'), name: known.name, isNew: false };
    }
    const name = nextPack(known?.name);
    return { since, pack: openSync(join(folder, name), 'w+'), name, isNew: true };
  } catch (cause) {
    throw new DamagedCache(`The cache in ${folder} cannot be written.`, { cause });
  }
}

function writeAll(pack: number, bytes: Uint8Array, at: number): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(pack, bytes, done, bytes.length - done, at + done);
  } catch (cause) {
    throw new DamagedCache('The pack cannot be written.', { cause });
  }
}

import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withLock } from '../../../src/adapters/node/disk/lock.ts';
import { DamagedStore } from './damaged-store.ts';
import { emptyManifest, type LogFile, type Manifest, readManifest } from './manifest.ts';
import { nextLog, ownerOnly, saveStore } from './save-store.ts';

/** What earlier builds left, and where this one leaves what it made. */
export interface Store {
  manifest: Manifest;
  /** Descriptor of the articles log. */
  log: number;
  /** Puts bytes at the end of the log; returns where they stand. */
  append(bytes: Uint8Array): number;
  /** A time in milliseconds, by the clock of the disk, that all reading follows. */
  since: number;
  /** Leaves a manifest to the next build; the articles of its records are in the log. */
  save(manifest: Manifest): void;
}

type Work<T> = (store: Store) => Promise<T>;

const manifestName = 'manifest.jsonl';

/**
 * Runs `work` with the store in `folder`, if it was made with the same `key`, else with an empty one. A damaged store is
 * made empty. Where another build uses it, or it cannot be written, a temporary one takes its place. It holds drafts, so it is its
 * owner's alone.
 */
export async function withStore<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  let isOurs = false;
  try {
    makeOwn(folder);
    return await withLock(join(folder, 'lock'), `using ${folder}`, 0, () => {
      isOurs = true;
      return useAgain(folder, key, work);
    });
  } catch (error) {
    if (isOurs && !(error instanceof DamagedStore)) throw error;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'galley-'));
  try {
    return await use(temporary, key, work);
  } catch (error) {
    throw error instanceof DamagedStore ? error.cause : error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Makes a folder that only its owner can enter; the folders above it are as others make them. */
function makeOwn(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

async function useAgain<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  try {
    return await use(folder, key, work);
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    await rm(join(folder, manifestName), { force: true });
    return use(folder, key, work);
  }
}

async function use<T>(folder: string, key: string, work: Work<T>): Promise<T> {
  const found = readManifest(join(folder, manifestName), key);
  const { since, log, name, isNew } = open(folder, found?.log ?? null);
  const known = isNew ? null : found;
  let size = fstatSync(log).size;
  try {
    return await work({
      manifest: known?.manifest ?? emptyManifest,
      log,
      since,
      append(bytes) {
        const at = size;
        writeAll(log, bytes, at);
        size += bytes.length;
        return at;
      },
      save: (manifest) =>
        saveStore(folder, { file: manifestName, key, log, name, size }, manifest, known?.blocks ?? []),
    });
  } finally {
    closeSync(log);
  }
}

/** Opens the log that is named, or where it is not whole a new one. */
function open(folder: string, known: LogFile | null): { since: number; log: number; name: string; isNew: boolean } {
  try {
    const stamp = join(folder, 'stamp');
    writeFileSync(stamp, '.', ownerOnly);
    const since = statSync(stamp).mtimeMs;
    const size = known === null ? null : statSync(join(folder, known.name), { throwIfNoEntry: false })?.size;
    if (known !== null && size !== undefined && size !== null && size >= known.size) {
      return { since, log: openSync(join(folder, known.name), 'r+'), name: known.name, isNew: false };
    }
    const name = nextLog(known?.name);
    return { since, log: openSync(join(folder, name), 'w+', ownerOnly.mode), name, isNew: true };
  } catch (cause) {
    throw new DamagedStore(`The store in ${folder} cannot be written.`, { cause });
  }
}

function writeAll(log: number, bytes: Uint8Array, at: number): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(log, bytes, done, bytes.length - done, at + done);
  } catch (cause) {
    throw new DamagedStore('The articles log cannot be written.', { cause });
  }
}

import { lstatSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assetFolder } from '../../../src/core/asset-name.ts';
import { pointerPath } from '../../../src/core/format.ts';
import { type LedgerEntry, ledgerPath } from '../../../src/core/ledger.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { type StorageTarget, toLedgerText, toPointerText } from '../ledger/storage-target.ts';
import { foldersOf } from './known-folder.ts';
import { flushFolders, writeFiles } from './write-files.ts';

/**
 * The release folder `directory`, without a turn of the event loop where files are many. With `durable`, what is
 * written survives a power cut. Only `withDrafts` may write.
 */
export function diskTarget(directory: string, durable: boolean): StorageTarget {
  const locate = (path: string): string => join(directory, path.startsWith(assetFolder) ? '../..' : '', path);
  return {
    storage: syncStorage(directory),
    stateOf(path) {
      const stats = statSync(locate(path), { throwIfNoEntry: false });
      return stats === undefined ? null : { size: stats.size, written: Math.floor(stats.mtimeMs / 1000) };
    },
    async list() {
      const paths = await listFolder(directory);
      for (const folder of [...foldersOf(directory), assetFolder.slice(0, -1)]) {
        for (const name of await listFolder(locate(`${folder}/`))) paths.push(`${folder}/${name}`);
      }
      return paths;
    },
    listsArticles: true,
    listDeltas: async () => (await listFolder(`${directory}/changes`)).map((name) => `changes/${name}`),
    async remove(paths) {
      const removed = { files: 0, bytes: 0 };
      for (const path of paths) {
        const stats = lstatSync(locate(path), { throwIfNoEntry: false });
        if (!stats?.isFile()) continue;
        rmSync(locate(path), { force: true });
        removed.files++;
        removed.bytes += stats.size;
      }
      return removed;
    },
    async writeDelta(path, bytes) {
      mkdirSync(join(directory, 'changes'), { recursive: true });
      await writeFiles(directory, [{ path, bytes }], durable);
      if (durable) await flushFolders([join(directory, 'changes'), directory]);
    },
    writeLedger: (entries) => writeLedger(directory, entries, durable),
    writePointer: (release) => writePointer(directory, release, durable),
  };
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function syncStorage(directory: string): Storage {
  return {
    read(path, start = 0, end) {
      const bytes = readOrNull(join(directory, path));
      return bytes === null || (end ?? 0) > bytes.length ? null : bytes.subarray(start, end);
    },
  };
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Writes the ledger whole. With `durable` it is on the disk when this ends. */
export function writeLedger(directory: string, entries: readonly LedgerEntry[], durable: boolean): Promise<void> {
  return write(directory, ledgerPath, toLedgerText(entries), durable);
}

/** Makes a release current whose files, and whose entry in the ledger, are there. */
export function writePointer(directory: string, release: string, durable: boolean): Promise<void> {
  return write(directory, pointerPath, toPointerText(release), durable);
}

async function write(directory: string, path: string, text: string, durable: boolean): Promise<void> {
  await writeFiles(directory, [{ path, bytes: Buffer.from(text) }], durable);
  if (durable) await flushFolders([directory]);
}

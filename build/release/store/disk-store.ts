import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { assetFolder } from '../../../src/core/asset-name.ts';
import { draftFolder, flushFolders } from '../disk/write-files.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/**
 * The release folder `directory`, without a turn of the event loop where files are many. With `durable`, what is
 * written survives a power cut. Only `withDrafts` may write.
 */
export function releaseStore(directory: string, durable: boolean): FileStore {
  return diskStore(directory, join(directory, draftFolder), durable);
}

/** Files in `folder`; in `drafts`, on the same disk, each grows until it is whole. */
export function diskStore(folder: string, drafts: string, durable: boolean): FileStore {
  const locate = (path: string): string => join(folder, path.startsWith(assetFolder) ? '../..' : '', path);
  return {
    read(path, start = 0, end) {
      const bytes = unlessMissing(() => readFileSync(locate(path)));
      return bytes === null || (end ?? 0) > bytes.length ? null : bytes.subarray(start, end);
    },
    find: (path) => unlessMissing(() => findFile(locate(path))),
    async write(path, bytes, before) {
      const file = locate(path);
      if (before && !isThere(file, before)) return null;
      if (before && Buffer.from(bytes).equals(before.bytes)) return refresh(file, bytes);
      const isNewFolder = mkdirSync(dirname(file), { recursive: true }) !== undefined;
      const draft = join(drafts, `${path.replaceAll('/', '-')}-${randomBytes(6).toString('base64url')}`);
      try {
        await writeWhole(file, draft, bytes, { durable, isNew: before === null });
      } catch (error) {
        if (before === null && (error as NodeJS.ErrnoException).code === 'EEXIST') return null;
        throw error;
      }
      if (durable) await flushFolders([dirname(file), ...(isNewFolder ? [dirname(dirname(file))] : [])]);
      // Another may have removed it already, as one that is dead.
      const stats = lstatSync(file, { throwIfNoEntry: false });
      return stats === undefined ? null : toFound(bytes, stats);
    },
    stateOf(path) {
      const stats = statSync(locate(path), { throwIfNoEntry: false });
      if (stats === undefined) return null;
      return { size: stats.size, written: Math.floor(stats.mtimeMs / 1000), version: versionOf(stats) };
    },
    list: async (path) => listFiles(locate(path), path),
    async remove(paths, before) {
      const removed = { files: 0, bytes: 0 };
      for (const path of paths) {
        const stats = lstatSync(locate(path), { throwIfNoEntry: false });
        if (!stats?.isFile() && !stats?.isSymbolicLink()) continue;
        if (before !== undefined && !isThere(locate(path), before)) continue;
        rmSync(locate(path), { force: true });
        removed.files++;
        removed.bytes += stats.size;
      }
      return removed;
    },
    time() {
      // The disk may be on another machine.
      const made = mkdtempSync(join(folder, '.lock-'));
      try {
        return statSync(made).mtimeMs / 1000;
      } finally {
        rmdirSync(made);
      }
    },
  };
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function findFile(file: string): StoredFile {
  const stats = lstatSync(file);
  const bytes = stats.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);
  return toFound(bytes, stats);
}

function toFound(bytes: Uint8Array, stats: Stats): StoredFile {
  return { bytes, written: stats.mtimeMs / 1000, version: versionOf(stats) };
}

function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** By what the file system knows of it, and where that is other by its content. */
function isThere(file: string, before: StoredFile): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  return versionOf(stats) === before.version || Buffer.from(before.bytes).equals(findFile(file).bytes);
}

/** Needs no room on a full disk. What took the place of the file is never written into. */
function refresh(file: string, bytes: Uint8Array): StoredFile | null {
  const descriptor = openSync(file, 'r+');
  try {
    if (!readFileSync(descriptor).equals(bytes)) return null;
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    return toFound(bytes, fstatSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** `folder` is what the paths of its files begin with. */
function listFiles(directory: string, folder: string): string[] {
  const entries = unlessMissing(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    return entry.isDirectory() ? listFiles(join(directory, entry.name), `${path}/`) : [path];
  });
}

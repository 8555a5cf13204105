import { close, fstat, open, read, type Stats } from 'node:fs';
import { stat as statFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DamagedFile, FailedRead, MissingFile } from '../core/file-errors.ts';
import type { Storage } from '../core/storage.ts';
import type { BlockStorage } from './block-cache.ts';

export interface DiskStorage extends Storage, BlockStorage {
  /** Closes the files that are open. */
  close(): void;
}

/** Files that stay open for the next read. */
const keptOpen = 128;

interface OpenFile {
  /** Null where there is no such file. */
  descriptor: Promise<number | null>;
  /** Reads under way. */
  readers: number;
  /** False once it is to be closed after the last of them. */
  isKept: boolean;
}

/**
 * Reads immutable files below `root`. Files that `readInto` read last stay open, also after they are deleted, until
 * `forget` or `close`. `read` opens a file and closes it, since callers keep what they read by it. Where the system
 * cannot read a file that is there, both reject with `DamagedFile`; where it can open no more files, with `FailedRead`.
 */
export function diskStorage(root: string): DiskStorage {
  const files = new Map<string, OpenFile>();
  return {
    async read(path, start = 0, end) {
      const descriptor = await openFile(join(root, path)).catch((error) => refuseLink(path, error));
      if (descriptor === null) return null;
      try {
        const length = (end ?? (await stat(descriptor)).size) - start;
        // Filled whole or not handed out, so it need not be zeroed.
        const bytes = Buffer.allocUnsafeSlow(length);
        const { bytesRead } = await readAt(descriptor, bytes, 0, length, start);
        return bytesRead === length ? bytes : null;
      } catch (error) {
        return refuseLink(path, error);
      } finally {
        close(descriptor);
      }
    },
    async size(path) {
      return (await findFile(root, path))?.size ?? null;
    },
    async stamp(path) {
      const found = await findFile(root, path);
      return found && `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}`;
    },
    async readInto(path, target, position) {
      const file = take(path);
      try {
        const descriptor = await file.descriptor;
        if (descriptor === null) return null;
        return (await readAt(descriptor, target, 0, target.length, position)).bytesRead;
      } catch (error) {
        return refuseLink(path, error);
      } finally {
        giveBack(path, file);
      }
    },
    forget,
    close() {
      for (const path of files.keys()) forget(path);
    },
  };

  function take(path: string): OpenFile {
    const file = files.get(path) ?? { descriptor: openFile(join(root, path)), readers: 0, isKept: true };
    files.delete(path);
    files.set(path, file);
    file.readers++;
    const oldest = files.keys().next();
    if (files.size > keptOpen && oldest.done !== true) forget(oldest.value);
    return file;
  }

  /** A file that is not there is not remembered: it may come. */
  function giveBack(path: string, file: OpenFile): void {
    file.readers--;
    void file.descriptor
      .catch(() => null)
      .then((descriptor) => descriptor === null && files.get(path) === file && files.delete(path));
    if (!file.isKept && file.readers === 0) closeFile(file);
  }

  function forget(path: string): void {
    const file = files.get(path);
    files.delete(path);
    if (file === undefined) return;
    file.isKept = false;
    if (file.readers === 0) closeFile(file);
  }
}

/** Null where there is no file, or something else by that name. */
async function findFile(root: string, path: string): Promise<Stats | null> {
  const found = await unlessAbsent(statFile(join(root, path))).catch((error) => refuseLink(path, error));
  return found?.isFile() ? found : null;
}

const stat = promisify(fstat);
const readAt = promisify(read);

function openFile(file: string): Promise<number | null> {
  return unlessAbsent(promisify(open)(file, 'r'));
}

function closeFile({ descriptor }: OpenFile): void {
  descriptor.then(
    (number) => number !== null && close(number),
    () => {},
  );
}

/** Throws what a failed read of a file is: `MissingFile`, `DamagedFile` or `FailedRead`. */
export function refuseLink(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ENOENT') throw new MissingFile(path);
  // That no more files can be opened says nothing of the file.
  if (code === 'EMFILE' || code === 'ENFILE') throw new FailedRead(path, `too many files are open (${code})`);
  throw new DamagedFile(path, `the system cannot read it (${code})`);
}

/** The result of a disk operation; null where there is nothing by that name. Any other error is thrown. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

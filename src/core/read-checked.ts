import { crc32OfBytes } from './crc32.ts';
import { DamagedFile, MissingFile } from './file-errors.ts';
import { checksumOf } from './format.ts';
import type { Storage } from './storage.ts';

/** Reads a file, and checks it by `name` where its content names it. Throws `MissingFile` or `DamagedFile`. */
export async function readChecked(storage: Storage, path: string, name: string | null): Promise<Uint8Array> {
  const bytes = await storage.read(path);
  if (bytes === null) throw new MissingFile(path);
  const found = name === null ? null : crc32OfBytes(bytes);
  if (name !== null && found !== checksumOf(name)) {
    throw new DamagedFile(
      path,
      `its CRC-32 is ${found?.toString(16).padStart(8, '0')}, and its name says ${name.slice(-8)}`,
    );
  }
  return bytes;
}

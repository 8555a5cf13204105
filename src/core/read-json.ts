import { crc32OfBytes } from './crc32.ts';
import { textOfBytes } from './encoding.ts';
import { DamagedFile, MissingFile, OtherFormat } from './file-errors.ts';
import { checksumOf, formatVersion } from './format.ts';
import { type Shape, ShapeError } from './shape.ts';
import type { Storage } from './storage.ts';

/**
 * Reads ASCII JSON. `name` is what the file is named by, where that is its content. Throws `MissingFile`, and `DamagedFile`
 * where it is not what its name or `shape` says.
 */
export async function readJson<T>(
  storage: Storage,
  path: string,
  shape: Shape<T>,
  name: string | null = null,
): Promise<T> {
  return parseJson(textOfBytes(await readChecked(storage, path, name)), path, shape);
}

/** `text` is that of `path`. Throws `DamagedFile`. */
export function parseJson<T>(text: string, path: string, shape: Shape<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DamagedFile(path, 'it is not JSON');
  }
  try {
    return shape.parse(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { format } = value as { format?: unknown };
    if (error.path === 'format' && typeof format === 'number') throw new OtherFormat(path, format, formatVersion);
    throw new DamagedFile(path, `its JSON is wrong at ${error.path || 'the top'}`);
  }
}

/** Reads a file, and checks it by `name` where its content names it. Throws `MissingFile` or `DamagedFile`. */
export async function readChecked(storage: Storage, path: string, name: string | null): Promise<Uint8Array> {
  const bytes = await storage.read(path);
  if (bytes === null) throw new MissingFile(path);
  if (name === null) return bytes;
  if (crc32OfBytes(bytes) !== checksumOf(name)) {
    throw new DamagedFile(path, 'its CRC-32 is not the one in its name');
  }
  return bytes;
}

import { DamagedFile } from './file-errors.ts';
import { readChecked } from './read-checked.ts';
import { type Shape, ShapeError } from './shape.ts';
import type { Storage } from './storage.ts';
import { textOfBytes } from './text-of-bytes.ts';

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
    throw new DamagedFile(path, `it is JSON of another form, at ${error.path || 'its top'}`);
  }
}

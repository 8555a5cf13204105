import type * as z from 'zod/mini';
import { DamagedFile } from './file-errors.ts';
import { readChecked } from './read-checked.ts';
import type { Reader } from './reader.ts';
import { textOfBytes } from './text-of-bytes.ts';

/**
 * Reads ASCII JSON. `name` is what the file is named by, where that is its content. Throws `MissingFile`, and `DamagedFile`
 * where it is not what its name or `schema` says.
 */
export async function readJson<T>(
  reader: Reader,
  path: string,
  schema: z.ZodMiniType<T>,
  name: string | null = null,
): Promise<T> {
  return parseJson(textOfBytes(await readChecked(reader, path, name)), path, schema);
}

/** `text` is that of `path`. Throws `DamagedFile`. */
export function parseJson<T>(text: string, path: string, schema: z.ZodMiniType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DamagedFile(path, 'it is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.join('.') || 'its top';
  throw new DamagedFile(path, `it is JSON of another form, at ${place}`);
}

import type * as z from 'zod/mini';
import type { Reader } from './reader.ts';

/** Reads ASCII JSON. Throws where the file is missing or is not what `schema` says. */
export async function readJson<T>(reader: Reader, path: string, schema: z.ZodMiniType<T>): Promise<T> {
  const bytes = await reader.read(path);
  if (bytes === null) throw new MissingFile(path);
  return schema.parse(JSON.parse(toText(bytes)));
}

/** A file that a release names is not there: the release was removed, or never written whole. */
export class MissingFile extends Error {
  constructor(path: string) {
    super(`The release names ${path}, which is not there. Build again, or restore the files of the release.`);
    this.name = 'MissingFile';
  }
}

/** ASCII only. In steps, because the arguments of a call are limited in number. */
function toText(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

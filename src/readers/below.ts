import type { Reader } from '../core/reader.ts';

/** Reads the files of a folder that `reader` reads; `folder` ends with a slash. */
export function below(reader: Reader, folder: string): Reader {
  return { ...reader, read: (path, start, end) => reader.read(`${folder}${path}`, start, end) };
}

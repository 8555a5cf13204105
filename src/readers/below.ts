import type { Reader } from '../core/reader.ts';

/** Reads the files of a folder that `reader` reads; `folder` ends with a slash. */
export function below(reader: Reader, folder: string): Reader {
  const { size, stamp } = reader;
  return {
    ...reader,
    read: (path, start, end) => reader.read(`${folder}${path}`, start, end),
    ...(size && { size: (path: string) => size.call(reader, `${folder}${path}`) }),
    ...(stamp && { stamp: (path: string) => stamp.call(reader, `${folder}${path}`) }),
  };
}

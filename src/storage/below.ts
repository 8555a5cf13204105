import type { Storage } from '../core/storage.ts';

/** Reads the files of a folder that `storage` reads; `folder` ends with a slash. */
export function below(storage: Storage, folder: string): Storage {
  const { size, stamp } = storage;
  return {
    ...storage,
    read: (path, start, end) => storage.read(`${folder}${path}`, start, end),
    ...(size && { size: (path: string) => size.call(storage, `${folder}${path}`) }),
    ...(stamp && { stamp: (path: string) => stamp.call(storage, `${folder}${path}`) }),
  };
}

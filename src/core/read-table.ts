import { type Awaitable, whenReady } from './awaitable.ts';
import { MissingFile } from './file-errors.ts';
import { tablePath } from './format.ts';
import { type PageTable, readPageTable } from './page-table.ts';
import type { Storage } from './storage.ts';

/** Reads the table of the page of that name. Throws `MissingFile` or `DamagedFile`. */
export function readTable(storage: Storage, page: string): Awaitable<PageTable> {
  const path = tablePath(page);
  return whenReady(storage.read(path), (bytes) => {
    if (bytes === null) throw new MissingFile(path);
    return readPageTable(bytes, page);
  });
}

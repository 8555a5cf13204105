import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FakeStore } from './object-store.ts';

/** Puts the files of a folder into a store, as a push does. */
export async function fillStore({ objects }: FakeStore, out: string, prefix = ''): Promise<void> {
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) objects.set(prefix + relative(out, file), await readFile(file));
  }
}

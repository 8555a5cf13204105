import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ledgerPath } from '../../src/core/ledger.ts';

/** Paths of all files below a folder, sorted. */
export async function treeOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Every file of a release, with its bytes as characters; without the ledger, which says when what was published. */
export async function bytesOf(folder: string): Promise<Record<string, string>> {
  const paths = (await treeOf(folder)).filter((path) => !path.endsWith(ledgerPath));
  const read = async (path: string) => [path, await readFile(join(folder, path), 'latin1')] as const;
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

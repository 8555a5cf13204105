import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isAssetPath } from './media.ts';

/** Pictures and recordings below the folders of `content`, in the same order everywhere. */
export function listMedia(content: string, folders: readonly string[]): string[] {
  const found: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(join(content, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) look(path);
      else if (entry.isFile() && isAssetPath(entry.name)) found.push(path.normalize('NFC'));
    }
  };
  for (const folder of folders) look(folder);
  return [...new Set(found)].sort();
}

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the public files and media that killed builds left unfinished. Call it under the lock. */
export function clearDrafts(out: string): void {
  for (const folder of [out, join(out, 'media')]) {
    for (const name of list(folder)) if (name.startsWith('.draft-')) rmSync(join(folder, name), { force: true });
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

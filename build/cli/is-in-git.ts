import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Whether a folder is part of a git repository. */
export function isInGit(folder: string): boolean {
  for (let above = resolve(folder); ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return true;
    if (above === dirname(above)) return false;
  }
}

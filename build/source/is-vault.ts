import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Whether a folder is a vault of Obsidian, or lies in one. */
export function isVault(content: string): boolean {
  for (let folder = resolve(content); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.obsidian'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReleaseFile } from '../layout/page-files.ts';

/**
 * Writes articles by themselves below `directory`. They are written in place, since they are many and no server that reads
 * pages reads them: the next build finds a partial one by its size, and writes it again. Call it in one thread alone: two
 * that create files at once take twice as long for each, and four ten times (ext4).
 */
export function writeArticles(directory: string, articles: readonly ReleaseFile[]): void {
  for (const { path, bytes } of articles) writeArticle(join(directory, path), bytes);
}

function writeArticle(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') mkdirSync(dirname(file), { recursive: true });
    // Its size is wrong, so it is not whole. A process that has it open keeps its bytes.
    else if (code === 'EEXIST') rmSync(file);
    else throw error;
    writeFileSync(file, bytes, { flag: 'wx' });
  }
}

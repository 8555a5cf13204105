import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { draftFolder } from './write-files.ts';

/** Runs `work`, which may use `writeFiles`. Removes what a killed process left of its drafts. */
export async function withDrafts<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const drafts = join(directory, draftFolder);
  rmSync(drafts, { recursive: true, force: true });
  mkdirSync(drafts, { recursive: true });
  try {
    return await work();
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}

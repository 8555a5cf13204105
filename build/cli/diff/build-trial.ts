import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Index, indexPath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { type DiskStorage, diskStorage } from '../../../src/storage/disk.ts';
import { buildOnce } from '../../pipeline/builder.ts';
import type { BuildOptions, BuildResult } from '../../pipeline/options.ts';
import type { ReleaseSource } from '../../release/changes/release-view.ts';

/** A release that was built to be compared; `source` is null where problems kept it from being built. */
export interface BuiltTrial {
  result: BuildResult;
  source: ReleaseSource | null;
  close(): void;
}

/** Builds a release into `directory`, which holds nothing yet. What `other` has as well is read from there. */
export async function buildTrial(
  options: BuildOptions,
  directory: string,
  other: ReleaseSource | null,
  now: number,
): Promise<BuiltTrial> {
  mkdirSync(directory, { recursive: true });
  const pages = other === null ? [] : (await readJson(other.storage, indexPath(other.id), Index, other.id)).pages;
  const trial = { directory, pages: new Set(pages.map(([page]) => page)) };
  const result = await buildOnce({ ...options, allowEmpty: true, now, write: 'quick', trial });
  const storage = diskStorage(directory);
  const source =
    result.written === null
      ? null
      : { id: result.written.release, storage: readEither(storage, other?.storage ?? null) };
  return { result, source, close: storage.close };
}

function readEither(first: DiskStorage, second: Storage | null): Storage {
  return {
    async read(path, start, end) {
      return (await first.read(path, start, end)) ?? (await second?.read(path, start, end)) ?? null;
    },
  };
}

/** Makes the content folders that a commit has not: then it had no article there. */
export function makeFolders(root: string, folders: readonly string[]): void {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
}

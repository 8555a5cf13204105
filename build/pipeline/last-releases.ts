import { join } from 'node:path';
import { readPointer } from '../../src/follow-release.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { lazy } from '../package/lazy.ts';
import { findPublished, type Published } from '../release/disk/find-published.ts';
import type { FullOptions } from './options.ts';

/** Each is opened when it is first asked for; null where there is none. */
export interface LastReleases {
  /** The name of the one that readers get. */
  id(): Promise<string | null>;
  /** That one. */
  current(): Promise<Published | null>;
  /** The one whose articles stay where their files are invalid: for a comparison, the other one. */
  kept(): Promise<Published | null>;
}

export function findLastReleases({ out, published, dryRun }: FullOptions): LastReleases {
  const source = published ?? { storage: diskStorage(join(out, 'api', 'v1')) };
  const current = lazy(() => findPublished(source));
  return {
    id: lazy(() => readPointer(source.storage).catch(() => null)),
    current,
    kept: dryRun ? lazy(async () => dryRun.other && (await findPublished(dryRun.other))) : current,
  };
}

/** The paths of the files whose articles stay where these are invalid. */
export async function publishedPaths(options: FullOptions): Promise<string[]> {
  const names = await (await findLastReleases(options).kept())?.names();
  return names?.flatMap(({ path }) => path ?? []) ?? [];
}

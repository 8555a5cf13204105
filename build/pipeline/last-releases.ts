import { join } from 'node:path';
import { diskStorage } from '../../src/storage/disk.ts';
import { lazy } from '../package/lazy.ts';
import { findPublished, type Published } from '../release/disk/find-published.ts';
import type { FullOptions } from './options.ts';

/** Each is opened when it is first asked for; null where there is none. */
export interface LastReleases {
  /** The one that readers get. */
  current(): Promise<Published | null>;
  /** The one whose articles stay where their files are invalid: for a comparison, the other one. */
  kept(): Promise<Published | null>;
}

export function findLastReleases({ out, published, dryRun }: FullOptions): LastReleases {
  const current = lazy(() => findPublished(published ?? { storage: diskStorage(join(out, 'api', 'v1')) }));
  return { current, kept: dryRun ? lazy(async () => dryRun.other && (await findPublished(dryRun.other))) : current };
}

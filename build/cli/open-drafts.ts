import { join } from 'node:path';
import { openRelease, type Release } from '../../src/core/release.ts';
import { readPointer } from '../../src/follow-release.ts';
import { releaseStore } from '../release/store/disk-store.ts';
import { toDraftsFolder } from './drafts.ts';
import type { Config } from './settings.ts';

/** The folder of the release of drafts, and the release; null where there is none that can be read. */
export async function openDraftsRelease(
  config: Pick<Config, 'out'>,
): Promise<{ out: string; release: Release | null }> {
  const out = toDraftsFolder(config.out);
  const storage = releaseStore(join(out, 'api', 'v1'), false);
  const id = await readPointer(storage).catch(() => null);
  return { out, release: id === null ? null : await openRelease(id, storage).catch(() => null) };
}

import { join } from 'node:path';
import { Index, indexPath } from '../../../src/core/format.ts';
import { readJson } from '../../../src/core/read-json.ts';
import { readPointer } from '../../../src/follow-release.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { releaseStore } from '../store/disk-store.ts';

/** The index of the current release of a folder; null where there is none that can be read. */
export async function readCurrentIndex(out: string): Promise<Index | null> {
  const storage = releaseStore(join(out, 'api', 'v1'), false);
  const release = await readPointer(storage).catch(() => null);
  return release === null ? null : readJson(storage, indexPath(release), Index, release).catch(() => null);
}

/** Throws `UsageError` where a release with these `settings` is public and not of drafts, or the reverse. */
export function refuseOtherKind(place: string, settings: Index['settings'], drafts = false): void {
  if ((settings?.drafts ?? false) === drafts) return;
  const [found, expected] = drafts ? ['the public release', 'drafts'] : ['a release of drafts', 'the public release'];
  throw new UsageError(
    `Found ${found} in ${place}. Expected a place for ${expected} alone. Nothing was changed. ` +
      (drafts
        ? 'Choose another folder with --out: the release of drafts is beside it, with -drafts behind its name.'
        : 'Choose another place, or add --drafts, which puts the release of drafts beside the public one.'),
  );
}

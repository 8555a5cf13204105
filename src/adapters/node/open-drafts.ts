import { withoutName } from '../../core/file-errors.ts';
import type { ReleaseParts } from '../../service.ts';
import { blockCache } from '../../storage/block-cache.ts';
import { compressBodies } from '../../storage/compress-bodies.ts';
import { readWhole } from '../../storage/read-body.ts';
import { diskSource } from './disk/disk-source.ts';
import { nodeGzip } from './node-gzip.ts';
import type { NodeServerOptions } from './node-server.ts';
import { openSource } from './open-source.ts';

/** Bytes of memory for the few who read drafts. */
const memory = 8 * 1024 * 1024;

/** The release of drafts of a server. */
export interface Drafts {
  parts: ReleaseParts;
  refresh(): Promise<void>;
  close(): void;
}

/** Opens and follows it as the public one, and says nothing of it but errors, without names of files; each process does so by itself. */
export async function openDrafts(
  drafts: NonNullable<NodeServerOptions['drafts']>,
  onError: (error: unknown) => void,
): Promise<Drafts> {
  const source = typeof drafts === 'string' ? diskSource(drafts) : drafts;
  const { release, damage, parts } = await openSource(source, {
    isDrafts: true,
    onRelease: () => {},
    onError: (error) => onError(withoutName(error)),
  });
  const cache = blockCache(source.release, memory);
  return {
    parts: {
      ...parts,
      compress: compressBodies({ sourceOf: () => cache, gzip: nodeGzip, budget: memory }),
      read: (body) => readWhole(body, cache),
    },
    refresh,
    close,
  };

  async function refresh(): Promise<void> {
    await release.check();
    await damage.check();
  }

  function close(): void {
    release.stop();
    damage.stop();
    source.close();
  }
}

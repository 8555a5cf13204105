import { keysOfEnvironment } from '../../keys/keys-env.ts';
import type { ServiceOptions } from '../../service.ts';
import { blockCache } from '../../storage/block-cache.ts';
import { diskStorage } from '../../storage/disk.ts';
import type { FetchHandlerOptions } from '../fetch/fetch-options.ts';
import { diskSource } from './disk/disk-source.ts';
import { nodeGzip } from './node-gzip.ts';
import { openSource } from './open-source.ts';

/** `keys` are those of `GALLEY_KEYS` by default; errors go to the console by default. */
export interface FolderOptions extends Partial<ServiceOptions> {
  /** The folder that `galley build` wrote. */
  out: string;
  /** That of `galley build --drafts`, seen within five seconds; keys of drafts read nothing by default. */
  drafts?: string | undefined;
  /** Bytes of memory in which blocks of page files are kept; 24 MiB by default. */
  cacheBytes?: number;
}

/**
 * What an adapter with `fetch` needs to serve a folder whose release may change, as the Node adapter does: it is seen
 * within half a second. Throws `UsageError` where there are no keys.
 */
export async function serveFolder(options: FolderOptions): Promise<FetchHandlerOptions> {
  const {
    out,
    drafts,
    keys = keysOfEnvironment(process.env.GALLEY_KEYS),
    cors,
    rateLimit,
    cacheBytes,
    compressedBytes,
    onError = console.error,
  } = options;
  const source = diskSource(out);
  const { parts } = await openSource(source, { ...options, onError, onRelease: () => {} });
  const memory = { cache: blockCache(source.release, cacheBytes), compressedBytes, gzip: nodeGzip };
  const ofDrafts = { drafts: drafts === undefined ? undefined : diskStorage(drafts), onDraftsError: onError };
  return { ...parts, ...ofDrafts, keys, cors, rateLimit, ...memory };
}

import type { StoredKey } from '../../core/keys.ts';
import type { RateLimit } from '../../core/rate-limit.ts';
import { blockCache } from '../../storage/block-cache.ts';
import type { FetchHandlerOptions } from '../fetch/fetch-handler-options.ts';
import { diskSource } from './disk/disk-source.ts';
import { followRelease } from './follow-release.ts';
import { sha256 } from './keys/new-key.ts';
import { watchRelease } from './watch-release.ts';

export interface FolderOptions {
  /** The folder that `galley build` wrote. */
  out: string;
  /** The keys that are accepted at this moment; asked on every request. */
  keys: () => readonly StoredKey[];
  /** Called with every fault of the server itself; with one of a file at most once a minute. */
  onFault?: (error: unknown) => void;
  /** Bytes of memory in which blocks of page files are kept; 24 MiB unless given. */
  cacheBytes?: number;
  /** How often each key may ask this process; as often as it likes unless given. */
  rateLimit?: RateLimit;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
}

/** What a door with `fetch` needs to serve a folder whose release may change, as the Node door does: it is seen within half a second. */
export async function serveFolder(options: FolderOptions): Promise<FetchHandlerOptions> {
  const { out, keys, cacheBytes, rateLimit, cors = [] } = options;
  const source = diskSource(out);
  const damage = watchRelease(source, () => release.current(), options.onFault ?? (() => {}), false);
  const onFault = (error: unknown): void => damage.report(error);
  const release = await followRelease(
    source,
    () => {},
    (error) => damage.report(error, false),
  );
  const limiter = rateLimit && (await import('./workers/rate-limiter.ts')).rateLimiter(rateLimit, false, onFault);
  return {
    storage: source.folder,
    cache: blockCache(source.release, cacheBytes),
    release: release.current,
    keys,
    limiter,
    cors,
    onFault,
    sha256,
    ...(source.verifyMedium && { verify: source.verifyMedium }),
    health: () => [release.problem(), ...damage.reasons()].filter((reason) => reason !== null),
  };
}

import { join } from 'node:path';
import type { StoredKey } from './core/keys.ts';
import type { RateLimit } from './core/rate-limit.ts';
import { createFetchHandler } from './fetch.ts';
import { diskSource } from './node/disk/disk-source.ts';
import { followRelease } from './node/follow-release.ts';
import { sha256 } from './node/keys/new-key.ts';
import { watchRelease } from './node/watch-release.ts';
import { blockCache } from './readers/block-cache.ts';

/** What is used of Bun; it sends a file by itself. */
declare const Bun: { file(path: string): Blob };

export interface BunServerOptions {
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

/** The door for Bun: `Bun.serve({ fetch: await createBunFetch(…) })`. */
export async function createBunFetch(options: BunServerOptions): Promise<(request: Request) => Promise<Response>> {
  const { out, keys, cacheBytes, rateLimit, cors = [] } = options;
  const source = diskSource(out);
  const damage = watchRelease(source, () => release.current(), options.onFault ?? (() => {}), false);
  const onFault = (error: unknown): void => damage.report(error);
  const release = await followRelease(
    source,
    () => {},
    (error) => damage.report(error, false),
  );
  const limiter = rateLimit && (await import('./node/workers/rate-limiter.ts')).rateLimiter(rateLimit, false, onFault);
  return createFetchHandler({
    reader: source.folder,
    cache: blockCache(source.release, cacheBytes),
    release: release.current,
    keys,
    limiter,
    cors,
    onFault,
    sha256,
    streamAbove: Number.POSITIVE_INFINITY,
    ...(source.verifyMedium && { verify: source.verifyMedium }),
    health: () => [release.problem(), ...damage.reasons()].filter((reason) => reason !== null),
    ...('Bun' in globalThis && { sendFile: (path, start, end) => Bun.file(join(out, path)).slice(start, end) }),
  });
}

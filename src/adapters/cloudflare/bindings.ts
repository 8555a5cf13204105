import type { StoredKey } from '../../core/keys.ts';
import { type Limiter, memoryLimiter, type RateLimit } from '../../core/rate-limit.ts';
import type { Storage } from '../../core/storage.ts';
import { isKeysVariable, parseKeysVariable } from '../../keys/keys-env.ts';
import { type Assets, assetsStorage } from '../../storage/assets.ts';
import { type Bucket, r2Storage } from '../../storage/r2.ts';
import { UsageError } from '../../usage-error.ts';

/** Bindings, secrets and variables of a Worker, by name. */
export type Environment = Readonly<Record<string, unknown>>;

/** The keys of all secrets that hold some. Throws `UsageError` where there are none, or one of them cannot be understood. */
export function keysOf(environment: Environment): StoredKey[] {
  const names = Object.keys(environment).filter(isKeysVariable);
  const keys = names.flatMap((name) => {
    const text = environment[name];
    if (typeof text === 'string') return parseKeysVariable(text, name);
    throw new UsageError(`${name}: found no text. Expected a secret: name:sha256hex[:YYYY-MM-DD],…`);
  });
  if (keys.length > 0) return keys;
  throw new UsageError('The Worker has no keys. Expected the secret GALLEY_KEYS: npx wrangler secret put GALLEY_KEYS');
}

/** Reads from the bucket where one is named, else from the assets. Throws `UsageError` where it is not bound. */
export function storageOf(
  environment: Environment,
  { assets = 'ASSETS', bucket, prefix }: { assets?: string; bucket?: string; prefix?: string },
): Storage {
  if (bucket === undefined) return assetsStorage(bindingOf<Assets>(environment, assets, 'fetch', 'assets.binding'));
  return r2Storage(bindingOf<Bucket>(environment, bucket, 'get', 'r2_buckets'), prefix);
}

/** Reads the release of drafts; undefined where none is named. Throws `UsageError` where there is no bucket for it. */
export function draftsOf(
  environment: Environment,
  { bucket, drafts }: { bucket?: string; drafts?: string },
): Storage | undefined {
  if (drafts === undefined) return undefined;
  if (bucket !== undefined) return storageOf(environment, { bucket, prefix: drafts });
  throw new UsageError(
    'drafts: found no bucket. Static assets hold one release: have both in an R2 bucket, and name it in bucket.',
  );
}

/** The rate limiter of a Cloudflare location. */
interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Counts by the binding `RATE_LIMITER`, if there is one, which must be set to the same limit: it reports whether a
 * request is over, and nothing of what is left. The limit of one key is another, and counted in memory. Throws
 * `UsageError` where it is no rate limiter.
 */
export function limiterOf(
  environment: Environment,
  onError: (error: unknown) => void,
): ((limit: RateLimit, isOfKey: boolean) => Limiter) | undefined {
  if (environment.RATE_LIMITER === undefined) return undefined;
  const limiter = bindingOf<RateLimiter>(environment, 'RATE_LIMITER', 'limit', 'ratelimits');
  const byBinding = (limit: RateLimit): Limiter => ({
    limit,
    async count(key) {
      try {
        return { isOver: !(await limiter.limit({ key })).success, remaining: null, renewal: limit.seconds };
      } catch (error) {
        onError(error);
        return null;
      }
    },
  });
  return (limit, isOfKey) => (isOfKey ? memoryLimiter(limit, () => Date.now()) : byBinding(limit));
}

function bindingOf<T>(environment: Environment, name: string, method: string, setting: string): T {
  const binding = environment[name];
  if (typeof (binding as Record<string, unknown> | undefined)?.[method] === 'function') return binding as T;
  throw new UsageError(`${name} is not bound. Expected in the configuration of wrangler: ${setting}.`);
}

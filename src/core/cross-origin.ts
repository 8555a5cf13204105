import { isUsable, type StoredKey } from './keys.ts';
import type { Reply, RequestHeader } from './reply.ts';

/** Lets pages of other origins read responses (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CrossOrigin {
  /** The reply with the fields that let the page of this request read it. A 204 for OPTIONS becomes the response to a preflight. */
  share(reply: Reply, method: string, header: RequestHeader): Reply;
}

/**
 * For pages of `origins`, each as a browser sends it (scheme, host, and port unless it is the usual one), or of all where
 * one of them is `*`. Undefined for none. No credentials mode: the key is a header field, which the page sets itself.
 */
export function crossOrigin(origins: readonly string[]): CrossOrigin | undefined {
  if (origins.length === 0) return undefined;
  const known = sharing.get(origins) ?? toCrossOrigin(origins);
  sharing.set(origins, known);
  return known;
}

/** By the list of origins: a key of pages has the same one at each request. */
const sharing = new WeakMap<readonly string[], CrossOrigin>();

function toCrossOrigin(origins: readonly string[]): CrossOrigin {
  const isForAll = origins.includes('*');
  const allowed = new Set(origins);
  /** Shared replies by reply and origin: replies that are sent repeatedly are made once, and so are their headers. */
  const made = new WeakMap<Reply, Map<string, Reply>>();
  return { share };

  function share(reply: Reply, method: string, header: RequestHeader): Reply {
    // With the pages that its key is for.
    if (reply.headers.Vary?.endsWith('Origin')) return reply;
    const asked = isForAll ? '*' : (header('origin') ?? '');
    const origin = isForAll || allowed.has(asked) ? asked : '';
    if (method === 'OPTIONS' && origin !== '' && header('access-control-request-method') !== undefined) {
      const shared = toShared(reply, origin);
      if (shared.status === 204) Object.assign(shared.headers, preflightFields('X-Api-Key, If-None-Match'));
      return shared;
    }
    const variants = made.get(reply) ?? new Map<string, Reply>();
    made.set(reply, variants);
    const shared = variants.get(origin) ?? toShared(reply, origin);
    variants.set(origin, shared);
    return shared;
  }

  /** `origin` is empty where the page that asks may not read the response, or no page asks. */
  function toShared({ status, headers, body }: Reply, origin: string): Reply {
    const shared: Record<string, string> = { ...headers };
    if (!isForAll) shared.Vary = shared.Vary === undefined ? 'Origin' : `${shared.Vary}, Origin`;
    if (origin !== '') Object.assign(shared, sharedFields(origin, exposed));
    return { status, headers: shared, body };
  }
}

/** The response to a preflight, which shows no key: the pages of all keys that may be used are allowed to ask. */
export function sharePreflight(
  reply: Reply,
  { method, header, now }: { method: string; header: RequestHeader; now: number },
  keys: readonly StoredKey[],
): Reply {
  const origin = header('access-control-request-method') === undefined ? '' : (header('origin') ?? '');
  const isKnown = keys.some((key) => key.origins?.includes(origin) && isUsable(key, now));
  return isKnown ? (crossOrigin([origin])?.share(reply, method, header) ?? reply) : reply;
}

/** Fields of responses that a page may read beside those that every page may. */
const exposed = 'ETag, Link, X-Total-Count, Retry-After, Galley-Release, Galley-Ignored, RateLimit, RateLimit-Policy';

const forEveryOrigin = sharedFields('*', 'ETag, Accept-Ranges, Content-Range');
const preflightForEveryOrigin = {
  ...forEveryOrigin,
  ...preflightFields('If-Match, If-None-Match, If-Range, Range'),
};

/** Fields that let pages of every origin read the description, the client and assets, which are open without a key; none for other paths. */
export function everyOriginFields(method: string, pathname: string): Readonly<Record<string, string>> {
  if (!/^\/(?:openapi\.json$|(?:client|feed)\.|media\/)/.test(pathname)) return {};
  return method === 'OPTIONS' ? preflightForEveryOrigin : forEveryOrigin;
}

function sharedFields(origin: string, exposed: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed };
}

/** What a page may do. Chromium remembers it for two hours at most. */
function preflightFields(accepted: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': accepted,
    'Access-Control-Max-Age': '7200',
  };
}

import type { Reply, RequestHeader } from './reply.ts';

/** Lets pages of other origins read answers (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CrossOrigin {
  /** The reply with the fields that let the page of this request read it. A 204 for OPTIONS becomes the answer to a preflight. */
  share(reply: Reply, method: string, header: RequestHeader): Reply;
}

/** Fields of answers that a page may read beside those that every page may. */
const exposed = 'ETag, Link, X-Total-Count, Retry-After, Galley-Release, RateLimit, RateLimit-Policy';

/** Fields that a page may send. */
const accepted = 'X-Api-Key, If-None-Match';

/** Seconds for which a browser need not ask again; Chromium keeps no preflight longer. */
const maxAge = '7200';

/**
 * For pages of `origins`, each as a browser sends it (scheme, host, and port unless it is the usual one), or of all where
 * one of them is `*`. Undefined for none. No credentials mode: the key is a header field, which the page sets itself.
 */
export function crossOrigin(origins: readonly string[]): CrossOrigin | undefined {
  if (origins.length === 0) return undefined;
  const isForAll = origins.includes('*');
  const allowed = new Set(origins);
  /** Shared replies by reply and origin: replies that are sent repeatedly are made once, and so are their headers. */
  const made = new WeakMap<Reply, Map<string, Reply>>();
  return { share };

  function share(reply: Reply, method: string, header: RequestHeader): Reply {
    const asked = isForAll ? '*' : (header('origin') ?? '');
    const origin = isForAll || allowed.has(asked) ? asked : '';
    if (method === 'OPTIONS' && origin !== '' && header('access-control-request-method') !== undefined) {
      return toPreflight(toShared(reply, origin));
    }
    let variants = made.get(reply);
    if (variants === undefined) {
      variants = new Map();
      made.set(reply, variants);
    }
    let shared = variants.get(origin);
    if (shared === undefined) {
      shared = toShared(reply, origin);
      variants.set(origin, shared);
    }
    return shared;
  }

  /** `origin` is empty where the page that asks may not read the answer, or no page asks. */
  function toShared({ status, headers, body }: Reply, origin: string): Reply {
    const shared: Record<string, string> = { ...headers };
    if (!isForAll) shared.Vary = shared.Vary === undefined ? 'Origin' : `${shared.Vary}, Origin`;
    if (origin !== '') {
      shared['Access-Control-Allow-Origin'] = origin;
      shared['Access-Control-Expose-Headers'] = exposed;
    }
    return { status, headers: shared, body };
  }
}

function toPreflight(reply: Reply): Reply {
  if (reply.status !== 204) return reply;
  const headers = {
    ...reply.headers,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': accepted,
    'Access-Control-Max-Age': maxAge,
  };
  return { ...reply, headers };
}

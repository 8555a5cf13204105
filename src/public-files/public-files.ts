import { toAsciiJson } from '../core/encoding.ts';
import { allow, problem, refuseMethod, unavailable } from '../core/problem.ts';
import type { Release } from '../core/release.ts';
import { options as allowed, type Reply, type RequestHeader, securityHeaders } from '../core/reply.ts';
import { type PublicResponse, publicAssets } from './public-assets.ts';
import { type PublicFilesOptions, publicPages } from './public-pages.ts';

/** Responds to what needs no key: whatever is not under `/api`. The adapter adds the fields of `everyOriginFields`. */
export type RespondPublic = (method: string, pathname: string, header: RequestHeader) => Promise<PublicResponse>;

export function publicFiles(options: PublicFilesOptions): RespondPublic {
  const findPage = publicPages(options);
  const findAsset = publicAssets(options);
  return async (method, pathname, header) => {
    if (method === 'OPTIONS') return { reply: allowed(allow) };
    if (method !== 'GET' && method !== 'HEAD') return { reply: refuseMethod(method) };
    const now = options.now();
    if (pathname === '/healthz') {
      const isServing = options.isClosing?.() !== true;
      return { reply: isServing ? health(await options.release(now), options.health()) : unavailable() };
    }
    if (pathname === '/.well-known/api-catalog') return { reply: toCatalog(await options.release(now)) };
    const page = await findPage(pathname, header, now);
    if (page !== null) return { reply: page };
    const asset = await findAsset(method, pathname, header, now, await options.release(now));
    return asset ?? { reply: problem(404, 'There is nothing at this address.') };
  };
}

/** Where the API is, and what describes it (RFC 9727, RFC 9264). */
function toCatalog(release: Release | null): Reply {
  if (release === null) return unavailable();
  const { site } = release;
  const found = {
    anchor: `${site}/api/v1`,
    'service-desc': [{ href: `${site}/openapi.json`, type: 'application/json' }],
    'service-doc': [{ href: `${site}/`, type: 'text/html' }],
    status: [{ href: `${site}/healthz`, type: 'application/json' }],
  };
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  return toJson({ linkset: [found] }, type, 'no-cache');
}

/**
 * For monitoring: 503 before there is a release, and while the server drains; else 200 and `status`: `ok`, or
 * `degraded` where what is served is not what it should be, for `reasons`. They are plain sentences that anybody may
 * read.
 */
function health(release: Release | null, reasons: readonly string[]): Reply {
  if (release === null) return unavailable();
  const status = reasons.length === 0 ? 'ok' : 'degraded';
  const content = { status, release: release.id, ...(reasons.length > 0 && { reasons }) };
  return toJson(content, 'application/json', 'no-store');
}

function toJson(content: object, type: string, cacheControl: string): Reply {
  const body = toAsciiJson(content);
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'Cache-Control': cacheControl,
      'Content-Type': type,
      'Content-Length': String(body.length),
    },
    body: [body],
  };
}

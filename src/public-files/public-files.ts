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
    if (method === 'OPTIONS') return { reply: allowed(allow), file: null };
    if (method !== 'GET' && method !== 'HEAD') return { reply: refuseMethod(method), file: null };
    const now = options.now();
    if (pathname === '/healthz') {
      const isServing = options.isClosing?.() !== true;
      return { reply: isServing ? health(await options.release(now), options.health()) : unavailable(), file: null };
    }
    const page = await findPage(pathname, header, now);
    if (page !== null) return { reply: page, file: null };
    const asset = await findAsset(method, pathname, header, now);
    return asset ?? { reply: problem(404, 'There is nothing at this address.'), file: null };
  };
}

/**
 * For monitoring: 503 before there is a release, and while the server drains; else 200 and `status`: `ok`, or `degraded` where what is served is not what it should be,
 * for `reasons`. They are plain sentences that anybody may read.
 */
function health(release: Release | null, reasons: readonly string[]): Reply {
  if (release === null) return unavailable();
  const status = reasons.length === 0 ? 'ok' : 'degraded';
  const body = toAsciiJson({ status, release: release.id, ...(reasons.length > 0 && { reasons }) });
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    },
    body: [body],
  };
}

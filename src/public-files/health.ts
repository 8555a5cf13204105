import { toAsciiJson } from '../core/problem.ts';
import type { Release } from '../core/release.ts';
import { type Reply, securityHeaders } from '../core/reply.ts';
import { unavailable } from '../core/respond.ts';

/**
 * For monitoring: 503 before there is a release, else 200 and `status`: `ok`, or `degraded` where what is
 * served is not what it should be, for `reasons`. They are plain sentences that anybody may read.
 */
export function health(release: Release | null, reasons: readonly string[]): Reply {
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

import { unavailable } from '../core/answer.ts';
import type { Release } from '../core/release.ts';
import { type Reply, securityHeaders } from '../core/reply.ts';

/** For whoever watches the server. */
export function health(release: Release | null): Reply {
  if (release === null) return unavailable();
  const body = `{"status":"ok","release":"${release.id}"}`;
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

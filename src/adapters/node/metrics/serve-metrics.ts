import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { MetricsText } from './metrics.ts';

export interface Address {
  host: string;
  /** 0 picks one. */
  port: number;
}

/** Serves metrics at `/metrics`, without a key: on an address that only monitoring can reach. */
export async function serveMetrics(
  { type, read }: MetricsText,
  { host, port }: Address,
): Promise<{ port: number; close(): void }> {
  const server = createServer(async (request, response) => {
    const isKnown = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    const found = !isOwnHost(request.headers.host, host)
      ? foreign
      : isKnown
        ? await read().then(toReply, toFailure)
        : { status: 404, text: 'Metrics are at /metrics.\n' };
    response.writeHead(found.status, {
      'Content-Type': found.status === 200 ? type : 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(found.text),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : found.text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close };

  function close(): void {
    server.close();
    server.closeAllConnections();
  }
}

interface Found {
  status: number;
  text: string;
}

const foreign: Found = {
  status: 403,
  text:
    'Found a Host that may be that of another site. Expected an IP address, a name without a dot such as localhost, a name that ends ' +
    'in .internal, .svc or .cluster.local, or the name in --metrics.\n',
};

function toReply(text: string): Found {
  return { status: 200, text };
}

/** For a worker that ended or does not respond. */
function toFailure(error: unknown): Found {
  return { status: 503, text: `The metrics could not be collected: ${error}. Ask again.\n` };
}

/**
 * Whether a request names a host that no page of another site can have. A page whose name was made to resolve to this
 * machine (DNS rebinding) sends that name. An address is none, and names of one label, of Kubernetes and of a machine's
 * own are not in the public DNS. `configured` is the host on which the server is set to listen.
 */
export function isOwnHost(host: string | undefined, configured: string): boolean {
  // HTTP/1.0 knew no Host; no browser speaks it.
  if (host === undefined) return true;
  const [, bracketed, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  if (isIP(name) !== 0 || name === configured.toLowerCase()) return true;
  return /^[\w-]+$|\.(?:localhost|internal|svc|cluster\.local)\.?$/.test(name);
}

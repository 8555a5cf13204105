import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../src/node/address.ts';

/** Header fields that proxies and tunnels add, in lower case. */
const ofProxies =
  /^(?:x-)?forwarded|^via$|^cf-|^x-envoy-|^x-original-|^(?:x-real|x-client|x-cluster-client|true-client|fastly-client)-ip$/;

/**
 * Why a request is refused; null where it is answered. Drafts are shown without a key, so the client must be on this machine
 * and name this machine. `Host` gives away a page of another site whose name resolves to this machine (DNS rebinding),
 * header fields give away proxies and tunnels on this machine, and `Sec-Fetch-Site` pages of other sites
 * (https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-site-header).
 */
export function localOnly({ socket, headers, httpVersion }: IncomingMessage): string | null {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const host = /^([a-z0-9.]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.exec(headers.host ?? '')?.[1] ?? '';
  const names = Object.keys(headers);
  // No browser uses HTTP/1.0; some proxies do by default, and add no header field.
  const isForwarded = httpVersion === '1.0' || names.some((name) => ofProxies.test(name));
  const isOfOtherSite = headers['sec-fetch-site'] === 'cross-site';
  if (isLoopback(address) && isLoopback(host.toLowerCase()) && !isForwarded && !isOfOtherSite) return null;
  return (
    'This page shows drafts without a key, so it is only for a browser on the machine that runs galley dev, ' +
    'at http://localhost or http://127.0.0.1 and the port; a link on another site does not open it, so paste the ' +
    'address. The API and everything else here is open as ever.\n'
  );
}

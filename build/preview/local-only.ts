import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../src/node/address.ts';

/** Fields by which proxies and tunnels say for whom they ask, in lower case. */
const ofProxies =
  /^(?:x-)?forwarded|^via$|^cf-|^x-envoy-|^x-original-|^(?:x-real|x-client|x-cluster-client|true-client|fastly-client)-ip$/;

/**
 * Why a request is not answered: drafts are shown without a key, so it must come from a program on this machine that
 * asked for this machine. A page elsewhere whose name was made to lead here (DNS rebinding) still sends its own name as
 * `Host`; what a proxy or tunnel forwards comes from this machine and was asked elsewhere; and what a page of another site
 * asks for, a browser says of itself (https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-site-header).
 */
export function refuseOthers({ socket, headers, httpVersion }: IncomingMessage): string | null {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const host = /^([a-z0-9.]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.exec(headers.host ?? '')?.[1] ?? '';
  const names = Object.keys(headers);
  // No browser asks in HTTP/1.0; a proxy that was told nothing else does, and says no more of itself than that.
  const isForwarded = httpVersion === '1.0' || names.some((name) => ofProxies.test(name));
  const isOfOtherSite = headers['sec-fetch-site'] === 'cross-site';
  if (isLoopback(address) && isLoopback(host.toLowerCase()) && !isForwarded && !isOfOtherSite) return null;
  return (
    'This page shows drafts without a key, so it is only for a browser on the machine that runs galley dev, ' +
    'at http://localhost or http://127.0.0.1 and the port; a link on another site does not open it, so paste the ' +
    'address. The API and everything else here is open as ever.\n'
  );
}

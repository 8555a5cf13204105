import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../src/adapters/node/address.ts';

/**
 * Header fields of browsers and simple tools, in lower case; only a browser can set those that begin with `sec-`. A
 * proxy or a tunnel adds others, and there are more of those than anybody knows.
 */
const ofBrowsers = new RegExp(
  `^(?:${[
    'host|connection|keep-alive|te|upgrade|http2-settings|upgrade-insecure-requests|user-agent|accept(?:-.+)?',
    'cookie|authorization|origin|referer|if-.+|range|cache-control|pragma|priority|last-event-id|content-(?:length|type)',
    'sec-.+|dnt|save-data|device-memory|dpr|width|viewport-width|downlink|ect|rtt|service-worker(?:-.+)?',
    'purpose|x-purpose|x-moz|x-playback-session-id|icy-metadata|x-requested-with|x-api-key',
  ].join('|')})$`,
);

/**
 * Why a request is refused; null where it is allowed. Drafts are shown without a key, so the client must be on this
 * machine and name this machine. `Host` gives away a page of another site whose name resolves to this machine (DNS
 * rebinding), header fields give away proxies and tunnels on this machine, and `Sec-Fetch-Site` pages of other sites
 * (https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-site-header).
 */
export function localOnly(request: IncomingMessage): string | null {
  const found = findForeign(request);
  if (found === null) return null;
  return (
    'This page shows drafts without a key, so it opens only in a browser on the machine that runs galley dev, at ' +
    'http://localhost or http://127.0.0.1 with the port. A link on another site does not open it. Paste the address instead. ' +
    `The API is not affected.\n\n${found}\n`
  );
}

function findForeign({ socket, headers, httpVersion }: IncomingMessage): string | null {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  if (!isLoopback(address)) return 'The request came from another machine.';
  const host = /^([a-z0-9.]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.exec(headers.host ?? '')?.[1] ?? '';
  if (!isLoopback(host.toLowerCase())) return 'The Host of the request is not this machine.';
  // No browser uses HTTP/1.0; some proxies do by default, and add no header field.
  if (httpVersion === '1.0') return 'The request was in HTTP/1.0, which only proxies use.';
  if (headers['sec-fetch-site'] === 'cross-site') return 'The request came from a page of another site.';
  const added = Object.keys(headers).find((name) => !ofBrowsers.test(name));
  if (added === undefined) return null;
  return (
    `The request has the header field ${added}, which browsers do not send by themselves: a proxy, a tunnel or an extension ` +
    'of the browser added it. If it was an extension, turn it off for this address.'
  );
}

import { BlockList, isIP } from 'node:net';
import type { RequestHeader } from '../../core/reply.ts';
import { UsageError } from '../../usage-error.ts';

/** The address of a client, for the log; `peer` is the other end of the connection. */
export type ClientAddress = (peer: string | undefined, header: RequestHeader) => string | undefined;

/** Addresses that one field may name, and characters of it that are read. */
const maxLength = 1000;

/**
 * Reads `X-Forwarded-For` where the connection is of a proxy in one of these networks (`10.0.0.0/8`, or an address):
 * the last address that is of no such proxy, since a client may write what it likes before it. Throws `UsageError` for
 * what is no network.
 */
export function clientAddress(proxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [, address = '', , digits] = /^([\da-f.:]+)(\/(\d{1,3}))?$/i.exec(proxy) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const prefix = Number(digits ?? bits);
    if (version === 0 || prefix > bits)
      throw new UsageError(
        `--trust-proxy: found ${JSON.stringify(proxy)}. Expected an address, or a network such as 10.0.0.0/8.`,
      );
    trusted.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return (peer, header) => {
    let found = peer && toPlain(peer);
    const hops = (header('x-forwarded-for') ?? '').slice(-maxLength).split(',').reverse();
    for (const hop of hops) {
      if (found === undefined || !isTrusted(found)) break;
      const address = toPlain(hop.trim());
      if (isIP(address) === 0) break;
      found = address;
    }
    return found;
  };

  function isTrusted(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }
}

/** Without the form in which IPv6 has addresses of IPv4, brackets, and a port. */
function toPlain(address: string): string {
  return address
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[([^\]]{1,45})\](?::\d{1,5})?$|^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1$2');
}

/** The id that a request has in other logs: the trace of `traceparent` (www.w3.org/TR/trace-context), or `X-Request-Id`. */
export function requestId(header: RequestHeader): string | undefined {
  const parent = header('traceparent');
  const trace = parent && /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(parent)?.[1];
  const id = trace || header('x-request-id');
  return id !== undefined && /^[!-~]{1,128}$/.test(id) ? id : undefined;
}

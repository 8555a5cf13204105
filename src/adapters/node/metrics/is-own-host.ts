import { isIP } from 'node:net';

/**
 * Whether a request names a host that no page of another site can have. A page whose name was made to resolve to this machine (DNS
 * rebinding) sends that name. An address is none, and names of one label, of Kubernetes and of a machine's own are not in the public DNS.
 * `configured` is the host on which the server is set to listen.
 */
export function isOwnHost(host: string | undefined, configured: string): boolean {
  // HTTP/1.0 knew no Host; no browser speaks it.
  if (host === undefined) return true;
  const [, bracketed, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase()) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  if (isIP(name) !== 0 || name === configured.toLowerCase()) return true;
  return /^[\w-]+$|\.(?:localhost|internal|svc|cluster\.local)\.?$/.test(name);
}

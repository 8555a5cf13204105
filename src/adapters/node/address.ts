/** The address of a server that listens there. */
export function toAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The same for links: an address that means every interface is called `localhost`. */
export function toSite(host: string, port: number): string {
  return toAddress(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port);
}

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The address of a server that listens there. An address that means every interface is called `localhost`. */
export function toSite(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

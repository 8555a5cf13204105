import type { Difference } from '../difference.ts';
import { workerd } from '../targets/workerd.ts';
import { wranglerAssets } from '../targets/wrangler-assets.ts';
import { wranglerR2 } from '../targets/wrangler-r2.ts';
import { cases } from './cases.ts';

const wranglers = [wranglerAssets.name, wranglerR2.name];
const alone = [workerd.name];
const all = [...alone, ...wranglers];

const reasons = {
  http: 'workerd reads HTTP less strictly than RFC 9112, and itself responds to what it cannot read. Cloudflare reads requests before it.',
  closing:
    'workerd goes on responding after a client said that it closes the connection. Clients are connected to Cloudflare, not to workerd.',
  dots: 'The Worker gets an address whose dot segments are already resolved (WHATWG URL).',
  chars: 'The Worker gets an address in which such characters are escaped (WHATWG URL).',
  method: 'workerd itself responds to a method that it does not know.',
  coding:
    'wrangler dev, like Cloudflare, converts responses to a coding that the client prefers, and itself refuses a client that accepts none.',
  html: 'wrangler dev parses pages while it sends them.',
};

/**
 * What the platform itself responds, or changes on the way. None of it is a response with an article to a request
 * without a key.
 */
export const cloudflareDifferences: readonly Difference[] = [
  {
    targets: wranglers,
    cases: cases({
      host: `
        a Host of a port alone | a Host with a port beyond 65535 | a Host with a port that is no number |
        a Host with brackets that do not close`,
    }),
    differs: { statuses: [500] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({ connection: 'nonsense behind a good one' }),
    differs: { statuses: [200, 501] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({ connection: 'a request behind one that closes' }),
    differs: { statuses: [200] },
    reason: reasons.closing,
  },
  {
    targets: all,
    cases: cases({
      version: `
        HTTP/0.9 | HTTP/1.1 and more | HTTP/1.11 | HTTP/1.2 | HTTP/2 | HTTP/2.0 | HTTP/9.9 | another protocol |
        small letters`,
      line: 'a tab instead of a space',
      fields: `
        a bare carriage return | a bare line feed | a space before the colon |
        a key with a space before the colon | a line that goes on | more than 64 KiB`,
      bodies: `
        an empty length | an upgrade to HTTP/2 | an upgrade to WebSocket | both lengths |
        both, the other way round | chunked twice`,
    }),
    differs: { statuses: [200] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({
      version: 'HTTP/0.9 as it was | HTTP/1.0 without Host | HTTP/1.0 without a key',
      line: 'a carriage return in the target | a null byte in the target',
      host: 'an empty Host | no Host',
      fields: 'a name that is no token | a null byte | a null byte in the key | no colon | no name',
    }),
    differs: { statuses: [400] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({
      version: 'the preface of HTTP/2',
      line: `
        TLS | a space before it | a longer method | a method alone | a method of 500 letters |
        a method that is no token | a word | an empty line before it | an unknown method | no method | words`,
    }),
    differs: { statuses: [501] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({
      line: `
        * and more | CONNECT | GET * | HEAD * | OPTIONS * | a backslash in the target | a query alone | no slash`,
      host: `
        a Host with a backslash | a Host with a space | a Host with a byte above 127 | a Host with a comma |
        a Host with a path | a Host with a query | a Host with a scheme | a Host with userinfo | absolute form |
        absolute form and no Host | absolute form of a file | absolute form of another scheme |
        absolute form with a port | absolute form with a port that is none | absolute form with userinfo |
        absolute form without a host | absolute form without a key | absolute form without a path |
        twice the same Host | two Hosts`,
      bodies: `
        a coding before chunked | a coding that is not chunked | a length in hexadecimal | a length with a plus |
        a list of lengths | a negative length | chunked with a vertical tab | identity | two lengths`,
    }),
    differs: { statuses: [500] },
    reason: reasons.http,
  },
  {
    targets: all,
    cases: cases({ line: 'a bare line feed', bodies: 'an upgrade without a key' }),
    differs: { statuses: [401] },
    reason: reasons.http,
  },
  {
    targets: wranglers,
    cases: cases({ article: '404: %2e | 404: %2e%2e' }),
    differs: { statuses: [404] },
    reason: reasons.dots,
  },
  ...['access-control-allow-origin', 'access-control-expose-headers'].map((header) => ({
    targets: wranglers,
    cases: cases({ open: '404: /media/%2e%2e/index.html' }),
    differs: { header },
    reason: reasons.dots,
  })),
  {
    targets: all,
    cases: cases({
      errors: '404 of a route: /api/v1/./articles | 404 of a route: /api/v1/x/../articles',
      open: '404: /.. | 404: /../ | 404: /media/.. | 404: /media/./dot.png',
    }),
    differs: { statuses: [200] },
    reason: reasons.dots,
  },
  {
    targets: all,
    cases: /^Errors: 404 of a route: \/media\/\.\.\/api/,
    differs: { statuses: [404] },
    reason: reasons.dots,
  },
  {
    targets: all,
    cases: cases({ article: '404: . | 404: ..' }),
    differs: { statuses: [404] },
    reason: reasons.dots,
  },
  ...['access-control-allow-origin', 'access-control-expose-headers'].map((header) => ({
    targets: all,
    cases: cases({ open: '404: /media/../../etc/passwd | 404: /media/../index.html' }),
    differs: { header },
    reason: reasons.dots,
  })),
  {
    targets: all,
    cases: cases({
      article: 'a byte above 127 in the target is refused',
      line: 'DEL in the target | a byte above 127 in the target | a control character in the target',
    }),
    differs: { statuses: [404] },
    reason: reasons.chars,
  },
  {
    targets: all,
    cases: cases({ errors: '405: LINK | 501: BREW | 501: Get | 501: get' }),
    differs: { statuses: [501] },
    reason: reasons.method,
  },
  {
    targets: wranglers,
    cases: cases({ caching: '304 of the gzip form', markdown: '304 of the gzip form' }),
    differs: { header: 'content-encoding' },
    reason: reasons.coding,
  },
  {
    targets: wranglers,
    cases: cases({
      caching: `
        Accept-Encoding: "*": gzip | Accept-Encoding: "br": identity |
        Accept-Encoding: "br;q=1.0, gzip;q=0.8, *;q=0.1": gzip | Accept-Encoding: "deflate, br, zstd": identity |
        Accept-Encoding: "identity, gzip": gzip | Accept-Encoding: ["br","gzip"]: gzip |
        Accept-Encoding: ["gzip;q=0","br"]: identity`,
      open: '/ in gzip, under a tag of its own',
    }),
    differs: { statuses: [200] },
    reason: reasons.coding,
  },
  {
    targets: wranglers,
    cases: cases({
      caching: 'Accept-Encoding: "identity;q=0, *": gzip',
      errors: 'order of the checks: a former slug before the coding',
      open: `
        the page has one form for whoever takes none: *;q=0 |
        the page has one form for whoever takes none: gzip;q=0, identity;q=0`,
    }),
    differs: { statuses: [415] },
    reason: reasons.coding,
  },
  ...['content-length', 'transfer-encoding'].map((header) => ({
    targets: wranglers,
    cases: cases({
      cors: 'is off for /',
      connection: 'one to each kind of address',
      open: `
        / | / has a query | / is 200 since a date | / is 200 to whoever holds another |
        / is 200 where any is expected | / is 304 to whoever holds it | / to whoever shows a key |
        HEAD of / responds as GET | a range of / is ignored`,
    }),
    differs: { header },
    reason: reasons.html,
  })),
  {
    targets: all,
    cases: cases({ connection: 'a request line that is cut off | header fields that are cut off' }),
    differs: { statuses: ['none', 400, 408, 500, 501] },
    reason: reasons.http,
  },
  {
    targets: wranglers,
    cases: cases({ connection: 'a body that is cut off' }),
    differs: { statuses: [503] },
    reason: 'wrangler dev waits for a body before it asks the Worker.',
  },
];

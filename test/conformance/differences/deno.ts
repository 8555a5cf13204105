import type { Difference } from '../difference.ts';
import { cases, refused } from './cases.ts';

export const denoDifferences: readonly Difference[] = [
  {
    targets: ['Deno'],
    cases: cases({
      version: 'the preface of HTTP/2',
      connection: 'a request line that is cut off | header fields that are cut off',
    }),
    differs: { statuses: ['none'] },
    reason: 'Deno responds in HTTP/2, or closes the connection without a response: the request does not end.',
  },
  {
    targets: ['Deno'],
    cases: cases({
      bodies: `
        a coding before chunked | an upgrade to WebSocket | an upgrade to HTTP/2 | an upgrade without a key`,
    }),
    differs: { statuses: [200, 401] },
    reason: 'Deno reads what follows as a second request, with the key of the first one.',
  },
  {
    targets: ['Deno'],
    cases: cases({
      article: 'a byte above 127 in the target is refused',
      line: 'a bare line feed',
      host: `
        absolute form without a host | absolute form with userinfo | absolute form with a port that is none |
        absolute form and no Host | absolute form of another scheme | no Host`,
      fields: 'a bare line feed',
    }),
    differs: { statuses: [200, 401, 404] },
    reason: 'Deno reads this as a valid request.',
  },
  {
    targets: ['Deno'],
    cases: refused({
      not: { host: 'absolute form and no Host | no Host' },
      also: {
        line: 'two spaces | a byte above 127 in the target',
        version: 'HTTP/0.9 | HTTP/0.9 as it was | HTTP/2.0',
        fields: 'a key behind 300 fields | a second key behind 300 fields | more than 64 KiB',
        bodies: 'a coding that is not chunked | identity',
      },
    }),
    differs: { statuses: [200, 400] },
    reason: "Deno's own server refuses it without a body. Galley does not see it.",
  },
];

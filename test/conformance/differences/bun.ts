import type { Difference } from '../difference.ts';
import { cases, refused } from './cases.ts';

export const bunDifferences: readonly Difference[] = [
  {
    targets: ['Bun'],
    cases: /^Errors: 404 of a route: \/media\/\.\.\/api/,
    differs: { statuses: [404] },
    reason: 'Bun resolves . and .. in a path, as browsers do, before Galley sees it. The key is still checked.',
  },
  {
    targets: ['Bun'],
    cases: cases({
      article: '404: . | 404: .. | 404: %2e%2e | 404: %2e',
      errors: '404 of a route: /api/v1/./articles | 404 of a route: /api/v1/x/../articles',
      open: `
        404: /media/.. | 404: /media/./dot.png | 404: /media/%2e%2e/index.html | 404: /media/../index.html |
        404: /media/../../etc/passwd | 404: /.. | 404: /../`,
    }),
    differs: { statuses: [200, 404] },
    reason: 'Bun resolves . and .. in a path, as browsers do, before Galley sees it. The key is still checked.',
  },
  {
    targets: ['Bun'],
    cases: cases({ host: 'two Hosts | twice the same Host' }),
    differs: { statuses: [400] },
    reason: 'Bun joins two Host fields, so the body has another sentence.',
  },
  {
    targets: ['Bun'],
    cases: cases({
      errors: '501: BREW | 501: get | 501: Get',
      line: 'an unknown method | a longer method | a method of 500 letters',
      connection: 'a request line that is cut off | header fields that are cut off',
    }),
    differs: { statuses: ['none'] },
    reason: 'Bun closes the connection without a response: it does not know the method, or the request does not end.',
  },
  {
    targets: ['Bun'],
    cases: cases({
      errors: '414 of a target of 20,000 bytes',
      fields: 'a key behind 300 fields | a second key behind 300 fields | more than 64 KiB | 20 KiB',
    }),
    differs: { statuses: [431] },
    reason: 'Bun accepts 16 KiB of header fields by default, at most 200 of them, target included.',
  },
  {
    targets: ['Bun'],
    cases: cases({
      article: 'a byte above 127 in the target is refused',
      line: 'a byte above 127 in the target | DEL in the target',
      host: `
        absolute form without a host | absolute form with userinfo | absolute form with a port that is none`,
    }),
    differs: { statuses: [200, 404] },
    reason: 'Bun reads this as a valid request.',
  },
  {
    targets: ['Bun'],
    cases: refused({
      not: { host: 'two Hosts | twice the same Host', line: 'DEL in the target' },
      also: {
        line: 'an empty line before it | OPTIONS * | two spaces | a bare line feed',
        version: 'HTTP/0.9 | HTTP/0.9 as it was | HTTP/2.0 | the preface of HTTP/2',
        host: 'absolute form of another scheme | absolute form of a file',
        fields: 'a bare line feed',
        bodies: 'a coding that is not chunked | identity | a coding before chunked',
      },
    }),
    differs: { statuses: [200, 400, 505] },
    reason: "Bun's own server refuses it without a body. Galley does not see it.",
  },
];

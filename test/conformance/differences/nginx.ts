import type { Difference } from '../difference.ts';
import { cases, refused } from './cases.ts';

const targets = ['nginx'];

/** nginx reads HTTP itself, and refuses some of it before Galley is asked. */
const whole: readonly Difference[] = [
  {
    targets: targets,
    cases: cases({ line: 'OPTIONS *' }),
    differs: { statuses: [400] },
    reason: 'nginx refuses the asterisk form for every method.',
  },
  {
    targets: targets,
    cases: cases({ caching: 'If-None-Match: two fields, the second with it' }),
    differs: { statuses: [200, 400] },
    reason: 'nginx refuses a second field of that name.',
  },
  {
    targets: targets,
    cases: cases({ line: 'TRACE' }),
    differs: { statuses: [405] },
    reason: 'nginx itself refuses it, in the same form with other words.',
  },
  {
    targets: targets,
    cases: cases({ line: 'a bare line feed', fields: 'a bare line feed' }),
    differs: { statuses: [200, 401] },
    reason: 'nginx reads a single line feed as the end of a line (RFC 9112 section 2.2 allows it).',
  },
  {
    targets: targets,
    cases: cases({ version: 'HTTP/0.9 as it was' }),
    differs: { statuses: ['none'] },
    reason: 'nginx accepts HTTP/0.9, whose responses have no status. Without a key, it gets only a 401 from the API.',
  },
  {
    targets: targets,
    cases: cases({
      bodies: 'an upgrade to WebSocket | an upgrade to HTTP/2 | an upgrade without a key',
    }),
    differs: { statuses: [200, 401] },
    reason: 'nginx ignores an upgrade, as HTTP/1.1 allows, and goes on with the next request.',
  },
  {
    targets: targets,
    cases: cases({ fields: 'more than 64 KiB' }),
    differs: { statuses: [431] },
    reason: 'nginx itself refuses it, in the same form with other words.',
  },
  {
    targets: targets,
    cases: cases({
      bodies: `
        a coding that is not chunked | identity | a coding before chunked | chunked twice |
        chunked with a vertical tab`,
    }),
    differs: { statuses: [501] },
    reason: 'nginx responds with 501 to an unknown transfer coding.',
  },
  {
    targets: targets,
    cases: cases({ version: 'HTTP/2.0 | HTTP/2 | HTTP/9.9' }),
    differs: { statuses: [505] },
    reason: 'nginx itself refuses it, in the same form with other words.',
  },
  {
    targets: targets,
    cases: cases({ version: 'HTTP/1.2 | HTTP/1.11' }),
    differs: { statuses: [200] },
    reason: 'nginx reads each minor version of HTTP/1 as 1.1.',
  },
  {
    targets: targets,
    cases: cases({
      host: `
        absolute form with a port that is none | absolute form of another scheme | a Host with userinfo |
        a Host with a query | a Host with a port that is no number | a Host with a port beyond 65535 |
        a Host with brackets that do not close | a Host with a byte above 127 | a Host with a backslash`,
    }),
    differs: { statuses: [200] },
    reason: 'nginx ignores that, and sends servers a Host of its own.',
  },
  {
    targets: targets,
    cases: cases({ fields: 'no colon | a name that is no token' }),
    differs: { statuses: [200] },
    reason: 'nginx drops fields whose names it does not accept.',
  },
  {
    targets: targets,
    cases: cases({
      article: '404: 1%00 | 404: article-7%00 | 404: % | 404: %zz',
      open: `
        404: /media/../../etc/passwd | 404: /media/dot.png%00 | 404: /media/%00dot.png | 404: /.. | 404: /../ |
        404: /%2e%2e/etc/passwd | 404: /% | 404: /%zz`,
      host: 'absolute form of a file',
    }),
    differs: { statuses: [400] },
    reason: 'nginx refuses targets that cannot be decoded, or that lead above the root.',
  },
  {
    targets: targets,
    cases: cases({
      errors: '501: get | 501: Get',
      line: 'CONNECT',
      version: 'HTTP/0.9 | the preface of HTTP/2',
    }),
    differs: { statuses: [400] },
    reason: 'nginx responds with 400.',
  },
  {
    targets: targets,
    cases: refused({
      not: {
        version: 'HTTP/1.2 | HTTP/2 | HTTP/9.9 | HTTP/1.11',
        fields: 'no colon | a name that is no token',
        bodies: 'chunked twice | chunked with a vertical tab',
        connection: 'nonsense behind a good one',
      },
      also: {
        host: `
          absolute form without a host | absolute form with userinfo | an empty Host | a Host with a path |
          a Host with a comma | a Host with a space | a Host with a scheme | a Host of a port alone`,
      },
    }),
    differs: { statuses: [400] },
    reason: 'nginx itself refuses it, in the same form with other words.',
  },
  {
    targets: targets,
    cases: cases({ connection: 'nonsense behind a good one' }),
    differs: { statuses: [200, 400] },
    reason: 'nginx itself refuses it, in the same form with other words.',
  },
  {
    targets: targets,
    cases: cases({
      connection: 'a request line that is cut off | header fields that are cut off | a body that is cut off',
    }),
    differs: { statuses: ['none'] },
    reason: 'nginx does not respond after the client has closed the connection.',
  },
];

export const nginxDifferences: readonly Difference[] = [
  ...whole,
  { targets, cases: /^/, differs: { header: 'server' }, reason: 'nginx names itself.' },
];

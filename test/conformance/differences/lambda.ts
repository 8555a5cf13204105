import type { Difference } from '../difference.ts';
import { cases, refused } from './cases.ts';

const targets = ['Lambda', 'Lambda, buffered'];

export const lambdaDifferences: readonly Difference[] = [
  {
    targets: targets,
    cases: cases({ article: '200: 1#fragment' }),
    differs: { statuses: [404] },
    reason: 'Galley reads # as a part of the path there, since an HTTP API decodes the path.',
  },
  {
    targets: targets,
    cases: cases({ line: 'CONNECT' }),
    differs: { statuses: ['none'] },
    reason: 'The local front end closes the connection without a response. That of AWS is not tested.',
  },
  {
    targets: targets,
    cases: cases({
      line: 'GET * | HEAD * | * and more',
      version: 'HTTP/0.9 | HTTP/0.9 as it was | HTTP/2.0',
      host: `
        absolute form without a host | absolute form with userinfo | absolute form with a port that is none`,
      bodies: 'a coding before chunked | identity | a coding that is not chunked',
    }),
    differs: { statuses: [200, 404] },
    reason: 'The local front end reads this as a valid request. That of AWS is not tested.',
  },
  {
    targets: targets,
    cases: refused({
      not: { line: 'GET * | HEAD * | * and more' },
      also: {
        article: 'a byte above 127 in the target is refused',
        errors: '501: BREW | 501: get | 501: Get',
        line: `
          an unknown method | a longer method | a method of 500 letters | a bare line feed |
          a byte above 127 in the target`,
        version: 'the preface of HTTP/2',
        fields: 'a bare line feed | more than 64 KiB',
        connection: 'a request line that is cut off | header fields that are cut off',
      },
    }),
    differs: { statuses: [400, 431] },
    reason: 'The local front end refuses it without a body. That of AWS is not tested.',
  },
];

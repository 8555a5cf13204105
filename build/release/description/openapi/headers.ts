import { securityHeaders } from '../../../../src/core/reply.ts';
import { type Json, type JsonObject, reference } from './components.ts';

/**
 * The header fields of answers that are named in `used`. Those that HTTP itself defines for every answer, such as `Date`
 * and `Content-Length`, are not described.
 */
export function componentHeaders(used: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.has(name))) as JsonObject;
}

/** References to the headers of one answer, by name. */
export function headersOf(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries([...new Set(names)].map((name) => [name, reference('headers', name)]));
}

export type HeaderName = keyof typeof headers;

const text = { type: 'string' } as const;
const count = { type: 'integer', format: 'int32', minimum: 0 } as const;

const headers = {
  'Access-Control-Allow-Origin': header('The origin whose pages may read this answer.', 'https://app.example.com', {
    required: false,
  }),
  'Access-Control-Expose-Headers': header('The header fields that those pages may read.', 'ETag, Link, X-Total-Count', {
    required: false,
  }),
  'Cache-Control': header(
    'No shared cache keeps the answer. Your own may keep a 200, and asks each time whether it still holds; it keeps no error.',
    'private, no-cache',
  ),
  'Content-Encoding': header('`gzip` where `Accept-Encoding` asks for it; absent otherwise.', 'gzip', {
    required: false,
    schema: { type: 'string', const: 'gzip' },
  }),
  'Content-Security-Policy': header('Browsers run nothing of this answer.', securityHeaders['Content-Security-Policy']),
  ETag: header(
    'Strong: it changes exactly when the body does. Send it as `If-None-Match` when you ask again. That of the gzip form ends in `-gz`.',
    '"33a64df551425fcc"',
  ),
  'Galley-Release': header(
    'The release that answered. It changes with everything that is published.',
    'c3499c2729730a7f',
  ),
  'Last-Modified': header(
    'The newest change among the articles shown; absent where there are none. It is not read back: use `ETag`.',
    'Mon, 09 Mar 2026 08:00:00 GMT',
    { required: false },
  ),
  Link: header(
    'RFC 8288. `first`, `prev`, `next` and `last` as in the body; `bookmark` is the pinned address of this page. On 410 `first` alone.',
    '<https://articles.example.com/api/v1/articles?page=1>; rel="first"',
  ),
  Location: header(
    'The same request with the present slug.',
    'https://articles.example.com/api/v1/articles/the-quick-brown-fox',
    { schema: { type: 'string', format: 'uri' } },
  ),
  RateLimit: header(
    'What is left to this key: `r` requests, and all of them again in `t` seconds.',
    '"default";r=599;t=60',
    {
      required: false,
    },
  ),
  'RateLimit-Policy': header('How often each key may ask: `q` requests in `w` seconds.', '"default";q=600;w=60', {
    required: false,
  }),
  'Referrer-Policy': header(
    'Browsers give no other site the address of this answer.',
    securityHeaders['Referrer-Policy'],
  ),
  'Retry-After': header('How many seconds to wait before asking again.', 5, { schema: count }),
  Vary: header('The request fields that the answer depends on.', 'Accept-Encoding, X-Api-Key'),
  'WWW-Authenticate': header('What kind of key is expected.', 'ApiKey realm="articles"'),
  'X-Content-Type-Options': header('The body is what `Content-Type` says.', securityHeaders['X-Content-Type-Options']),
  'X-Total-Count': header('How many articles all pages of this list hold together.', 2, { schema: count }),
};

function header(
  description: string,
  example: string | number,
  { required = true, schema = text }: { required?: boolean; schema?: Json } = {},
): JsonObject {
  return { description, ...(required && { required }), schema, example };
}

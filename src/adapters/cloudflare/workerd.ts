import type { RequestHeader } from '../../core/reply.ts';
import type { WebBody, WebInit } from '../fetch.ts';

/** What Cloudflare reports of a request beside its fields. */
interface Incoming extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/**
 * The fields of a request as the client sent them. Cloudflare puts `gzip, br` into `Accept-Encoding`, whatever that
 * was, and workerd leaves tabs around a value (RFC 9110 section 5.5).
 */
export function toRequestHeader({ headers, cf }: Incoming): RequestHeader {
  return (name) => {
    const accepted = name === 'accept-encoding' ? cf?.clientAcceptEncoding : undefined;
    return (accepted ?? headers.get(name))?.replace(/^[\t ]+|(?<![\t ])[\t ]+$/g, '');
  };
}

/** What workerd has beside what all platforms have. */
declare const FixedLengthStream: new (size: number) => TransformStream<Uint8Array, Uint8Array>;

/**
 * A response whose body is sent as it is, also where it is compressed, with its `Content-Length`, also where it is a
 * stream.
 */
export function toResponse(body: WebBody | string | null, init: WebInit): Response {
  // `encodeBody` is of workerd: it would compress what is compressed already.
  const all: ResponseInit & { encodeBody: 'manual' } = { ...init, encodeBody: 'manual' };
  const size = init.headers['Content-Length'];
  if (!(body instanceof ReadableStream) || size === undefined) return new Response(body, all);
  const { readable, writable } = new FixedLengthStream(Number(size));
  // Where the body breaks off, so does the response.
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, all);
}

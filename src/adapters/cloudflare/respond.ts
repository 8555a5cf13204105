import type { WebBody, WebInit } from '../fetch.ts';

/** What workerd has beside what all platforms have. */
declare const FixedLengthStream: new (size: number) => TransformStream<Uint8Array, Uint8Array>;

/** An answer whose body is sent as it is, also where it is compressed, with its `Content-Length`, also where it is a stream. */
export function respond(body: WebBody | string | null, init: WebInit): Response {
  // `encodeBody` is of workerd: it would compress what is compressed already.
  const all: ResponseInit = { ...init, ...{ encodeBody: 'manual' } };
  const size = init.headers['Content-Length'];
  if (!(body instanceof ReadableStream) || size === undefined) return new Response(body, all);
  const { readable, writable } = new FixedLengthStream(Number(size));
  // Where the body breaks off, so does the answer.
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, all);
}

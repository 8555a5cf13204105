import type { RequestHeader } from '../../core/reply.ts';

/** What Cloudflare tells of a request beside its fields. */
interface Incoming extends Request {
  cf?: { clientAcceptEncoding?: string };
}

/**
 * The fields of a request as the client sent them. Cloudflare puts `gzip, br` into `Accept-Encoding`, whatever that was, and
 * workerd leaves tabs around a value (RFC 9110 section 5.5).
 */
export function headerOf({ headers, cf }: Incoming): RequestHeader {
  return (name) => {
    const accepted = name === 'accept-encoding' ? cf?.clientAcceptEncoding : undefined;
    return (accepted ?? headers.get(name))?.replace(/^[\t ]+|(?<![\t ])[\t ]+$/g, '');
  };
}

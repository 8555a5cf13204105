import { isHost } from '../http/refuse.ts';

/** A GET without a body of which nothing but these header fields matters. */
export interface PlainRequest {
  /** As on the request line. */
  target: string;
  /** By lower-case name. */
  fields: Readonly<Record<string, string>>;
}

/** In bytes; longer requests are rare. */
const maxLength = 8192;

/** RFC 9112 section 3, without what is optional or obsolete in it; the target is in the API, and of no file. */
const requestLine = /^GET (\/api\/(?!v1\/drafts)[!$-;=?-Z_a-z~]*) HTTP\/1\.1\r\n/;

/** RFC 9112 section 5, without what is optional or obsolete in it. */
const fieldLines = /^(?:[!#$%&'*+.^`|~\w-]+:[\t -~]*\r\n)+\r\n$/;

/** Fields that responses depend on, and those for the log. */
const wanted = new Set([
  'host',
  'x-api-key',
  'accept',
  'accept-encoding',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  'traceparent',
  'x-request-id',
  'x-forwarded-for',
]);

/** Fields that change how a message is framed or a connection used (RFC 9110 section 7.6.1 and 10.1.1, RFC 9112). */
const framingFields = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads the bytes of one whole plain request; gives null for whatever else they are, which is for a real HTTP parser: a
 * part of a request, several at once, another method or version, a body, a field twice, anything that could be read in
 * two ways.
 */
export type ParsePlainRequest = (bytes: Buffer) => PlainRequest | null;

/** For one connection, on which most requests have the same fields: those are read once. */
export function plainRequestParser(): ParsePlainRequest {
  let lines = '';
  let fields: PlainRequest['fields'] | null = null;
  return (bytes) => {
    if (bytes.length > maxLength) return null;
    const text = bytes.toString('latin1');
    const [line, target] = requestLine.exec(text) ?? [];
    if (line === undefined || target === undefined) return null;
    const rest = text.slice(line.length);
    if (rest !== lines) {
      lines = rest;
      fields = parseFields(rest);
    }
    return fields && { target, fields };
  };
}

function parseFields(lines: string): PlainRequest['fields'] | null {
  if (!fieldLines.test(lines)) return null;
  const fields: Record<string, string> = {};
  for (let from = 0; from < lines.length - 2; ) {
    const end = lines.indexOf('\r\n', from);
    const colon = lines.indexOf(':', from);
    const name = lines.slice(from, colon).toLowerCase();
    if (wanted.has(name)) {
      if (fields[name] !== undefined) return null;
      fields[name] = lines.slice(colon + 1, end).trim();
    } else if (framingFields.has(name) && !isKeepAlive(name, lines.slice(colon + 1, end))) {
      return null;
    }
    from = end + 2;
  }
  return isHost(fields.host ?? '') ? fields : null;
}

/** What HTTP/1.1 does anyway. */
function isKeepAlive(name: string, value: string): boolean {
  return name === 'connection' && value.trim().toLowerCase() === 'keep-alive';
}

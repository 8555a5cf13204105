import type { Exchange, ReceivedResponse } from './send.ts';

/**
 * Splits bytes into responses (RFC 9112 section 6). `methods` are those of the requests, in order. `isEnd` says that no
 * more bytes come: what is not whole is `rest` then, and a body without a length ends there. Interim responses are skipped.
 */
export function parseResponses(bytes: Buffer, methods: readonly string[], isEnd: boolean): Exchange {
  const responses: ReceivedResponse[] = [];
  let from = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', from, 'latin1');
    if (end === -1) break;
    const [line = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) break;
    const headers = lines.map(toHeader);
    const isBare = status < 200 || status === 204 || status === 304 || methods[responses.length] === 'HEAD';
    const found = isBare ? { body: Buffer.alloc(0), end: end + 4 } : readBody(bytes, end + 4, headers, isEnd);
    if (found === null) break;
    from = found.end;
    if (status >= 200) responses.push({ status, headers, body: found.body });
  }
  return { responses, rest: bytes.subarray(from) };
}

function toHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

interface ReadBody {
  body: Buffer;
  /** Of the response. */
  end: number;
}

/** Null where it is not whole. */
function readBody(bytes: Buffer, start: number, headers: ReceivedResponse['headers'], isEnd: boolean): ReadBody | null {
  const fieldOf = (name: string): string | undefined => headers.find(([each]) => each === name)?.[1];
  if (fieldOf('transfer-encoding') !== undefined) return readChunks(bytes, start);
  const length = fieldOf('content-length');
  if (length === undefined) return isEnd ? { body: bytes.subarray(start), end: bytes.length } : null;
  const end = start + Number(length);
  return end > bytes.length ? null : { body: bytes.subarray(start, end), end };
}

/** RFC 9112 section 7.1. */
function readChunks(bytes: Buffer, start: number): ReadBody | null {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd === -1) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (Number.isNaN(size) || end + 2 > bytes.length) return null;
    if (size === 0) return { body: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

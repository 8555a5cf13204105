/** An answer as data; a door sends it. */
export interface Reply {
  status: number;
  /** `Content-Length` is among them wherever a body is allowed, for HEAD as well. */
  headers: Record<string, string>;
  /** Empty for HEAD, 204 and 304. */
  body: Part[];
  /** Name of the key that was shown, for the log; null where none was accepted. */
  keyName: string | null;
}

/** ASCII text, or pieces of one file of the release. */
export type Part = string | FilePieces;

/** Octet ranges of one file, ascending and disjoint: `[start, end)` pairs. Read once from the first to the last. */
export interface FilePieces {
  file: string;
  ranges: (readonly [start: number, end: number])[];
}

/** Octets of a body. */
export function bodySize(body: readonly Part[]): number {
  let size = 0;
  for (const part of body) {
    if (typeof part === 'string') size += part.length;
    else for (const [start, end] of part.ranges) size += end - start;
  }
  return size;
}

/** What the headers of a representation say of it. */
export interface Representation {
  tag: string;
  /** An HTTP date; '' where no article is shown. */
  modified: string;
  release: string;
  /** `Link` and `X-Total-Count` of a list; null for one article. */
  list: { link: string; total: string } | null;
}

/** On every answer of the API. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** On every 200, 304 and 308: a shared cache must neither keep it nor hand it to callers without a key. */
const privateHeaders = { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, X-Api-Key' } as const;

export function ok(body: Part[], representation: Representation): Reply {
  const headers = toHeaders(representation);
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(bodySize(body));
  return { status: 200, headers, body, keyName: null };
}

export function notModified(representation: Representation): Reply {
  return { status: 304, headers: toHeaders(representation), body: [], keyName: null };
}

/** A permanent redirect. */
export function moved(location: string, release: string): Reply {
  const headers = { Location: location, 'Galley-Release': release, 'Content-Length': '0' };
  return { status: 308, headers: { ...securityHeaders, ...privateHeaders, ...headers }, body: [], keyName: null };
}

/**
 * Written out, not spread together: a literal costs 0.1 µs, what is spread and then added to 5 µs, which is a fifth of
 * an answer.
 */
function toHeaders({ tag, modified, release, list }: Representation): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': securityHeaders['X-Content-Type-Options'],
    'Content-Security-Policy': securityHeaders['Content-Security-Policy'],
    'Referrer-Policy': securityHeaders['Referrer-Policy'],
    'Cache-Control': privateHeaders['Cache-Control'],
    Vary: privateHeaders.Vary,
    ETag: tag,
    'Galley-Release': release,
  };
  if (modified !== '') headers['Last-Modified'] = modified;
  if (list !== null) {
    headers.Link = list.link;
    headers['X-Total-Count'] = list.total;
  }
  return headers;
}

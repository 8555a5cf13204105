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

/** On every answer of the API. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

/** On every 200, 304 and 308 with a key: a shared cache must neither keep it nor hand it to callers without one. */
export const representationHeaders = {
  ...securityHeaders,
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding, X-Api-Key',
} as const;

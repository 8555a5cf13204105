import type { ServerResponse } from 'node:http';
import { type Awaitable, whenReady } from '../core/awaitable.ts';
import { MissingFile } from '../core/release.ts';
import type { Part, Reply } from '../core/reply.ts';
import type { CachedReader } from '../readers/cached.ts';

/** Sends a reply. All it needs is read before the first octet leaves, so a fault can still become an error answer. */
export async function send(response: ServerResponse, reply: Reply, reader: CachedReader): Promise<void> {
  const pieces = await readPieces(reply.body, reader);
  response.writeHead(reply.status, reply.headers);
  const [only] = pieces;
  if (pieces.length < 2) {
    response.end(only, 'latin1');
    return;
  }
  response.cork();
  for (const piece of pieces) response.write(piece, 'latin1');
  response.end();
  response.uncork();
}

/** The octets of a body: texts as they are, files read. Throws where one is missing. */
export function readPieces(body: readonly Part[], reader: CachedReader): Awaitable<(string | Uint8Array)[]> {
  const pieces = body.map((part) => (typeof part === 'string' ? part : readPiece(part, reader)));
  return pieces.some((piece) => piece instanceof Promise)
    ? Promise.all(pieces)
    : (pieces as Exclude<(typeof pieces)[number], Promise<unknown>>[]);
}

function readPiece(part: Exclude<Part, string>, reader: CachedReader): Awaitable<Uint8Array> {
  return whenReady(reader.readRange(part), (bytes) => {
    if (bytes === null) throw new MissingFile(part.file);
    return bytes;
  });
}

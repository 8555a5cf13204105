import type { ServerResponse } from 'node:http';
import type { Reader } from '../core/reader.ts';
import { MissingFile } from '../core/release.ts';
import type { FilePieces, Reply } from '../core/reply.ts';

/** More pieces than this are copied together: one write of many small buffers costs more than the copy. */
const maxPieces = 8;

/** Sends a reply. All it needs is read before the first octet leaves, so a fault can still become an error answer. */
export async function send(response: ServerResponse, reply: Reply, reader: Reader): Promise<void> {
  const pieces: (string | Uint8Array)[] = [];
  for (const part of reply.body) {
    if (typeof part === 'string') pieces.push(part);
    else pieces.push(...(await readPieces(part, reader)));
  }
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

async function readPieces({ file, ranges }: FilePieces, reader: Reader): Promise<Uint8Array[]> {
  const start = ranges[0]?.[0] ?? 0;
  const bytes = await reader.read(file, start, ranges.at(-1)?.[1] ?? start);
  if (bytes === null) throw new MissingFile(file);
  const pieces = ranges.map(([from, to]) => bytes.subarray(from - start, to - start));
  return pieces.length > maxPieces ? [Buffer.concat(pieces)] : pieces;
}

import type { ServerResponse } from 'node:http';
import type { Reply } from '../core/reply.ts';
import type { CachedReader } from '../readers/cached.ts';
import { readBody } from '../readers/read-body.ts';

/** Sends a reply. All it needs is read before the first octet leaves, so a fault can still become an error answer. */
export async function send(response: ServerResponse, reply: Reply, reader: CachedReader): Promise<void> {
  const pieces = await readBody(reply.body, reader.readRange);
  response.writeHead(reply.status, reply.headers);
  response.cork();
  for (const piece of pieces) response.write(piece, 'latin1');
  response.end();
  response.uncork();
}

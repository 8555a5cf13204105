import type { ServerResponse } from 'node:http';
import { toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import type { ServiceResponse } from '../../../core/respond.ts';
import type { BlockCache } from '../../../storage/block-cache.ts';
import { readBody } from '../../../storage/read-body.ts';

/** Sends a reply. All of its body is read before the first byte leaves, so that a failed read can still become an error. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  cache: BlockCache,
  fields: ServiceResponse['fields'] = {},
): Promise<void> {
  const { pieces, release } = await readBody(reply.body, cache);
  // Closed already where the client left while its answer was read.
  if (response.closed) release();
  else response.once('close', release);
  response.writeHead(reply.status, toReason(reply.status), { ...reply.headers, ...fields });
  response.cork();
  for (const piece of pieces) response.write(piece, 'latin1');
  response.end();
  response.uncork();
}

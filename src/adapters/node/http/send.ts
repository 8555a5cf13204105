import type { ServerResponse } from 'node:http';
import { toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import type { ServiceResponse } from '../../../core/respond.ts';
import { type AssetPart, readAsset } from '../../../public-files/read-asset.ts';
import type { BlockCache } from '../../../storage/block-cache.ts';
import { readBody } from '../../../storage/read-body.ts';
import type { Source } from '../source.ts';

/** Sends a reply. All of its body is read before the first byte leaves, so that a failed read can still become an error. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  cache: BlockCache,
  fields: ServiceResponse['fields'] = {},
): Promise<void> {
  const { chunks, release } = await readBody(reply.body, cache);
  // Closed already where the client left while its response was read.
  if (response.closed) release();
  else response.once('close', release);
  response.writeHead(reply.status, toReason(reply.status), { ...reply.headers, ...fields });
  response.cork();
  for (const chunk of chunks) response.write(chunk, 'latin1');
  response.end();
  response.uncork();
}

/** Bytes that are in memory at once for each client that takes an asset. */
const atOnce = 256 * 1024;

/**
 * Sends an asset, as the client takes it. The first bytes are read before the header leaves, so that a failed read can
 * still become an error; a later one breaks the response off. Resolves once it is handed over, or the client is gone.
 */
export async function sendAsset(
  response: ServerResponse,
  reply: Reply,
  part: AssetPart,
  { folder, serveAsset }: Pick<Source, 'folder' | 'serveAsset'>,
  fields: ServiceResponse['fields'] = {},
): Promise<void> {
  const writeHead = response.writeHead.bind(response);
  const start = (): void => void writeHead(reply.status, toReason(reply.status), { ...reply.headers, ...fields });
  if (serveAsset !== undefined && part.drafts === undefined && !isFirstByte(part))
    return serveBySirv(response, start, () => serveAsset(part, response));
  const closed = new Promise((resolve) => response.once('close', resolve));
  const chunks = readAsset(part.drafts ?? folder, part, atOnce);
  let chunk = await chunks.next();
  start();
  while (!chunk.done && !response.closed) {
    if (!response.write(chunk.value))
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    chunk = await chunks.next();
  }
  await chunks.return();
  response.end();
  await closed;
}

/** sirv takes a last byte of 0 for none. */
function isFirstByte({ start, end, size }: AssetPart): boolean {
  return start === 0 && end === 1 && size > 1;
}

/** By sirv, which knows no entity tags, times or codings of ours: `start` writes the header once the file is open. */
async function serveBySirv(response: ServerResponse, start: () => void, serve: () => Promise<void>): Promise<void> {
  const { writeHead } = response;
  response.writeHead = () => response;
  response.once('pipe', (source: NodeJS.EventEmitter) => {
    response.writeHead = writeHead;
    source.once('ready', start);
  });
  // Where the file is gone, nothing is piped.
  await serve().finally(() => {
    response.writeHead = writeHead;
  });
}

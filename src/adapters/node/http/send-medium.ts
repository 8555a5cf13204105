import type { ServerResponse } from 'node:http';
import { toReason } from '../../../core/problem.ts';
import type { Reply } from '../../../core/reply.ts';
import { type AssetPart, readAsset } from '../../../public-files/read-asset.ts';
import type { Source } from '../source.ts';

/** Bytes that are in memory at once for each client that takes a medium. */
const atOnce = 256 * 1024;

/**
 * Sends a medium, as the client takes it. The first bytes are read before the header leaves, so that a failed read can still become an
 * error; a later one breaks the answer off. Resolves once it is handed over, or the client is gone.
 */
export async function sendMedium(
  response: ServerResponse,
  reply: Reply,
  part: AssetPart,
  { folder, serveMedium }: Pick<Source, 'folder' | 'serveMedium'>,
): Promise<void> {
  if (serveMedium !== undefined && !isFirstByte(part)) return serveFile(response, reply, part, serveMedium);
  const { status, headers } = reply;
  const closed = new Promise((resolve) => response.once('close', resolve));
  const pieces = readAsset(folder, part, atOnce);
  let piece = await pieces.next();
  response.writeHead(status, toReason(status), headers);
  while (!piece.done && !response.closed) {
    if (!response.write(piece.value))
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), closed]);
    piece = await pieces.next();
  }
  await pieces.return();
  response.end();
  await closed;
}

/** sirv takes a last byte of 0 for none. */
function isFirstByte({ start, end, size }: AssetPart): boolean {
  return start === 0 && end === 1 && size > 1;
}

/** By sirv, which knows no entity tags, times or codings of ours: the header is that of `reply`. */
async function serveFile(
  response: ServerResponse,
  { status, headers }: Reply,
  part: AssetPart,
  serve: NonNullable<Source['serveMedium']>,
): Promise<void> {
  const { writeHead } = response;
  response.writeHead = () => response;
  response.once('pipe', (source: NodeJS.EventEmitter) => {
    response.writeHead = writeHead;
    source.once('ready', () => response.writeHead(status, toReason(status), headers));
  });
  await serve(part, response);
}

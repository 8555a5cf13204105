import type { ServerResponse } from 'node:http';
import { toReason } from '../../core/problem.ts';
import type { Reader } from '../../core/reader.ts';
import type { Reply } from '../../core/reply.ts';
import { type MediumPart, readMedium } from '../../public-files/read-medium.ts';

/** Bytes that are in memory at once for each client that takes a medium. */
const atOnce = 256 * 1024;

/**
 * Sends a medium by pieces, as the client takes them. The first one is read before the first byte leaves, so that a failed read can
 * still become an error; a later one breaks the answer off. Resolves once it is handed over, or the client is gone.
 */
export async function sendMedium(
  response: ServerResponse,
  { status, headers }: Reply,
  part: MediumPart,
  folder: Reader,
): Promise<void> {
  const closed = new Promise((resolve) => response.once('close', resolve));
  const pieces = readMedium(folder, part, atOnce);
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

import { joinPieces } from './join-pieces.ts';

/** All bytes of pieces. */
export async function readPieces(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return joinPieces(read);
}

import type { ReadBody } from '../../storage/read-body.ts';

/** A copy of the pieces of a body, one behind the other. */
export function joinPieces(pieces: ReadBody['pieces']): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') for (let i = 0; i < piece.length; i++) joined[at + i] = piece.charCodeAt(i);
    else joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

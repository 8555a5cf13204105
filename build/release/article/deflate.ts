import { constants, deflateRawSync } from 'node:zlib';
import { stored } from '../../../src/core/gzip.ts';

/** Shorter pieces are stored as they are: deflate's own tables would take more. */
const shortest = 64;

/** Levels above 6 save a thousandth. */
const options = { level: 6, finishFlush: constants.Z_FULL_FLUSH };

/**
 * Deflate blocks of `bytes`, split at `cuts` (offsets, ascending). Each piece ends on a byte and needs nothing that
 * stands before it, so that pieces can be left out and put together. `cuts` of the result are the offsets in it.
 */
export function deflate(bytes: Buffer, cuts: readonly number[]): { deflated: Buffer; deflatedCuts: number[] } {
  const pieces: Buffer[] = [];
  const deflatedCuts: number[] = [];
  let size = 0;
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    if (to > from) {
      const piece = deflatePiece(bytes.subarray(from, to));
      pieces.push(piece);
      size += piece.length;
    }
    deflatedCuts.push(size);
    from = to;
  }
  deflatedCuts.pop();
  return { deflated: Buffer.concat(pieces, size), deflatedCuts };
}

function deflatePiece(bytes: Buffer): Buffer {
  if (bytes.length < shortest) return Buffer.from(stored(bytes.toString('latin1')), 'latin1');
  return deflateRawSync(bytes, options);
}

import { constants, deflateRawSync } from 'node:zlib';
import { stored } from '../../../src/core/gzip.ts';

/** Shorter pieces are stored: deflate would make them longer. */
const shortest = 64;

/** Higher levels save a thousandth. */
const options = { level: 6, finishFlush: constants.Z_FULL_FLUSH };

/**
 * Compresses `bytes` in pieces, split at `cuts` (ascending offsets). Each piece ends on a whole byte and does not refer to
 * the ones before it, so that any of them can be left out. `deflatedCuts` are the offsets of the cuts in the result.
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
  // The least that gives the same bytes: a window for the piece and the longest match, and more room than the result takes,
  // since zlib writes its end marker twice where there is none left.
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 262))));
  return deflateRawSync(bytes, { ...options, windowBits, chunkSize: bytes.length + 64 });
}
